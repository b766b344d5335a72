import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// The route `GET /audit`, which shows the last changes to owners of tokens.
struct AuditRoutes {
    let repository: StoreRepository
    let disk: WorkThreadPool

    /// The most entries of a response; `gift-store audit` prints all.
    private static let maxEntries = 100

    /// Responds with the last entries of the audit log, the latest first, and the digest of its last line.
    func entries(_ request: Request, _ context: StoreContext, _ author: ChangeAuthor) async throws -> Response {
        guard let audit = repository.audit else { throw RequestFailure(.notFound, "this store has no audit log") }
        let chain = try await disk.run { try audit.chain() }
        var json: [UInt8] = []
        json.appendObject { json in
            json.add("count", number: chain.entries.count)
            json.add("head", chain.head.hex)
            json.begin("entries")
            json.appendArray(chain.entries.suffix(Self.maxEntries).reversed()) { $0 += $1.line }
        }
        return Response.uncached(json)
    }
}
