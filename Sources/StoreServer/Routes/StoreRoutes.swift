import HTTPTypes
import Hummingbird

/// What is at which address, and by which methods.
struct StoreRoutes {
    typealias Handler = @Sendable (Request, StoreContext) async throws -> Response

    /// The methods that are answered somewhere, or refused by name.
    static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]

    let router: Router<StoreContext>
    let access: WriteAccess

    /// Answers `read` at `path`, and the `changes` for those who may make them. All other methods are refused.
    func add(_ path: RouterPath, read: Handler? = nil, changes: [HTTPRequest.Method: Handler] = [:]) {
        var handlers: [HTTPRequest.Method: Handler] = changes.mapValues { change in
            { [access] request, context in
                try access.check(request)
                return try await change(request, context)
            }
        }
        if let read {
            let open: Handler = { request, context in
                var response = try await read(request, context)
                // What anybody may read, the pages of others may show. Changes stay closed to them.
                response.headers[.accessControlAllowOrigin] = "*"
                return response
            }
            handlers[.get] = open
            handlers[.head] = open
        }
        let allowed = Self.methods.filter { handlers[$0] != nil }.map(\.rawValue).joined(separator: ", ")
        for method in Self.methods {
            let handler: Handler =
                handlers[method] ?? { request, _ in
                    throw RequestFailure.methodNotAllowed(request.method, allowed: allowed)
                }
            router.on(path, method: method, use: handler)
        }
    }
}
