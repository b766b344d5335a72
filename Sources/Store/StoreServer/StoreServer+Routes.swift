import HTTPTypes
import Hummingbird

/// The table of the server's routes.
extension StoreServer {
    /// What several routes share.
    private struct SharedParts {
        let metrics = ServerMetrics()
        let rooms = RoomCensus()
        let elapsedTime: @Sendable () -> Duration
        let log: @Sendable (String) -> Void
        let bodies: BodyReader
        let checkTimeLimit: WorkTimeLimit

        init(_ server: StoreServer) {
            elapsedTime = server.clock.elapsedTime
            log = { [format = server.logFormat, now = server.now, write = server.log] in
                write(format.line($0, at: now()))
            }
            bodies = BodyReader(limits: server.limits, clock: server.clock)
            checkTimeLimit = WorkTimeLimit(limit: server.limits.checkTimeout, clock: server.clock)
        }
    }

    func makeRoutes(hub: EventHub, work: ServerWork) -> StoreRoutes {
        let parts = SharedParts(self)
        let routes = makeGatedRoutes(parts)
        addPage(to: routes)
        addGifts(to: routes, work, parts)
        addSettings(to: routes, work, parts)
        let health = HealthRoutes(
            repository: repository, hub: hub, metrics: parts.metrics, rooms: parts.rooms, disk: work.disk)
        routes.add("health", read: health.health)
        routes.add("ready", read: health.ready)
        routes.add("metrics", read: health.metrics)
        routes.add("events", read: EventRoutes(hub: hub).events)
        return routes
    }

    /// Returns a table without routes, with what happens to each request.
    private func makeGatedRoutes(_ parts: SharedParts) -> StoreRoutes {
        let router = Router(context: StoreContext.self)
        let gate = RequestGate(
            access: access, rates: trust.rates, clients: ClientAddresses(proxies: trust.proxies), now: now,
            elapsedTime: parts.elapsedTime, metrics: parts.metrics)
        router.middlewares.add(
            AccessLog(
                clock: clock, clients: gate.clients, metrics: parts.metrics, format: logFormat, now: now, write: log))
        router.middlewares.add(FailureResponses(log: parts.log))
        if trust.rates.requests != nil { router.middlewares.add(RequestLimit(gate: gate)) }
        return StoreRoutes(router: router, gate: gate)
    }

    private func addPage(to routes: StoreRoutes) {
        let page = PageRoutes()
        routes.add("/", read: page.page)
        routes.add("page/{file}", read: page.file)
        routes.add("page/access", changes: [.post: .init(.readOnly, page.access)])
        routes.add("openapi.json", read: page.interfaceDescription)
    }

    private func addGifts(to routes: StoreRoutes, _ work: ServerWork, _ parts: SharedParts) {
        let catalogue = CatalogueRoutes(repository: repository)
        let publishing = PublishingRoutes(
            repository: repository, bodyReader: parts.bodies, work: work, checkTimeLimit: parts.checkTimeLimit,
            maxBodyBytes: limits.maxBodyBytes)
        routes.add("gifts", read: catalogue.catalogue)
        routes.add(
            "gifts/{id}", read: catalogue.gift,
            changes: [.put: .init(.publish, publishing.publish), .delete: .init(.publish, publishing.withdraw)])
        routes.add("gifts/{id}/rollback", changes: [.post: .init(.publish, publishing.rollBack)])
        let packages = PackageRoutes(
            repository: repository, disk: work.disk,
            derivedDocuments: DerivedDocumentCache(
                work: work.drawing, capacity: limits.maxDerivedBytes,
                timeLimit: WorkTimeLimit(limit: limits.documentTimeout, clock: clock)),
            log: parts.log)
        routes.add("gifts/{id}/{version}.zip", read: packages.package)
        routes.add("gifts/{id}/{version}.lottie", read: packages.dotLottie)
        routes.add("gifts/{id}/{version}/preview.png", read: packages.preview)
        routes.add("gifts/{id}/{version}/still.png", read: packages.still)
        routes.add("gifts/{id}/{version}/findings.json", read: packages.findings)
        routes.add("animation/{id}.json", read: packages.animation)
    }

    private func addSettings(to routes: StoreRoutes, _ work: ServerWork, _ parts: SharedParts) {
        let settings = SettingsRoutes(
            repository: repository, bodyReader: parts.bodies, work: work, checkTimeLimit: parts.checkTimeLimit,
            maxBodyBytes: limits.maxSettingsBytes, rooms: parts.rooms,
            confirmation: ConfirmationRule(
                minShare: trust.confirmationShare, pending: PendingConfirmations(randomBytes: randomBytes),
                elapsedTime: parts.elapsedTime, now: now))
        routes.add("settings", read: settings.read, changes: [.put: .init(.settings, settings.change)])
        routes.add("settings/preview", changes: [.post: .init(.readOnly, settings.preview)])
        let audit = AuditRoutes(repository: repository)
        routes.add("audit", changes: [.get: .init(.readOnly, audit.entries), .head: .init(.readOnly, audit.entries)])
    }
}

extension Clock<Duration> {
    /// A function that returns the time since now.
    fileprivate var elapsedTime: @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
