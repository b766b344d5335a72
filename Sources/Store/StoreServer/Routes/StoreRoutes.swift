import HTTPTypes
import Hummingbird

/// The table of paths and methods.
struct StoreRoutes {
    typealias Handler = @Sendable (Request, StoreContext) async throws -> Response

    /// The methods that a path supports or refuses with 405.
    static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]

    let router: Router<StoreContext>
    let access: WriteAccess

    /// Registers `read` and the `changes`, which need write access, for `path`. All other methods are refused.
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
                // Pages of other origins may show public content, but cannot change anything.
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
