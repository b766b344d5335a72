/// What holds for all requests of a program.
public struct CurlOptions: Hashable, Sendable {
    /// Which proxy stands between here and the servers.
    public enum Proxy: Hashable, Sendable {
        /// That of `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`; this machine itself is asked directly.
        case environment
        /// None.
        case none
        /// This one, for all hosts.
        case url(String)
    }

    /// How the program calls itself.
    public var userAgent: String
    /// A file of certificates, in PEM, that are trusted instead of the system's.
    public var certificateFile: String?
    /// The proxy.
    public var proxy: Proxy

    /// Options; the system's own certificates and proxies unless something else is said.
    public init(userAgent: String = "giftty", certificateFile: String? = nil, proxy: Proxy = .environment) {
        self.userAgent = userAgent
        self.certificateFile = certificateFile
        self.proxy = proxy
    }
}
