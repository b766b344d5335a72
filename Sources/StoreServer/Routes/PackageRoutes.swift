import GiftPackages
import HTTPTypes
import Hummingbird
import StoreDocuments

/// `GET /gifts/{id}/{version}.zip`, `GET /gifts/{id}/{version}.lottie` and `GET /animation/{id}.json`: packages as they were
/// published, in whole and in parts, and the same for players of other kinds.
struct PackageRoutes {
    let repository: StoreRepository
    let work: WorkThreads
    let derived: DerivedDocuments
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

    func dotLottie(_ request: Request, _ context: StoreContext) async throws -> Response {
        let gift = try await publishedGift(context)
        return try await document(of: gift, as: .dotLottie) { package in
            EncodedDocument(try package.lottie(), mediaType: MediaType.dotLottie, isPacked: false)
        }.response(to: request, cache: .immutable)
    }

    func animation(_ request: Request, _ context: StoreContext) async throws -> Response {
        let id = try context.giftID()
        guard let gift = repository.snapshot[id] else { throw RequestFailure.noGift(id) }
        return try await document(of: gift, as: .animation) { package in
            EncodedDocument(try package.bareJSON(), mediaType: MediaType.json)
        }.response(to: request)
    }

    /// What `make` makes of the package of `gift`.
    func document(
        of gift: StoreGift, as form: DerivedDocuments.Form,
        _ make: @escaping @Sendable (GiftPackage) throws -> EncodedDocument
    ) async throws -> EncodedDocument {
        try await derived.document(of: gift.id, version: gift.version, as: form) { [repository] in
            try make(try GiftPackage(try repository.package(of: gift)))
        }
    }

    /// The gift in the version that the address names.
    func publishedGift(_ context: StoreContext) async throws -> StoreGift {
        let id = try context.giftID()
        let snapshot = repository.snapshot
        guard !snapshot.withdrawn.contains(id) else { throw RequestFailure(.notFound, "\(id) was withdrawn") }
        let text = context.parameters.get("version") ?? ""
        // Spelled otherwise, the same would be kept in many copies.
        guard let version = Int(text), version > 0, String(version) == text else { throw RequestFailure.nothingHere }
        if let gift = snapshot[id], gift.version == version { return gift }
        let record = try await work.run { try repository.record(of: id, version: version) }
        guard let record else { throw RequestFailure(.notFound, "there is no version \(version) of \"\(id)\"") }
        return record.gift
    }
}
