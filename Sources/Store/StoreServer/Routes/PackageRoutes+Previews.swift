import Budgets
import GiftPackages
import GiftPreviews
import Hummingbird

/// The routes `GET /gifts/{id}/{version}/preview.png` and `still.png`: small pictures for lists of gift kinds.
extension PackageRoutes {
    func preview(_ request: Request, _ context: StoreContext) async throws -> Response {
        try await picture(.preview, request, context) { preview, budget in
            try preview.animatedPNG(within: budget)
        }
    }

    func still(_ request: Request, _ context: StoreContext) async throws -> Response {
        try await picture(.still, request, context) { preview, budget in
            try preview.stillPNG(within: budget)
        }
    }

    /// Returns the response with a picture of the gift kind without a sender.
    ///
    /// - Throws: `ImpossibleDocumentError` if the gift kind is too expensive to draw.
    private func picture(
        _ form: DerivedDocumentCache.Format, _ request: Request, _ context: StoreContext,
        _ draw: @escaping @Sendable (GiftPreview, Budget) throws -> [UInt8]
    ) async throws -> Response {
        let gift = try await publishedGift(context)
        return try await document(of: gift, as: form) { package, deadline in
            let preview = GiftPreview(package.composition, properties: package.properties.values(for: nil))
            do {
                let png = try draw(preview, Budget(.giftPreview, deadline: deadline))
                return EncodedDocument(png, mediaType: MediaType.png, isCompressible: false)
            } catch let error as GiftPreviewError where error.isPermanent {
                throw ImpossibleDocumentError("\(gift.id) has no picture: \(error)")
            }
        }.response(to: request, cache: .immutable)
    }
}

extension GiftPreviewError {
    /// Whether the error is permanent, because it depends on the gift kind and not on the load of the server.
    fileprivate var isPermanent: Bool {
        switch self {
        case .tooCostly(let shortage): shortage.resource != .time && shortage.resource != .consent
        case .picture: true
        case .other: false
        }
    }
}
