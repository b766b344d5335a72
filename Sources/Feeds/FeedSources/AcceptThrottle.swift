import SystemIO

/// A rule that decides when a listening socket accepts connections.
struct AcceptThrottle {
    /// The largest number of connections; others wait.
    static let maxConnections = 16
    /// The time without accepting connections after the system had no descriptor for one, in milliseconds.
    static let pauseMilliseconds: Int32 = 100

    private var isPaused = false

    /// Whether to watch the socket with this number of connections.
    func canAccept(connections: Int) -> Bool { !isPaused && connections < Self.maxConnections }

    /// Returns the timeout for `poll`, in milliseconds, with the other timeouts included; negative for no timeout.
    func pollTimeout(atMost others: [Int32]) -> Int32 {
        (others + (isPaused ? [Self.pauseMilliseconds] : [])).filter { $0 >= 0 }.min() ?? -1
    }

    /// Ends the pause after a wait.
    mutating func endPause() { isPaused = false }

    /// Handles a connection that could not be accepted.
    ///
    /// - Parameter error: The failure.
    mutating func handleAcceptFailure(_ error: SystemError) {
        // After these errors the connection no longer waits. After all others it does, and `poll` would report it again
        // at once.
        isPaused = !error.wouldBlock && ![.interrupted, .connectionAborted].contains(error)
    }
}
