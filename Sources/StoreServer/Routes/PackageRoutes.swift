import HTTPTypes
import Hummingbird
import StoreDocuments

/// `GET /gifts/{id}/{version}.zip`: packages as they were published, in whole and in parts.
struct PackageRoutes {
    let repository: StoreRepository
    let work: WorkThreads
    let files = FileIO()

    func package(_ request: Request, _ context: StoreContext) async throws -> Response {
        let gift = try await publishedGift(context)
        let answer = ConditionalAnswer(
            tag: EntityTag(gift.sha256.hex), size: gift.size,
            fields: [.contentType: MediaType.zip, .cacheControl: CachePolicy.immutable.rawValue], takesRanges: true)
        switch answer.content(for: request) {
        case .none(let response): return response
        case .bytes(let range, let status, let fields):
            let path = repository.packagePath(of: gift.id, version: gift.version)
            let body = try await files.loadFile(
                path: path, range: range ?? 0...max(0, gift.size - 1), context: context, chunkLength: Self.chunk)
            return Response(status: status, headers: fields, body: body)
        }
    }

    /// Bytes that are read and sent at once: what a connection's memory is.
    private static let chunk = 64 << 10

    /// The gift in the version that the address names.
    func publishedGift(_ context: StoreContext) async throws -> StoreGift {
        let id = try context.giftID()
        let snapshot = repository.snapshot
        guard !snapshot.withdrawn.contains(id) else { throw RequestFailure(.notFound, "\(id) was withdrawn") }
        guard let version = context.parameters.get("version").flatMap(Int.init), version > 0 else {
            throw RequestFailure.nothingHere
        }
        if let gift = snapshot[id], gift.version == version { return gift }
        let record = try await work.run { try repository.record(of: id, version: version) }
        guard let record else { throw RequestFailure(.notFound, "there is no version \(version) of \"\(id)\"") }
        return record.gift
    }
}
