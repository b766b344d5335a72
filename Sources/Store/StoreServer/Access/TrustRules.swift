/// The rules for what the clients of a server may do and how often, apart from their tokens.
public struct TrustRules: Sendable {
    /// The limits for how often clients may ask.
    public var rates = RateLimits()
    /// The addresses of proxies whose `X-Forwarded-For` names the client, in the form of ``NetworkAddress/text``.
    public var proxies: Set<String> = []
    /// The percentage from which a change of settings needs a confirmation, 1 to 100: of the rooms with settings of their
    /// own, of the known rooms, or of all others; `nil` if none does.
    public var confirmationShare: Int?

    /// Creates the rules of a server without proxies and confirmations.
    public init() {}
}
