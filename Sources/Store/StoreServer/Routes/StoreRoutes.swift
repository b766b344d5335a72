import HTTPTypes
import Hummingbird

/// The table of paths and methods.
struct StoreRoutes {
    typealias Handler = @Sendable (Request, StoreContext) async throws -> Response

    /// The methods that a path supports or refuses with 405.
    static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]

    /// A change, which needs a token with a role.
    struct Change {
        let role: TokenRole
        let handler: @Sendable (Request, StoreContext, ChangeAuthor) async throws -> Response

        init(
            _ role: TokenRole,
            _ handler: @escaping @Sendable (Request, StoreContext, ChangeAuthor) async throws -> Response
        ) {
            self.role = role
            self.handler = handler
        }
    }

    let router: Router<StoreContext>
    let gate: RequestGate

    /// Registers `read` and the `changes`, which need a token, for `path`. All other methods are refused.
    func add(_ path: RouterPath, read: Handler? = nil, changes: [HTTPRequest.Method: Change] = [:]) {
        var handlers: [HTTPRequest.Method: Handler] = changes.mapValues { change in
            { [gate] request, context in
                let author = try gate.author(of: request, context, for: change.role)
                return try await change.handler(request, context, author)
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
