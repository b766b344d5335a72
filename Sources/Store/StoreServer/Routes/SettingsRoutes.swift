import Hummingbird
import StoreProtocol

/// The routes `GET` and `PUT /settings`.
struct SettingsRoutes {
    let repository: StoreRepository
    let bodyReader: BodyReader
    let work: ServerWork
    let checkTimeLimit: WorkTimeLimit
    let maxBodyBytes: Int

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
        let condition = ChangePrecondition(request.headers)
        let published = try await bodyReader.withBody(of: request, in: context, maxBytes: maxBodyBytes) { body, share in
            let settings = try await checkTimeLimit.run(on: work.checking) { _ -> PublishedSettings in
                // The check may outlive its request, so the memory of the body stays reserved until the check ends.
                defer { withExtendedLifetime(share) {} }
                return try Self.parseSettings(body)
            }
            return try await work.writing.run {
                try repository.publish(settings) { condition.isSatisfied(by: $0.settingsDocument.tag) }
            }
        }
        return published.settingsDocument.response()
    }

    private static func parseSettings(_ body: [UInt8]) throws(RequestFailure) -> PublishedSettings {
        do throws(StoreDocumentError) {
            return try PublishedSettings(json: body, unknown: .reject)
        } catch {
            throw RequestFailure(.unprocessableContent, error.description)
        }
    }
}
