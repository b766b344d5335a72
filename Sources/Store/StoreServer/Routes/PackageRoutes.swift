import Budgets
import GiftPackages
import HTTPTypes
import Hummingbird
import StoreProtocol
import ZIPArchive

/// The routes `GET /gifts/{id}/{version}.zip`, `GET /gifts/{id}/{version}.lottie` and `GET /animation/{id}.json`:
/// published packages, in whole or in part, and the formats of other players.
struct PackageRoutes {
    let repository: StoreRepository
    /// The threads that read from the disk.
    let disk: WorkThreadPool
    let derivedDocuments: DerivedDocumentCache
    /// Called with a line if sending a file fails.
    let log: @Sendable (String) -> Void

    func package(_ request: Request, _ context: StoreContext) async throws -> Response {
        let gift = try await publishedGift(context)
        let answer = ConditionalResponse(
            tag: EntityTag(gift.sha256.hex), plainTag: EntityTag(gift.sha256.hex), size: gift.size,
            fields: [.contentType: MediaType.zip, .cacheControl: CachePolicy.immutable.rawValue], acceptsRanges: true)
        switch answer.content(for: request) {
        case .none(let response): return response
        case .bytes(let range, let status, let fields):
            // Checked before the head is sent; afterwards an error cannot be reported.
            try await disk.run { try repository.verifyPackage(of: gift) }
            let path = repository.packagePath(of: gift.id, version: gift.version)
            let bytes = range.map { Range($0) } ?? 0..<gift.size
            let body = FileSender(work: disk, log: log).body(of: path, bytes, over: context.channel)
            return Response(status: status, headers: fields, body: body)
        }
    }

    func dotLottie(_ request: Request, _ context: StoreContext) async throws -> Response {
        let gift = try await publishedGift(context)
        return try await document(of: gift, as: .dotLottie) { package, _ in
            EncodedDocument(try package.dotLottieArchive(), mediaType: MediaType.dotLottie, isCompressible: false)
        }.response(to: request, cache: .immutable)
    }

    func animation(_ request: Request, _ context: StoreContext) async throws -> Response {
        let id = try context.giftID()
        guard let gift = repository.snapshot[id] else { throw RequestFailure.giftNotFound(id) }
        return try await document(of: gift, as: .animation) { package, _ in
            EncodedDocument(try package.standaloneJSON(), mediaType: MediaType.json)
        }.response(to: request)
    }

    /// Returns the document that `make` derives from the package of `gift`.
    ///
    /// - Parameters:
    ///   - gift: The gift kind in its version.
    ///   - form: The form of the document.
    ///   - make: Makes the document within the deadline.
    /// - Throws: `ImpossibleDocumentError` if the package permanently prevents the document, or another error of `make`.
    func document(
        of gift: StoreGift, as form: DerivedDocumentCache.Format,
        _ make: @escaping @Sendable (GiftPackage, Budget.Deadline) throws -> EncodedDocument
    ) async throws -> EncodedDocument {
        try await derivedDocuments.document(of: gift.id, version: gift.version, as: form) { [repository] deadline in
            let budget = Budget(.giftPackage, deadline: deadline)
            do {
                return try make(try GiftPackage(try repository.package(of: gift), within: budget), deadline)
            } catch let error as ArchiveError {
                throw ImpossibleDocumentError("\(gift.id): \(error)")
            } catch let error as GiftPackageError where error.isPermanent {
                throw ImpossibleDocumentError("\(gift.id): \(error)")
            }
        }
    }

    /// Returns the gift kind in the version that the path names.
    func publishedGift(_ context: StoreContext) async throws -> StoreGift {
        let id = try context.giftID()
        let snapshot = repository.snapshot
        guard !snapshot.withdrawn.contains(id) else { throw RequestFailure(.notFound, "\(id) was withdrawn") }
        let text = context.parameters.get("version") ?? ""
        // Other spellings of the number would fill caches with copies of the same package.
        guard let version = Int(text), version > 0, String(version) == text else { throw RequestFailure.noResource }
        if let gift = snapshot[id], gift.version == version { return gift }
        let record = try await disk.run { try repository.record(of: id, version: version) }
        guard let record else { throw RequestFailure(.notFound, "there is no version \(version) of \"\(id)\"") }
        return record.gift
    }
}

extension GiftPackageError {
    /// Whether the error is permanent, because it depends on the package and not on the load of the server.
    fileprivate var isPermanent: Bool {
        guard case .tooCostly(let shortage) = self else { return true }
        return shortage.resource != .time && shortage.resource != .consent
    }
}
