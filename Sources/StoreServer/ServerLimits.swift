/// How long a connection may keep the server waiting.
public struct ConnectionLimits: Sendable {
    /// Until a request's head is whole, counted from the connection's begin or the answer before. Clients that send a byte now
    /// and then end here, and so do those that keep a connection without need.
    public var idle: Duration = .seconds(30)
    /// Until a request's body is whole, counted from its head: 32 MB at a slow line's 300 kB a second.
    public var body: Duration = .seconds(110)
    /// For which an answer may be stuck because nobody reads it.
    public var stalledAnswer: Duration = .seconds(30)
    /// For which the rest of a request that was answered early is read and thrown away.
    public var restOfRequest: Duration = .seconds(5)

    /// The limits for clients of all sorts.
    public init() {}
}

/// How much the server takes upon itself.
public struct ServerLimits: Sendable {
    /// Connections at once; more wait at the door. Each takes a file descriptor and some ten kilobytes.
    public var connections = 4_096
    /// Connections of these that may wait for events, so that requests always have some left.
    public var listeners = 3_584
    /// Bytes of all of a request's headers, and of one: tokens and tags are short.
    public var headerBytes = 16 << 10
    /// Headers of a request.
    public var headers = 64
    /// Bytes of a request's body: the longest package there may be.
    public var bodyBytes = 32 << 20
    /// Bytes of settings: a line for each of some ten thousand rooms.
    public var settingsBytes = 4 << 20
    /// Bodies that are in memory at once; more wait before they are read.
    public var bodies = 8
    /// Bytes of documents made from packages that are kept in memory.
    public var derivedBytes = 128 << 20
    /// How long connections may go on when the server is told to end.
    public var farewell: Duration = .seconds(10)
    /// How long a connection may keep the server waiting.
    public var connection = ConnectionLimits()

    /// The limits for a server of some thousand players.
    public init() {}

    /// The limits for a process that may have so many files open: some are left for what is read and written.
    public init(openFiles: Int) {
        connections = max(16, min(connections, openFiles - 128))
        listeners = min(listeners, connections * 7 / 8)
    }
}
