import Hummingbird
import JSON
import StoreProtocol

/// The route `GET /gifts/{id}/{version}/findings.json`: what `giftty lint` found in a version when it was published.
extension PackageRoutes {
    /// Answers with what the lint found in a version: an object with `findings`.
    func findings(_ request: Request, _ context: StoreContext) async throws -> Response {
        let gift = try await publishedGift(context)
        let record = try await disk.run { try repository.record(of: gift.id, version: gift.version) }
        guard let findings = record?.findings else {
            throw RequestFailure(.notFound, "version \(gift.version) of \"\(gift.id)\" was not linted")
        }
        var json: [UInt8] = []
        json.beginObject()
        json.begin("findings")
        json += findings
        json.endObject()
        return EncodedDocument(json, mediaType: MediaType.json).response(to: request, cache: .immutable)
    }
}
