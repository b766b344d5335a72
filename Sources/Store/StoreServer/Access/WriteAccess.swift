import HTTPTypes
import Hummingbird
import LocalHTTP

/// The permission to change the store.
public enum WriteAccess: Sendable {
    /// Nobody may change the store.
    case off
    /// The owners of these tokens may do what their roles permit. The list is asked for at each use.
    case tokens(@Sendable () -> TokenList)

    /// Returns the access for clients that know `secret`, which permits everything.
    public static func token(_ secret: String) -> WriteAccess {
        let list = TokenList(secret: secret)
        return .tokens { list }
    }

    /// Returns the token of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - role: The role that the request needs.
    ///   - time: The current time in the format of RFC 3339.
    /// - Throws: `RequestFailure` with 401 if there is no valid token, and 403 if it lacks the role or writing is off.
    func token(of request: Request, for role: TokenRole, at time: String) throws(RequestFailure) -> StoreToken {
        guard case .tokens(let list) = self else {
            throw RequestFailure(.forbidden, "writing is off: start gift-store with --token-file FILE")
        }
        guard let header = request.headers[.authorization] else {
            throw Self.unauthorized("expected a token: Authorization: Bearer …")
        }
        guard let secret = BearerSecret(authorization: header) else {
            throw Self.unauthorized("expected Authorization: Bearer …")
        }
        let invalid = ", error=\"invalid_token\""
        guard let token = list().token(withSecret: secret.bytes) else {
            throw Self.unauthorized("wrong token", reason: invalid)
        }
        guard !token.hasExpired(at: time) else {
            throw Self.unauthorized("the token \"\(token.name)\" has expired", reason: invalid)
        }
        guard token.permits(role) else {
            throw RequestFailure(
                .forbidden, "the token \"\(token.name)\" lacks the role \(role.rawValue)",
                headers: [.wwwAuthenticate: "Bearer realm=\"gift-store\", error=\"insufficient_scope\""])
        }
        return token
    }

    private static func unauthorized(_ message: String, reason: String = "") -> RequestFailure {
        RequestFailure(
            .unauthorized, message, headers: [.wwwAuthenticate: "Bearer realm=\"gift-store\"\(reason)"])
    }
}
