import GiftPackages
import GiftPreviews
import Hummingbird

/// `GET /gifts/{id}/{version}/preview.png` and `still.png`: small pictures of a gift, for lists of gifts.
extension PackageRoutes {
    func preview(_ request: Request, _ context: StoreContext) async throws -> Response {
        let gift = try await publishedGift(context)
        return try await document(of: gift, as: .preview) { package in
            EncodedDocument(
                try Self.preview(of: package).animatedPNG(), mediaType: MediaType.png, isPacked: false)
        }.response(to: request, cache: .immutable)
    }

    func still(_ request: Request, _ context: StoreContext) async throws -> Response {
        let gift = try await publishedGift(context)
        return try await document(of: gift, as: .still) { package in
            EncodedDocument(
                try Self.preview(of: package).stillPNG(), mediaType: MediaType.png, isPacked: false)
        }.response(to: request, cache: .immutable)
    }

    /// As the gift is without a sender.
    private static func preview(of package: GiftPackage) -> GiftPreview {
        GiftPreview(package.composition, properties: package.properties.values(for: nil))
    }
}
