import Dispatch
import FeedSources
import Synchronization

/// A call that may take as long as it likes, such as looking up a host: it is waited for elsewhere, and left to itself
/// where that takes too long.
final class UnboundedCall<Result: Sendable>: Sendable {
    private let result = Mutex<Result?>(nil)
    private let done: WakeUp

    /// Begins it.
    init(_ call: @escaping @Sendable () -> Result) throws(FeedSourceError) {
        done = try WakeUp()
        DispatchQueue.global().async { [self] in
            let value = call()
            result.withLock { $0 = value }
            done.signal()
        }
    }

    /// Waits for its result; nil where `stopDescriptor` is readable before, or the time is over.
    func result(stopDescriptor: Int32, milliseconds: Int32) -> Result? {
        let isReadable = Readiness.wait(for: [stopDescriptor, done.descriptor], milliseconds: milliseconds)
        return isReadable[0] ? nil : result.withLock { $0 }
    }
}
