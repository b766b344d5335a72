import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import StoreProtocol

/// The routes `PUT` and `DELETE /gifts/{id}`, and `POST /gifts/{id}/rollback`.
struct PublishingRoutes {
    let repository: StoreRepository
    let bodyReader: BodyReader
    let work: ServerWork
    let checkTimeLimit: WorkTimeLimit
    let maxBodyBytes: Int

    /// The media types of gifts, and those that clients send by default. Only the content of the body decides.
    private static let acceptedTypes = [
        MediaType.zip, MediaType.dotLottie, MediaType.json, "application/gzip", "application/octet-stream",
        "application/x-zip-compressed", "application/x-www-form-urlencoded", "text/plain",
    ]

    /// Checks the submitted file, publishes it, and responds with a report.
    func publish(_ request: Request, _ context: StoreContext, _ author: ChangeAuthor) async throws -> Response {
        let id = context.parameters.get("id") ?? ""
        guard GiftID.isValid(id) else { throw RequestFailure(.badRequest, "expected an id of \(GiftID.expectedForm)") }
        let parameters = try PublishParameters(query: try request.uri.decodedQuery())
        try Self.checkType(of: request)
        let condition = ChangePrecondition(request.headers)
        return try await bodyReader.withBody(of: request, in: context, maxBytes: maxBodyBytes) { file, share in
            let gift = try await checkTimeLimit.run(on: work.checking) { deadline -> CheckedGift in
                // The check may outlive its request, so the memory of the file stays reserved until the check ends.
                defer { withExtendedLifetime(share) {} }
                return try CheckedGift(id: id, file: file, parameters: parameters, deadline: deadline)
            }
            // A gift whose check exceeded its time does not get here: its publisher has already received an error.
            return try await work.writing.run { () -> Response in
                defer { withExtendedLifetime(share) {} }
                let publication = try condition.checking { try repository.publish(gift.draft, by: author, where: $0) }
                return Self.response(publication, of: gift)
            }
        }
    }

    private static func checkType(of request: Request) throws(RequestFailure) {
        guard let header = request.headers[.contentType] else { return }
        let type = header.split(separator: ";").first?.trimmingWhitespace.lowercased() ?? ""
        guard acceptedTypes.contains(type) else {
            throw RequestFailure(
                .unsupportedMediaType, "expected a zip, .lottie or .json file, found \(header.prefix(64))")
        }
    }

    /// Returns the response: the report of `giftty inspect` with `findings`, those of `giftty lint`, `gift`, the catalogue
    /// entry, and `revision` added.
    private static func response(_ publication: StoreRepository.Publication, of gift: CheckedGift) -> Response {
        var json = gift.inspection
        json.removeLast()
        if let findings = gift.draft.findings {
            json.begin("findings")
            json += findings
        }
        json.begin("gift")
        json += publication.gift.json
        json.add("revision", number: publication.revision)
        json.endObject()
        return Response(
            status: publication.isNew ? .created : .ok,
            headers: [
                .contentType: MediaType.json, .cacheControl: "no-store", .location: "/gifts/\(publication.gift.id)",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }

    /// Withdraws a gift kind.
    func withdraw(_ request: Request, _ context: StoreContext, _ author: ChangeAuthor) async throws -> Response {
        let id = try context.giftID()
        let condition = ChangePrecondition(request.headers)
        let revision = try await work.writing.run {
            try condition.checking { try repository.withdraw(id, by: author, where: $0) }
        }
        var json: [UInt8] = []
        json.beginObject()
        json.add("withdrawn", id)
        json.add("revision", number: revision)
        json.endObject()
        return EncodedDocument(json, mediaType: MediaType.json).response()
    }

    /// Restores the previous version and responds with the catalogue entry.
    func rollBack(_ request: Request, _ context: StoreContext, _ author: ChangeAuthor) async throws -> Response {
        let id = try context.giftID()
        let condition = ChangePrecondition(request.headers)
        let publication = try await work.writing.run {
            try condition.checking { try repository.rollBack(id, by: author, where: $0) }
        }
        return EncodedDocument(publication.gift.json, mediaType: MediaType.json).response()
    }
}
