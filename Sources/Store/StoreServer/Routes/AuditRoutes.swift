import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// The route `GET /audit`, which shows the last changes to owners of tokens.
struct AuditRoutes {
    let repository: StoreRepository

    /// Responds with the last entries of the audit log, the latest first, and the digest of its last line.
    func entries(_ request: Request, _ context: StoreContext, _ author: ChangeAuthor) throws -> Response {
        guard let audit = repository.audit else { throw RequestFailure(.notFound, "this store has no audit log") }
        let end = audit.end
        var json: [UInt8] = []
        json.appendObject { json in
            json.add("count", number: end.count)
            json.add("head", end.head.hex)
            json.begin("entries")
            json.appendArray(end.lines.reversed()) { $0 += $1 }
        }
        return Response.uncached(json)
    }
}
