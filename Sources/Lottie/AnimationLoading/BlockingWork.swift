import Synchronization
import SystemIO

/// Work that blocks, on a thread of its own: the shared threads of Swift tasks must not wait for a disk or a server.
enum BlockingWork {
    /// Runs `body` and returns its result. The argument of `body` returns whether the task was cancelled.
    ///
    /// - Throws: ``AnimationLoadingError/unavailable(location:reason:)`` if the system has no threads left.
    static func run<Value: Sendable>(
        _ body: @escaping @Sendable (_ isCancelled: () -> Bool) throws(AnimationLoadingError) -> Value
    ) async throws(AnimationLoadingError) -> Value {
        if Task.isCancelled { throw .cancelled }
        let stop = StopSignal()
        let result: Result<Value, AnimationLoadingError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A thread that does not start has not used the continuation.
                do throws(SystemError) {
                    _ = try SystemThread("animation") {
                        let result = Result { () throws(AnimationLoadingError) in try body { stop.isStopped } }
                        continuation.resume(returning: result)
                    }
                } catch {
                    continuation.resume(
                        returning: .failure(.unavailable(location: "thread", reason: error.description)))
                }
            }
        } onCancel: {
            stop.stop()
        }
        return try result.get()
    }
}
