import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import Synchronization

/// The routes `GET /health`, `/ready` and `/metrics`, for monitors.
struct HealthRoutes {
    let repository: StoreRepository
    let hub: EventHub
    let metrics: ServerMetrics
    let rooms: RoomCensus
    let disk: WorkThreadPool

    /// Shows that the server responds.
    func health(_ request: Request, _ context: StoreContext) -> Response {
        let snapshot = repository.snapshot
        var json: [UInt8] = []
        json.appendObject { json in
            json.add("status", "ok")
            json.add("gifts", number: snapshot.catalogue.gifts.count)
            json.add("catalogue", number: snapshot.catalogue.revision)
            json.add("settings", number: snapshot.settings.revision)
            json.add("listeners", number: hub.listenerCount)
        }
        return Response.uncached(json)
    }

    /// Shows whether the server should get requests: it is not stopping, and its folder can be read.
    func ready(_ request: Request, _ context: StoreContext) async throws -> Response {
        guard !hub.isFinished else { throw Self.notReady("the server is stopping") }
        let isReadable = try await disk.run { repository.isReadable }
        guard isReadable else { throw Self.notReady("the store's folder cannot be read") }
        var json: [UInt8] = []
        json.appendObject { $0.add("status", "ready") }
        return Response.uncached(json)
    }

    private static func notReady(_ message: String) -> RequestFailure {
        RequestFailure(.serviceUnavailable, message, headers: [.retryAfter: "5"])
    }

    /// Shows the counts of the server for Prometheus.
    func metrics(_ request: Request, _ context: StoreContext) -> Response {
        let snapshot = repository.snapshot
        var text = MetricsText()
        text.add(metrics.counts)
        text.add("gift_store_event_listeners", .gauge, "Open event streams.", value: hub.listenerCount)
        text.add(
            "gift_store_gifts", .gauge, "Gift kinds in the catalogue.", value: snapshot.catalogue.gifts.count)
        text.add(
            "gift_store_catalogue_revision", .gauge, "Revision of the catalogue.", value: snapshot.catalogue.revision)
        text.add("gift_store_settings_revision", .gauge, "Revision of the settings.", value: snapshot.settings.revision)
        text.add("gift_store_known_rooms", .gauge, "Rooms that asked for settings, the latest.", value: rooms.count)
        if let audit = repository.audit {
            text.add("gift_store_audit_entries", .gauge, "Entries of the audit log.", value: audit.end.count)
        }
        return Response(
            status: .ok, headers: [.contentType: MetricsText.mediaType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text.text)))
    }
}
