import ExactNumbers
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import StoreProtocol

/// The routes `GET` and `PUT /settings`, and `POST /settings/preview`.
struct SettingsRoutes {
    let repository: StoreRepository
    let bodyReader: BodyReader
    let work: ServerWork
    let checkTimeLimit: WorkTimeLimit
    let maxBodyBytes: Int
    let rooms: RoomCensus
    let confirmation: ConfirmationRule

    /// Responds with all published settings, or with those of one room.
    func read(_ request: Request, _ context: StoreContext) throws -> Response {
        let snapshot = repository.snapshot
        guard let room = try request.uri.decodedQuery().first(where: { $0.key == "room" })?.value else {
            return snapshot.settingsDocument.response(to: request)
        }
        guard !room.isEmpty else { throw RequestFailure(.badRequest, "room: expected the id of a room, found none") }
        rooms.add(room)
        return snapshot.settingsDocument(of: room).response(to: request)
    }

    /// Replaces the settings that the client has seen, which `If-Match` names; the revision continues from there.
    ///
    /// A change that needs a confirmation is answered with its preview and a token instead; the client repeats it with
    /// the token.
    func change(_ request: Request, _ context: StoreContext, _ author: ChangeAuthor) async throws -> Response {
        guard request.headers[.ifMatch] != nil else {
            throw RequestFailure(
                .preconditionRequired, "expected If-Match with the ETag that GET /settings answered")
        }
        let condition = ChangePrecondition(request.headers)
        let confirmed = request.headers[.confirmation]
        return try await bodyReader.withBody(of: request, in: context, maxBytes: maxBodyBytes) { body, share in
            try await change(to: body, share, where: condition, confirmed: confirmed, author)
        }
    }

    private func change(
        to body: [UInt8], _ share: BytePool.Reservation, where condition: ChangePrecondition, confirmed: String?,
        _ author: ChangeAuthor
    ) async throws -> Response {
        let snapshot = repository.snapshot
        let tag = snapshot.settingsDocument.tag
        let proposal = try await self.proposal(body, share, insteadOf: snapshot, hasPreview: confirmation.isEnabled)
        let change = PendingConfirmations.Change(
            tag: tag.opaque, digest: SHA256Digest.digest(of: body), token: author.token, reason: author.reason)
        let isConfirmed = try confirmation.accepts(confirmed, for: change)
        if !isConfirmed, let preview = proposal.preview, confirmation.isNeeded(for: preview) {
            guard condition.isSatisfied(by: tag) else { throw RequestFailure.changedMeanwhile }
            return confirmation.response(preview, revision: snapshot.settings.revision, for: change)
        }
        let published = try await work.writing.run {
            try repository.publish(proposal.settings, by: author) { current in
                // What was confirmed is the change of the settings that the preview showed.
                condition.isSatisfied(by: current.settingsDocument.tag)
                    && (!isConfirmed || current.settingsDocument.tag == tag)
            }
        }
        return published.settingsDocument.response()
    }

    /// Responds with what the settings in the body would change, and publishes nothing.
    func preview(_ request: Request, _ context: StoreContext, _ author: ChangeAuthor) async throws -> Response {
        let snapshot = repository.snapshot
        let proposal = try await bodyReader.withBody(of: request, in: context, maxBytes: maxBodyBytes) { body, share in
            try await self.proposal(body, share, insteadOf: snapshot, hasPreview: true)
        }
        guard let preview = proposal.preview else { throw RequestFailure.noResource }
        return Response.uncached(
            preview.json(
                revision: snapshot.settings.revision, needsConfirmation: confirmation.isNeeded(for: preview)))
    }

    /// Settings that a client sent, and what they would change if that was asked for.
    private struct Proposal {
        let settings: PublishedSettings
        let preview: SettingsPreview?
    }

    private func proposal(
        _ body: [UInt8], _ share: BytePool.Reservation, insteadOf snapshot: StoreSnapshot, hasPreview: Bool
    ) async throws -> Proposal {
        try await checkTimeLimit.run(on: work.checking) { [rooms] _ -> Proposal in
            // The check may outlive its request, so the memory of the body stays reserved until the check ends.
            defer { withExtendedLifetime(share) {} }
            let settings = try Self.parseSettings(body)
            guard hasPreview else { return Proposal(settings: settings, preview: nil) }
            return Proposal(
                settings: settings,
                preview: SettingsPreview(from: snapshot.settings, to: settings, seenRooms: rooms.rooms))
        }
    }

    private static func parseSettings(_ body: [UInt8]) throws(RequestFailure) -> PublishedSettings {
        do throws(StoreDocumentError) {
            return try PublishedSettings(json: body, unknown: .reject)
        } catch {
            throw RequestFailure(.unprocessableContent, error.description)
        }
    }
}

/// The rule that changes of many rooms need a confirmation.
struct ConfirmationRule: Sendable {
    /// The percentage from which a change needs a confirmation, 1 to 100: of the rooms with settings of their own, of the
    /// known rooms, or of all others; `nil` if none does. Each change counts for itself.
    let minShare: Int?
    let pending: PendingConfirmations
    /// Returns the time since a fixed moment.
    let elapsedTime: @Sendable () -> Duration
    /// Returns the time of day in the format of RFC 3339.
    let now: @Sendable () -> String

    var isEnabled: Bool { minShare != nil }

    /// Returns whether a change needs a confirmation.
    func isNeeded(for preview: SettingsPreview) -> Bool {
        minShare.map { preview.greatestShare >= $0 } ?? false
    }

    /// Returns whether a request has a confirmation.
    ///
    /// - Throws: `RequestFailure` if it has one that is not valid for its change.
    func accepts(_ confirmation: String?, for change: PendingConfirmations.Change) throws(RequestFailure) -> Bool {
        guard isEnabled, let confirmation else { return false }
        guard pending.consume(confirmation, for: change, at: elapsedTime()) else {
            throw RequestFailure(
                .preconditionFailed,
                "the confirmation has expired or is of another change or reason: send the change without it for a new one"
            )
        }
        return true
    }

    /// Returns the response that asks for a confirmation.
    func response(_ preview: SettingsPreview, revision: Int, for change: PendingConfirmations.Change) -> Response {
        var json: [UInt8] = []
        json.appendObject { json in
            json.add("confirmation", pending.add(change, at: elapsedTime()))
            if let time = Timestamp(now()) {
                let end = time.nanoseconds / 1_000_000_000 + PendingConfirmations.lifetime.components.seconds
                json.add("expires", Timestamp(secondsSince1970: end).text)
            }
            json.begin("preview")
            json += preview.json(revision: revision, needsConfirmation: true)
        }
        return Response.uncached(json, status: .accepted)
    }
}

extension Response {
    /// Returns a response with JSON that must not be cached.
    static func uncached(_ json: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: MediaType.json, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }
}

extension HTTPField.Name {
    static let confirmation = Self.fieldName("Confirmation")
}
