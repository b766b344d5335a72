/// An HTTP request with its limits for time and size.
public struct HTTPRequest: Hashable, Sendable {
    /// The supported methods.
    ///
    /// Redirects are followed for ``get`` and ``head``; for the other methods a redirect is the final response.
    public enum Method: String, Hashable, Sendable {
        /// Reads a resource.
        case get = "GET"
        /// Reads only the head of a resource.
        case head = "HEAD"
        /// Submits data to a resource.
        case post = "POST"
        /// Creates or replaces a resource.
        case put = "PUT"
        /// Deletes a resource.
        case delete = "DELETE"
    }

    /// The absolute URL, with the scheme http or https.
    public var url: String
    /// The method.
    public var method: Method
    /// The header fields to send; the case of the names does not matter.
    public var headers: [String: String]
    /// The body, which only ``Method/post`` and ``Method/put`` send.
    public var body: [UInt8]
    /// The first byte of the requested range; `nil` for the whole body. The server honours the range if the status is
    /// 206.
    public var rangeStart: Int?
    /// Whether the server may compress the body with gzip; the client decompresses it. Ignored if ``rangeFrom`` is set.
    public var acceptsGzip: Bool
    /// The limits for time and size.
    public var limits: HTTPLimits

    /// Creates a request.
    public init(
        _ url: String, method: Method = .get, headers: [String: String] = [:], body: [UInt8] = [],
        rangeStart: Int? = nil, acceptsGzip: Bool = false, limits: HTTPLimits = HTTPLimits()
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.rangeStart = rangeStart
        self.acceptsGzip = acceptsGzip
        self.limits = limits
    }
}

/// The limits of a request: how long it may take, and how much the server may send.
public struct HTTPLimits: Hashable, Sendable {
    /// The least speed of a transfer, in either direction.
    public struct MinSpeed: Hashable, Sendable {
        /// The average speed in bytes per second; with 0, any single byte is enough.
        public var bytesPerSecond: Int
        /// The period over which the average counts.
        public var period: Duration

        /// Creates a pace.
        public init(bytesPerSecond: Int, over time: Duration) {
            self.bytesPerSecond = bytesPerSecond
            self.period = time
        }
    }

    /// The longest time for name lookup, connection and TLS handshake.
    public var connectTimeout: Duration
    /// The pace below which a transfer counts as stalled; `nil` for no limit.
    public var minSpeed: MinSpeed?
    /// The longest time for the whole transfer; `nil` for no limit, as for bodies of any size.
    public var totalTimeout: Duration?
    /// The most bytes of a body, after decompression.
    public var maxBodyBytes: Int
    /// The most redirects to follow, 0 to 5.
    public var maxRedirects: Int

    /// Creates limits; the defaults suit a download.
    public init(
        connectTimeout: Duration = .seconds(10),
        minSpeed: MinSpeed? = MinSpeed(bytesPerSecond: 1000, over: .seconds(20)),
        totalTimeout: Duration? = nil, maxBodyBytes: Int = 64 << 20, maxRedirects: Int = 5
    ) {
        self.connectTimeout = connectTimeout
        self.minSpeed = minSpeed
        self.totalTimeout = totalTimeout
        self.maxBodyBytes = maxBodyBytes
        self.maxRedirects = maxRedirects
    }

    /// Returns limits for an endless stream that sends at least one byte in every period of `idleTimeout`.
    public static func stream(idleTimeout: Duration) -> HTTPLimits {
        HTTPLimits(minSpeed: MinSpeed(bytesPerSecond: 0, over: idleTimeout), maxBodyBytes: .max)
    }
}
