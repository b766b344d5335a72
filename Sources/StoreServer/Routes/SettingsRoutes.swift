import Hummingbird
import StoreDocuments

/// The routes `GET` and `PUT /settings`.
struct SettingsRoutes {
    let repository: StoreRepository
    let bodies: BodyReading
    let work: ServerWork
    let checkTime: WorkTime
    let limit: Int

    /// Responds with all published settings, or with those of one room.
    func read(_ request: Request, _ context: StoreContext) throws -> Response {
        let snapshot = repository.snapshot
        guard let room = try request.uri.decodedQuery().last(where: { $0.key == "room" })?.value else {
            return snapshot.settingsDocument.response(to: request)
        }
        guard !room.isEmpty else { throw RequestFailure(.badRequest, "room: expected the id of a room, found none") }
        return EncodedDocument(snapshot.settings.resolved(for: room).json, mediaType: MediaType.json)
            .response(to: request)
    }

    /// Replaces the settings that the client has seen, which `If-Match` names; the revision continues from there.
    func change(_ request: Request, _ context: StoreContext) async throws -> Response {
        guard request.headers[.ifMatch] != nil else {
            throw RequestFailure(
                .preconditionRequired, "expected If-Match with the ETag that GET /settings answered")
        }
        let condition = ChangeCondition(request.headers)
        let published = try await bodies.withBody(of: request, in: context, upTo: limit) { body, share in
            let settings = try await checkTime.run(on: work.checking) { _ -> PublishedSettings in
                // The check may outlive its request, so the memory of the body stays reserved until the check ends.
                defer { withExtendedLifetime(share) {} }
                return try Self.settings(body)
            }
            return try await work.writing.run {
                try repository.publish(settings) { condition.allows($0.settingsDocument.tag) }
            }
        }
        return published.settingsDocument.response()
    }

    private static func settings(_ body: [UInt8]) throws(RequestFailure) -> PublishedSettings {
        do throws(StoreDocumentError) {
            return try PublishedSettings(json: body, unknown: .refused)
        } catch {
            throw RequestFailure(.unprocessableContent, error.description)
        }
    }
}
