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

    /// A descriptor that is readable when there is a result.
    var descriptor: Int32 { completionPipe.descriptor }

    /// The result; nil before the call has ended.
    var currentResult: Result? { result.withLock { $0 } }

    /// Waits for the result; nil if `stopDescriptor` becomes readable first or the time is over.
    func waitForResult(stopDescriptor: Int32, milliseconds: Int32) -> Result? {
        let isReadable = Descriptor.wait(for: [stopDescriptor, descriptor], milliseconds: milliseconds)
        return isReadable[0] ? nil : currentResult
    }
}
