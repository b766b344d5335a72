import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// `GET /events`.
struct EventRoutes {
    let hub: EventHub

    func events(_ request: Request, _ context: StoreContext) throws -> Response {
        guard hub.hasRoom else {
            throw RequestFailure(
                .serviceUnavailable, "there are \(hub.listeners) listeners, and no room for more",
                headers: [.retryAfter: "30"])
        }
        // A number that is none is of another store, as one that is too high.
        let last = request.headers[.lastEventID].map { Int($0) ?? .max }
        var fields: HTTPFields = [.contentType: MediaType.events, .cacheControl: "no-store"]
        // Proxies keep what they are sent until it is enough for them, unless they are told.
        fields[.xAccelBuffering] = "no"
        return Response(
            status: .ok, headers: fields,
            body: ResponseBody { [hub] writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    for await piece in hub.listen(after: last).cancelOnGracefulShutdown() {
                        try await writer.write(piece)
                    }
                }
                try await writer.finish(nil)
            })
    }
}

extension HTTPField.Name {
    static let lastEventID = Self.known("Last-Event-ID")
    static let xAccelBuffering = Self.known("X-Accel-Buffering")

    /// The header of this name, which has only characters that names may have.
    static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("a header's name has other characters") }
        return name
    }
}
