import Dispatch

/// Work that ends only when the test releases it, whether or not it is cancelled.
final class Stubborn: Sendable {
    private let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    func work() {
        begun.signal()
        ended.wait()
    }

    func waitUntilBegun() async throws { try await onThread { [begun] in begun.wait() } }

    func letGo() { ended.signal() }
}
