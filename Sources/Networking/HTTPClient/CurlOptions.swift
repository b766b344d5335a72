/// The options that all requests of a program share.
public struct CurlOptions: Hashable, Sendable {
    /// The proxy between this machine and the servers.
    public enum Proxy: Hashable, Sendable {
        /// The proxy of `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`; requests to this machine go directly.
        case environment
        /// No proxy.
        case none
        /// The proxy at this URL, for all hosts.
        case url(String)
    }

    /// The value of the `User-Agent` field.
    public var userAgent: String
    /// A PEM file with the certificates to trust instead of the system's.
    public var certificateFile: String?
    /// The proxy for all requests.
    public var proxy: Proxy

    /// Creates options; by default with the system's certificates and the proxy of the environment.
    public init(userAgent: String = "giftty", certificateFile: String? = nil, proxy: Proxy = .environment) {
        self.userAgent = userAgent
        self.certificateFile = certificateFile
        self.proxy = proxy
    }
}
