import Dispatch

/// Work that ends only when the test releases it, whether or not it is cancelled.
final class BlockingWork: Sendable {
    private let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    func run() {
        begun.signal()
        ended.wait()
    }

    func waitUntilStarted() async throws { try await onThread { [begun] in begun.wait() } }

    func release() { ended.signal() }
}
