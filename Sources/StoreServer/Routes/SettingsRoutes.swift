import Hummingbird
import StoreDocuments

/// `GET` and `PUT /settings`.
struct SettingsRoutes {
    let repository: StoreRepository
    let bodies: BodyReading
    let work: WorkThreads
    let limit: Int

    /// The whole, or what one room gets.
    func read(_ request: Request, _ context: StoreContext) throws -> Response {
        let snapshot = repository.snapshot
        guard let room = try request.uri.decodedQuery().last(where: { $0.key == "room" })?.value else {
            return snapshot.settingsDocument.response(to: request)
        }
        guard !room.isEmpty else { throw RequestFailure(.badRequest, "room: expected the id of a room, found none") }
        return EncodedDocument(snapshot.settings.resolved(for: room).json, mediaType: MediaType.json)
            .response(to: request)
    }

    /// Takes the whole in the place of what the client saw, as `If-Match` says; its revision is counted on from there.
    func change(_ request: Request, _ context: StoreContext) async throws -> Response {
        guard let header = request.headers[.ifMatch] else {
            throw RequestFailure(
                .preconditionRequired, "expected If-Match with the ETag that GET /settings answered")
        }
        let condition = EntityTagCondition(header: header)
        let published = try await bodies.withBody(of: request, in: context, upTo: limit) { body in
            let settings: PublishedSettings
            do throws(StoreDocumentError) {
                settings = try PublishedSettings(json: body, unknown: .refused)
            } catch {
                throw RequestFailure(.unprocessableContent, error.description)
            }
            return try await work.run {
                try repository.publish(settings) { snapshot in
                    condition.includes(content: snapshot.settingsDocument.tag)
                }
            }
        }
        return published.settingsDocument.response()
    }
}

extension EntityTagCondition {
    /// Whether a change that was made for what `tag` names, packed or not, may be made.
    func includes(content tag: EntityTag) -> Bool {
        includes(identical: tag) || includes(identical: tag.packed)
    }
}
