import CCurl

/// The scheme, host and port of an http or https URL.
struct URLOrigin: Hashable {
    /// The scheme in lower case.
    let scheme: String
    /// The host; an IPv6 address is in brackets.
    let host: String
    /// The port; the scheme's default if the URL has none.
    let port: String

    /// The host and port, separated by a colon.
    var hostAndPort: String { "\(host):\(port)" }
    /// The scheme, host and port. URLs with the same origin can share a connection.
    var text: String { "\(scheme)://\(host):\(port)" }

    /// Creates an address; `nil` if the text is not a URL or has another scheme. libcurl must be loaded.
    init?(_ url: String) {
        guard let scheme = Self.component(CURLUPART_SCHEME, of: url)?.lowercased(),
            scheme == "http" || scheme == "https",
            let host = Self.component(CURLUPART_HOST, of: url), let port = Self.component(CURLUPART_PORT, of: url)
        else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    private static func component(_ part: CURLUPart, of url: String) -> String? {
        guard !url.utf8.contains(0), let text = giftty_curl_url_part(url, part) else { return nil }
        defer { giftty_curl_free(text) }
        return String(cString: text)
    }
}
