import Dispatch
import Synchronization
import SystemIO

/// A call without a time limit, such as resolving a host. It runs on another thread, and the caller can abandon it.
final class CallWithTimeout<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)
    private let completionPipe: WakePipe

    /// Starts the call on another thread.
    init(_ call: @escaping @Sendable () -> Result) throws(SystemError) {
        completionPipe = try WakePipe()
        DispatchQueue.global().async { [self] in
            let value = call()
            result.withLock { $0 = value }
            completionPipe.signal()
        }
    }

    /// Waits for the result; nil if `stopDescriptor` becomes readable first or the time is over.
    func waitForResult(stopDescriptor: Int32, milliseconds: Int32) -> Result? {
        let isReadable = Descriptor.wait(
            for: [stopDescriptor, completionPipe.descriptor], milliseconds: milliseconds)
        return isReadable[0] ? nil : result.withLock { $0 }
    }
}
