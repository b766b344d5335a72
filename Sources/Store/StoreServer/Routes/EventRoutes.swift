import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// The route `GET /events`.
struct EventRoutes {
    let hub: EventHub

    func events(_ request: Request, _ context: StoreContext) throws -> Response {
        guard let place = hub.reservePlace() else {
            throw RequestFailure(
                .serviceUnavailable, "there are \(hub.listenerCount) listeners, and no room for more",
                headers: [.retryAfter: "30"])
        }
        // An id that is not a number belongs to another store, like one that is too high.
        let last = request.headers[.lastEventID].map { Int($0) ?? .max }
        var fields: HTTPFields = [.contentType: MediaType.events, .cacheControl: "no-store"]
        // Proxies such as nginx buffer responses unless this field forbids it.
        fields[.xAccelBuffering] = "no"
        return Response(
            status: .ok, headers: fields,
            body: ResponseBody { [hub] writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    try await withGracefulShutdownHandler {
                        for await piece in hub.addListener(after: last) { try await writer.write(piece) }
                    } onGracefulShutdown: {
                        hub.finish()
                    }
                }
                try await writer.finish(nil)
                withExtendedLifetime(place) {}
            })
    }
}

extension HTTPField.Name {
    static let lastEventID = Self.fieldName("Last-Event-ID")
    static let xAccelBuffering = Self.fieldName("X-Accel-Buffering")

    /// Returns the field name for `name`, which must consist of valid characters.
    static func fieldName(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("a header's name has other characters") }
        return name
    }
}
