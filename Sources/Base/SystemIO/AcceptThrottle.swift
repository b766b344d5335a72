/// A rule that decides when a listening socket accepts connections.
public struct AcceptThrottle {
    /// The largest number of connections; others wait.
    private let maxConnections: Int
    /// The time without accepting connections after the system had no descriptor for one, in milliseconds.
    private static let pauseMilliseconds: Int32 = 100

    private var isPaused = false

    /// Creates a rule for a socket with at most this number of connections at once.
    public init(maxConnections: Int) { self.maxConnections = maxConnections }

    /// Whether to watch the socket with this number of connections.
    public func canAccept(connections: Int) -> Bool { !isPaused && !isFull(connections: connections) }

    /// Whether there is no place for another connection beside this number of them.
    func isFull(connections: Int) -> Bool { connections >= maxConnections }

    /// Returns the timeout for `poll`, in milliseconds, with the other timeouts included; negative for no timeout.
    public func pollTimeout(atMost others: [Int32]) -> Int32 {
        (others + (isPaused ? [Self.pauseMilliseconds] : [])).filter { $0 >= 0 }.min() ?? -1
    }

    /// Ends the pause after a wait.
    public mutating func endPause() { isPaused = false }

    /// Handles a connection that could not be accepted.
    ///
    /// - Parameter error: The failure.
    public mutating func handleAcceptFailure(_ error: SystemError) {
        // After these errors the connection no longer waits. After all others it does, and `poll` would report it again
        // at once.
        isPaused = !error.wouldBlock && ![.interrupted, .connectionAborted].contains(error)
    }
}
