import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The server: it answers players and publishers from a repository.
///
///     let repository = try StoreRepository(root: "store", now: { WallClock.now })
///     try await StoreServer(repository).run()
public struct StoreServer: Sendable {
    /// The address to listen at.
    public var host = "127.0.0.1"
    /// The port to listen at; 0 for any that is free.
    public var port = 8787
    /// Who may change the store.
    public var access = WriteAccess.off
    /// How much it takes upon itself.
    public var limits = ServerLimits()
    /// After how long a silent stream of events shows that it lives; clients are promised 15 s.
    public var heartbeat: Duration = .seconds(10)
    /// Whether SIGTERM and SIGINT have it come to a good end: for a program that is this server and nothing else, as
    /// signals are the whole process's.
    public var endsAtSignals = false
    /// Measures how long things take.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Tells the time in the log, as RFC 3339 writes it.
    public var now: @Sendable () -> String = { WallClock.now }
    /// Writes a line of the log.
    public var log: @Sendable (String) -> Void = { _ in }

    private let repository: StoreRepository

    /// A server for `repository` that nobody may change anything at.
    public init(_ repository: StoreRepository) {
        self.repository = repository
    }

    /// Serves until a signal comes where ``endsAtSignals``, or the task is cancelled.
    ///
    /// Then no connection is taken any more, streams of events are ended, and requests are answered to their end.
    /// - Parameter onRunning: is told the port once connections are taken.
    /// - Throws: where the address can't be listened at.
    public func run(onRunning: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
        let hub = EventHub(repository.snapshot, listeners: limits.listeners)
        repository.onChange { hub.publish($0) }
        let work = WorkThreads(Self.workers)
        let routes = routes(hub: hub, work: work)
        let application = Application(
            responder: routes.router.buildResponder(),
            server: .http1(configuration: channel),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: "gift-store", backlog: Self.backlog,
                availableConnectionsDelegate: MaximumAvailableConnections(limits.connections, logger: Self.silence)),
            services: [Heartbeat(hub: hub, interval: heartbeat, clock: clock)],
            onServerRunning: { channel in onRunning(channel.localAddress?.port ?? port) },
            logger: Self.silence)
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: endsAtSignals ? [.sigterm, .sigint] : [],
            logger: Self.silence)
        configuration.maximumGracefulShutdownDuration = limits.farewell
        try await Self.run(ServiceGroup(configuration: configuration))
        try await work.end()
    }

    /// Runs `group` in a task of its own: whoever cancels this one asks for a good end. Cancelled in the middle, connections
    /// that were taken and not yet looked at would be dropped without being closed, which SwiftNIO calls a fault.
    private static func run(_ group: ServiceGroup) async throws {
        let running = Task { try await group.run() }
        try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            Task { await group.triggerGracefulShutdown() }
        }
    }

    /// What is done at once besides answering: two packages are checked while a third is sent.
    private static let workers = 3
    /// Connections that the system keeps for a moment in which a whole hall of players comes back.
    private static let backlog = 1_024
    /// The server has a log of its own.
    private static let silence = Logger(label: "gift-store") { _ in SwiftLogNoOpLogHandler() }

    private var channel: HTTP1Channel.Configuration {
        let connection = limits.connection
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionGuard(limits: connection)],
            idleTimeout: TimeAmount(connection.idle),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes,
                maxHeaderFieldCount: limits.headers))
    }

    private func routes(hub: EventHub, work: WorkThreads) -> StoreRoutes {
        let router = Router(context: StoreContext.self)
        router.middlewares.add(AccessLog(clock: clock, now: now, write: log))
        router.middlewares.add(FailureAnswers(log: log))
        let routes = StoreRoutes(router: router, access: access)
        let bodies = BodyReading(limits: limits, clock: clock)
        let catalogue = CatalogueRoutes(repository: repository)
        let packages = PackageRoutes(
            repository: repository, work: work, derived: DerivedDocuments(work: work, room: limits.derivedBytes))
        let publishing = PublishingRoutes(
            repository: repository, bodies: bodies, work: work, limit: limits.bodyBytes)
        let settings = SettingsRoutes(
            repository: repository, bodies: bodies, work: work, limit: limits.settingsBytes)
        let page = PageRoutes()
        routes.add("/", read: page.page)
        routes.add("page/{file}", read: page.file)
        routes.add("page/access", changes: [.post: page.access])
        routes.add("gifts", read: catalogue.catalogue)
        routes.add(
            "gifts/{id}", read: catalogue.gift, changes: [.put: publishing.publish, .delete: publishing.withdraw])
        routes.add("gifts/{id}/rollback", changes: [.post: publishing.rollBack])
        routes.add("gifts/{id}/{version}.zip", read: packages.package)
        routes.add("gifts/{id}/{version}.lottie", read: packages.dotLottie)
        routes.add("gifts/{id}/{version}/preview.png", read: packages.preview)
        routes.add("gifts/{id}/{version}/still.png", read: packages.still)
        routes.add("animation/{id}.json", read: packages.animation)
        routes.add("settings", read: settings.read, changes: [.put: settings.change])
        routes.add("events", read: EventRoutes(hub: hub).events)
        routes.add("health", read: HealthRoutes(repository: repository, hub: hub).health)
        return routes
    }
}
