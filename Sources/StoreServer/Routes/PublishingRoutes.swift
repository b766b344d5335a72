import HTTPTypes
import Hummingbird
import NIOCore
import Playback
import StoreDocuments

/// `PUT` and `DELETE /gifts/{id}`, and `POST /gifts/{id}/rollback`.
struct PublishingRoutes {
    let repository: StoreRepository
    let bodies: BodyReading
    let work: WorkThreads
    let limit: Int

    /// Types that a gift comes in, and those that clients send who don't know. What counts is what is in it.
    private static let types = [
        MediaType.zip, MediaType.dotLottie, MediaType.json, "application/gzip", "application/octet-stream",
        "application/x-zip-compressed", "application/x-www-form-urlencoded", "text/plain",
    ]

    /// Publishes what is sent, if it is a gift, and says what it is.
    func publish(_ request: Request, _ context: StoreContext) async throws -> Response {
        let id = context.parameters.get("id") ?? ""
        guard GiftID.isValid(id) else { throw RequestFailure(.badRequest, "expected an id of \(GiftID.expectation)") }
        let parameters = try PublishParameters(query: try request.uri.decodedQuery())
        try Self.checkType(of: request)
        let condition = PublishCondition(request.headers)
        return try await bodies.withBody(of: request, in: context, upTo: limit) { file in
            try await work.run {
                let gift = try CheckedGift(id: id, file: file, parameters: parameters)
                let publication = try repository.publish(gift.draft) { condition.allows($0) }
                return Self.answer(publication, inspection: gift.inspection)
            }
        }
    }

    private static func checkType(of request: Request) throws(RequestFailure) {
        guard let header = request.headers[.contentType] else { return }
        let type = header.split(separator: ";").first?.trimmedOfSpaces.lowercased() ?? ""
        guard types.contains(type) else {
            throw RequestFailure(
                .unsupportedMediaType, "expected a zip, .lottie or .json file, found \(header.prefix(64))")
        }
    }

    /// The members that `giftty inspect` gives, and with them `gift`, as the catalogue lists it, and its `revision`.
    private static func answer(_ publication: StoreRepository.Publication, inspection: [UInt8]) -> Response {
        var json = inspection
        json.removeLast()
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

    /// Takes a gift out of the catalogue.
    func withdraw(_ request: Request, _ context: StoreContext) async throws -> Response {
        let id = try context.giftID()
        let revision = try await work.run { try repository.withdraw(id) }
        var json: [UInt8] = []
        json.beginObject()
        json.add("withdrawn", id)
        json.add("revision", number: revision)
        json.endObject()
        return EncodedDocument(json, mediaType: MediaType.json).response()
    }

    /// Goes back to the version before, and answers the gift as the catalogue lists it then.
    func rollBack(_ request: Request, _ context: StoreContext) async throws -> Response {
        let id = try context.giftID()
        let publication = try await work.run { try repository.rollBack(id) }
        return EncodedDocument(publication.gift.json, mediaType: MediaType.json).response()
    }
}

/// What must hold of the gift so far, as the headers say: `If-Match` names the state that was seen, `If-None-Match: *` says
/// that there must be none.
struct PublishCondition: Sendable {
    private let match: EntityTagCondition?
    private let noneMatch: EntityTagCondition?

    init(_ headers: HTTPFields) {
        match = headers[.ifMatch].map(EntityTagCondition.init(header:))
        noneMatch = headers[.ifNoneMatch].map(EntityTagCondition.init(header:))
    }

    /// Whether `gift`, or none, is what was expected.
    func allows(_ gift: StoreGift?) -> Bool {
        if match == nil, noneMatch == nil { return true }
        let tag = gift.map { EncodedDocument($0.json, mediaType: MediaType.json).tag }
        if let match, !(tag.map(match.includes(content:)) ?? false) { return false }
        if let noneMatch, let tag, noneMatch.includes(equivalent: tag) { return false }
        return true
    }
}
