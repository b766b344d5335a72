import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// A server that answers players and publishers from a repository.
///
///     let repository = try StoreRepository(root: "store", now: { WallClock.now })
///     try await StoreServer(repository).run()
public struct StoreServer: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 for any free port.
    public var port = 8787
    /// The permission to change the store.
    public var access = WriteAccess.off
    /// The rules for what clients may do and how often.
    public var trust = TrustRules()
    /// The limits of the server's resources.
    public var limits = ServerLimits()
    /// The interval of heartbeats on the event stream; clients are promised one every 15 s.
    public var heartbeatInterval: Duration = .seconds(10)
    /// Whether SIGTERM and SIGINT shut down the server gracefully. Only for a program that runs nothing but this
    /// server, because signals concern the whole process.
    public var handlesSignals = false
    /// Returns freed memory to the system; called when the number of connections has fallen.
    public var releaseMemory: @Sendable () -> Void = {}
    /// The clock for measuring times.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Returns the time for the log in the format of RFC 3339.
    public var now: @Sendable () -> String = { WallClock.now }
    /// Returns random bytes for confirmations, 16 or more.
    public var randomBytes: @Sendable () -> [UInt8] = { (0..<32).map { _ in UInt8.random(in: .min ... .max) } }
    /// The form of the lines of the log.
    public var logFormat = LogFormat.text
    /// Writes a line to the log. Responses wait for it, so it must not block; see ``LogWriter``.
    public var log: @Sendable (String) -> Void = { _ in }

    /// Announces changes to a broker; `nil` for event streams only.
    public var announcer: StoreAnnouncer?

    let repository: StoreRepository

    /// Creates a server for `repository` without write access.
    public init(_ repository: StoreRepository) {
        self.repository = repository
    }

    /// Runs the server until a signal arrives, if ``handlesSignals`` is set, or the task is cancelled.
    ///
    /// The shutdown accepts no more connections, ends event streams, and completes the responses to current requests.
    ///
    /// - Parameter onRunning: Called with the port as soon as the server accepts connections.
    /// - Throws: ``ListeningError`` if the server cannot listen on the address.
    public func run(onRunning: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
        let hub = EventHub(repository.snapshot, maxListeners: limits.maxListeners)
        repository.setChangeHandler { [announcer] in
            hub.publish($0)
            announcer?.announce($0)
        }
        announcer?.announce(repository.snapshot)
        defer { announcer?.stop() }
        let work = ServerWork(limits)
        let routes = makeRoutes(hub: hub, work: work)
        let application = Application(
            responder: routes.router.buildResponder(),
            server: .http1(configuration: channelConfiguration),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: "gift-store", backlog: Self.backlog,
                availableConnectionsDelegate: MaximumAvailableConnections(
                    limits.maxConnections + ServerLimits.spareConnections, logger: Self.silentLogger)),
            services: [Heartbeat(hub: hub, interval: heartbeatInterval, clock: clock)],
            onServerRunning: { channel in onRunning(channel.localAddress?.port ?? port) },
            logger: Self.silentLogger)
        var configuration = ServiceGroupConfiguration(
            services: [application, work], gracefulShutdownSignals: handlesSignals ? [.sigterm, .sigint] : [],
            logger: Self.silentLogger)
        configuration.maximumGracefulShutdownDuration = limits.shutdownTimeout
        do {
            try await Self.run(ServiceGroup(configuration: configuration))
        } catch {
            await work.shutDown()
            if let reason = ListeningError(error) { throw reason }
            throw error
        }
        await work.shutDown()
    }

    /// Runs `group` in a task of its own, so that cancelling the current task triggers a graceful shutdown. An
    /// immediate cancellation would drop accepted connections without closing them, which SwiftNIO reports as a
    /// programming error.
    private static func run(_ group: ServiceGroup) async throws {
        let running = Task { try await group.run() }
        try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            Task { await group.triggerGracefulShutdown() }
        }
    }

    /// The most connections that the system queues, for the moment at which many players reconnect.
    private static let backlog = 1_024
    /// The server writes its own log, so the framework's log is discarded.
    private static let silentLogger = Logger(label: "gift-store") { _ in SwiftLogNoOpLogHandler() }

    private var channelConfiguration: HTTP1Channel.Configuration {
        let connection = limits.connection
        let releaseMemory = releaseMemory
        let table = ConnectionTable(limit: limits.maxConnections) {
            // It takes milliseconds, for which no connection should wait, and the connections free their memory a moment
            // after they are closed.
            Task.detached(priority: .background) {
                try? await Task.sleep(for: .seconds(1))
                releaseMemory()
            }
        }
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionGuard(limits: connection, table: table)],
            idleTimeout: TimeAmount(connection.idleTimeout),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.maxHeaderBytes, maxHeaderListSize: limits.maxHeaderBytes,
                maxHeaderFieldCount: limits.maxHeaders))
    }
}
