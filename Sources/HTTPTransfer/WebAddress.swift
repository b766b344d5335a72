import CCurl

/// Where a URL of http or https leads to.
struct WebAddress: Hashable {
    /// The scheme in small letters.
    let scheme: String
    /// The host, an IPv6 address in brackets.
    let host: String
    /// The port, written or not.
    let port: String

    /// Host and port as people write them.
    var hostAndPort: String { "\(host):\(port)" }
    /// What two URLs share that one connection can serve.
    var origin: String { "\(scheme)://\(host):\(port)" }

    /// `nil` for what is no URL or has another scheme. The library must have been loaded.
    init?(_ url: String) {
        guard let scheme = Self.part(CURLUPART_SCHEME, of: url)?.lowercased(), scheme == "http" || scheme == "https",
            let host = Self.part(CURLUPART_HOST, of: url), let port = Self.part(CURLUPART_PORT, of: url)
        else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    private static func part(_ part: CURLUPart, of url: String) -> String? {
        guard !url.utf8.contains(0), let text = giftty_curl_url_part(url, part) else { return nil }
        defer { giftty_curl_free(text) }
        return String(cString: text)
    }
}
