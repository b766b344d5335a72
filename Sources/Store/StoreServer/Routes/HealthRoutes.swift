import Hummingbird
import JSON
import NIOCore

/// The route `GET /health`, which shows a monitor that the server responds.
struct HealthRoutes {
    let repository: StoreRepository
    let hub: EventHub

    func health(_ request: Request, _ context: StoreContext) -> Response {
        let snapshot = repository.snapshot
        var json: [UInt8] = []
        json.beginObject()
        json.add("status", "ok")
        json.add("gifts", number: snapshot.catalogue.gifts.count)
        json.add("catalogue", number: snapshot.catalogue.revision)
        json.add("settings", number: snapshot.settings.revision)
        json.add("listeners", number: hub.listenerCount)
        json.endObject()
        return Response(
            status: .ok, headers: [.contentType: MediaType.json, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }
}
