import HTTPTypes
import Hummingbird
import Synchronization

/// The gate that every request passes: it counts requests by address and changes by token, and checks tokens.
final class RequestGate: Sendable {
    private struct Buckets {
        var requests: RateBuckets?
        var changes: RateBuckets?
        var wrongTokens: RateBuckets?
    }

    let clients: ClientAddresses
    private let access: WriteAccess
    private let now: @Sendable () -> String
    private let elapsedTime: @Sendable () -> Duration
    private let metrics: ServerMetrics
    private let buckets: Mutex<Buckets>

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - access: The tokens.
    ///   - rates: The limits.
    ///   - clients: How the address of a client is found.
    ///   - now: Returns the time of day in the format of RFC 3339.
    ///   - elapsedTime: Returns the time since a fixed moment.
    ///   - metrics: Counts what is refused.
    init(
        access: WriteAccess, rates: RateLimits, clients: ClientAddresses, now: @escaping @Sendable () -> String,
        elapsedTime: @escaping @Sendable () -> Duration, metrics: ServerMetrics
    ) {
        self.access = access
        self.clients = clients
        self.now = now
        self.elapsedTime = elapsedTime
        self.metrics = metrics
        buckets = Mutex(
            Buckets(
                requests: rates.requests.map { RateBuckets($0) }, changes: rates.changes.map { RateBuckets($0) },
                wrongTokens: rates.wrongTokens.map { RateBuckets($0) }))
    }

    /// Counts a request of its address.
    ///
    /// - Throws: `RequestFailure` with 429 if there were too many.
    func admit(_ request: Request, _ context: StoreContext) throws(RequestFailure) {
        let address = clients.rateKey(of: request, context)
        let time = elapsedTime()
        let wait = buckets.withLock { $0.requests?.consume(address, at: time) }
        if let wait { throw refusal(.requests, "too many requests from this address", wait) }
    }

    /// Returns who makes a change.
    ///
    /// - Throws: `RequestFailure` if the request has no token with `role`, or if there were too many.
    func author(
        of request: Request, _ context: StoreContext, for role: TokenRole
    ) throws(RequestFailure) -> ChangeAuthor {
        let address = clients.address(of: request, context)
        let key = clients.rateKey(of: request, context)
        let time = elapsedTime()
        // Asked before the token is compared: otherwise a guesser would learn of a right guess in any case.
        if let wait = buckets.withLock({ $0.wrongTokens?.wait(of: key, at: time) }) {
            throw refusal(.wrongTokens, "too many wrong tokens from this address", wait)
        }
        let token: StoreToken
        do throws(RequestFailure) {
            token = try access.token(of: request, for: role, at: now())
        } catch {
            if error.status == .unauthorized, request.headers[.authorization] != nil {
                metrics.countWrongToken()
                buckets.withLock { _ = $0.wrongTokens?.consume(key, at: time) }
            }
            throw error
        }
        let wait = buckets.withLock { $0.changes?.consume(token.name, at: time) }
        if let wait { throw refusal(.changes, "too many changes with the token \"\(token.name)\"", wait) }
        return ChangeAuthor(token: token.name, address: address, reason: try ChangeAuthor.reason(of: request))
    }

    private func refusal(_ limit: ServerMetrics.Limit, _ message: String, _ wait: Duration) -> RequestFailure {
        metrics.count(refusedBy: limit)
        let seconds = max(1, Int(wait.components.seconds) + (wait.components.attoseconds > 0 ? 1 : 0))
        return RequestFailure(.tooManyRequests, message, headers: [.retryAfter: String(seconds)])
    }
}

/// Middleware that refuses the requests of addresses that send too many, except those of monitors: a server that is busy
/// would look like one that is broken.
struct RequestLimit: RouterMiddleware {
    typealias Context = StoreContext

    let gate: RequestGate
    /// The paths that monitors ask for.
    private static let monitoredPaths = ["/health", "/ready", "/metrics"]

    func handle(
        _ request: Request, context: StoreContext, next: (Request, StoreContext) async throws -> Response
    ) async throws -> Response {
        if !Self.monitoredPaths.contains(request.uri.path) { try gate.admit(request, context) }
        return try await next(request, context)
    }
}
