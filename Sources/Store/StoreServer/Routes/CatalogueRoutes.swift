import Hummingbird
import StoreProtocol

/// The routes `GET /gifts` and `GET /gifts/{id}`.
struct CatalogueRoutes {
    let repository: StoreRepository

    func catalogue(_ request: Request, _ context: StoreContext) -> Response {
        repository.snapshot.catalogueDocument.response(to: request)
    }

    func gift(_ request: Request, _ context: StoreContext) throws -> Response {
        let id = try context.giftID()
        guard let gift = repository.snapshot[id] else { throw RequestFailure.giftNotFound(id) }
        return EncodedDocument(gift.json, mediaType: MediaType.json).response(to: request)
    }
}

extension StoreContext {
    /// Returns the id in the path.
    ///
    /// - Throws: `RequestFailure` if it is not a valid id.
    func giftID() throws(RequestFailure) -> String {
        let id = parameters.get("id") ?? ""
        guard GiftID.isValid(id) else {
            throw RequestFailure(.notFound, "there is no such gift: expected an id of \(GiftID.expectedForm)")
        }
        return id
    }
}

extension RequestFailure {
    static func giftNotFound(_ id: String) -> RequestFailure { RequestFailure(.notFound, "there is no gift \"\(id)\"") }
}
