import StoreProtocol

/// The longest times for which a client may make the server wait.
public struct ConnectionLimits: Sendable {
    /// The time for a request's head, from the opening of the connection or the previous response. It ends connections
    /// of clients that send a byte now and then, and unused connections.
    public var idleTimeout: Duration = .seconds(30)
    /// The time for a request's body, from its head: enough for 32 MB at 300 kB/s.
    public var bodyTimeout: Duration = .seconds(110)
    /// The time for which a client may leave a response unread.
    public var stalledResponseTimeout: Duration = .seconds(30)
    /// The time for which the rest of a request that was answered early is read and discarded.
    public var requestRestTimeout: Duration = .seconds(5)
    /// The time for which a client may delay a shutdown.
    public var shutdownTimeout: Duration = .milliseconds(500)

    /// Creates limits that suit all kinds of clients.
    public init() {}
}

/// The least speed of a body: `bytes` in each period of `period`, or the rest of the body.
public struct MinBodySpeed: Sendable {
    /// The period, more than 0.
    public var period: Duration = .seconds(10)
    /// The number of bytes, 1 or more; the default is 16 kB/s.
    public var bytes = 160 << 10

    /// Creates the pace of a slow line.
    public init() {}
}

/// The limits of the server's resources.
public struct ServerLimits: Sendable {
    /// The most connections; each needs a file descriptor and about ten kilobytes. For a further one, an idle
    /// connection is closed, or one whose client does not read.
    public var maxConnections = 4_096
    /// The most connections that may wait for events, so that some are always left for requests.
    public var maxListeners = 3_584
    /// The most bytes of all header fields of a request, and of each one.
    public var maxHeaderBytes = 16 << 10
    /// The most header fields of a request.
    public var maxHeaders = 64
    /// The largest request body, in bytes: the largest package.
    public var maxBodyBytes = StoreLimits.maxPackageBytes
    /// The largest document of settings, in bytes: one line for each of about ten thousand rooms.
    public var maxSettingsBytes = StoreLimits.maxSettingsBytes
    /// The memory for all bodies together, in bytes, until their requests are done.
    public var maxBodyMemory = 256 << 20
    /// The least speed of bodies.
    public var minBodySpeed = MinBodySpeed()
    /// The most gifts and settings that wait to be checked; further ones are refused with a time to retry. `maxBodyMemory`
    /// counts their bodies, so this limit need only match what `checkTimeout` suffices for.
    public var maxWaitingChecks = 128
    /// The longest time for checking a gift or settings, including the wait for others.
    public var checkTimeout: Duration = .seconds(15)
    /// The most derived pictures and documents that wait to be made; further ones are refused with a time to retry.
    public var maxWaitingDocuments = 32
    /// The longest time for making such a picture or document, including the wait for others.
    public var documentTimeout: Duration = .seconds(15)
    /// The memory for derived documents, in bytes; a larger document is not made.
    public var maxDerivedBytes = 128 << 20
    /// The longest time for which connections continue after a shutdown begins.
    public var shutdownTimeout: Duration = .seconds(10)
    /// The longest times for which a client may make the server wait.
    public var connection = ConnectionLimits()

    /// The connections beyond the limit, which are refused with a response or for which others are closed.
    static let spareConnections = 32

    /// Creates limits for a server with a few thousand players.
    public init() {}

    /// Creates limits for a process with `openFiles` file descriptors, of which some are kept for files.
    public init(openFiles: Int) {
        maxConnections = max(16, min(maxConnections, openFiles - 128 - Self.spareConnections))
        maxListeners = min(maxListeners, maxConnections * 7 / 8)
    }
}
