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

/// Middleware that refuses the requests of addresses that send too many.
struct RequestLimit: RouterMiddleware {
    typealias Context = StoreContext

    let gate: RequestGate

    func handle(
        _ request: Request, context: StoreContext, next: (Request, StoreContext) async throws -> Response
    ) async throws -> Response {
        try gate.admit(request, context)
        return try await next(request, context)
    }
}

/// How the address of a client is found: that of its connection, or what a trusted proxy reports.
struct ClientAddresses: Sendable {
    /// The addresses of proxies whose `X-Forwarded-For` is believed.
    let proxies: Set<String>

    /// Returns the address of the client of a request.
    func address(of request: Request, _ context: StoreContext) -> String {
        let peer = context.client
        guard proxies.contains(peer), let header = request.headers[.xForwardedFor],
            let last = header.split(separator: ",").last?.trimmingWhitespace, Self.isAddress(last)
        else { return peer }
        // The proxy appends the address that it saw; what stands before comes from the client.
        return last
    }

    /// Returns the address by which the requests of a client are counted: IPv6 clients own a network of 64 bits.
    func rateKey(of request: Request, _ context: StoreContext) -> String {
        let address = address(of: request, context)
        guard address.contains(":") else { return address }
        return Self.expandedGroups(address).prefix(4).joined(separator: ":")
    }

    private static func isAddress(_ text: String) -> Bool {
        1...45 ~= text.utf8.count
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// Returns the groups of an IPv6 address, with those that `::` stands for.
    private static func expandedGroups(_ address: String) -> [Substring] {
        guard let gap = address.firstRange(of: "::") else { return address.split(separator: ":") }
        let head = address[..<gap.lowerBound].split(separator: ":")
        let tail = address[gap.upperBound...].split(separator: ":")
        return head + Array(repeating: "0", count: max(0, 8 - head.count - tail.count)) + tail
    }
}

extension HTTPField.Name {
    static let xForwardedFor = Self.fieldName("X-Forwarded-For")
}
