import StoreDocuments

/// The longest times for which a client may make the server wait.
public struct ConnectionLimits: Sendable {
    /// The time for a request's head, from the opening of the connection or the previous response. It ends connections
    /// of clients that send a byte now and then, and unused connections.
    public var idle: Duration = .seconds(30)
    /// The time for a request's body, from its head: enough for 32 MB at 300 kB/s.
    public var body: Duration = .seconds(110)
    /// The time for which a client may leave a response unread.
    public var stalledAnswer: Duration = .seconds(30)
    /// The time for which the rest of a request that was answered early is read and discarded.
    public var restOfRequest: Duration = .seconds(5)
    /// The time for which a client may delay a shutdown.
    public var ending: Duration = .milliseconds(500)

    /// Creates limits that suit all kinds of clients.
    public init() {}
}

/// The least speed of a body: `bytes` in each period of `time`, or the rest of the body.
public struct BodyPace: Sendable {
    /// The period, more than 0.
    public var time: Duration = .seconds(10)
    /// The number of bytes, 1 or more; the default is 16 kB/s.
    public var bytes = 160 << 10

    /// Creates the pace of a slow line.
    public init() {}
}

/// The limits of the server's resources.
public struct ServerLimits: Sendable {
    /// The most connections; each needs a file descriptor and about ten kilobytes. For a further one, an idle
    /// connection is closed, or one whose client does not read.
    public var connections = 4_096
    /// The most connections that may wait for events, so that some are always left for requests.
    public var listeners = 3_584
    /// The most bytes of all header fields of a request, and of each one.
    public var headerBytes = 16 << 10
    /// The most header fields of a request.
    public var headers = 64
    /// The largest request body, in bytes: the largest package.
    public var bodyBytes = StoreLimits.packageBytes
    /// The largest document of settings, in bytes: one line for each of about ten thousand rooms.
    public var settingsBytes = StoreLimits.settingsBytes
    /// The memory for all bodies together, in bytes, until their requests are done.
    public var bodyMemory = 256 << 20
    /// The least speed of bodies.
    public var pace = BodyPace()
    /// The most gifts and settings that wait to be checked; further ones are refused with a time to retry. `bodyMemory`
    /// counts their bodies, so this limit need only match what `checkTime` suffices for.
    public var waitingChecks = 128
    /// The longest time for checking a gift or settings, including the wait for others.
    public var checkTime: Duration = .seconds(15)
    /// The most derived pictures and documents that wait to be made; further ones are refused with a time to retry.
    public var waitingDocuments = 32
    /// The longest time for making such a picture or document, including the wait for others.
    public var documentTime: Duration = .seconds(15)
    /// The memory for derived documents, in bytes; a larger document is not made.
    public var derivedBytes = 128 << 20
    /// The longest time for which connections continue after a shutdown begins.
    public var farewell: Duration = .seconds(10)
    /// The longest times for which a client may make the server wait.
    public var connection = ConnectionLimits()

    /// The connections beyond the limit, which are refused with a response or for which others are closed.
    static let spareConnections = 32

    /// Creates limits for a server with a few thousand players.
    public init() {}

    /// Creates limits for a process with `openFiles` file descriptors, of which some are kept for files.
    public init(openFiles: Int) {
        connections = max(16, min(connections, openFiles - 128 - Self.spareConnections))
        listeners = min(listeners, connections * 7 / 8)
    }
}
