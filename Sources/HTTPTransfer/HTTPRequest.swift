/// What is asked of an HTTP server, and how long and how much may come of it.
public struct HTTPRequest: Hashable, Sendable {
    /// The methods in use. Redirects are followed for ``get`` and ``head``; for the others a redirect is the answer.
    public enum Method: String, Hashable, Sendable {
        /// Reads.
        case get = "GET"
        /// Reads the head alone.
        case head = "HEAD"
        /// Hands in.
        case post = "POST"
        /// Puts there.
        case put = "PUT"
        /// Takes away.
        case delete = "DELETE"
    }

    /// The whole address, of http or https.
    public var url: String
    /// What to do there.
    public var method: Method
    /// Header fields to send; names in any case.
    public var headers: [String: String]
    /// What is sent along, of ``Method/post`` and ``Method/put``.
    public var body: [UInt8]
    /// Ask for the bytes from this one on. Whether the server gives just those, status 206 says.
    public var rangeFrom: Int?
    /// Let the server pack the body with gzip; it arrives unpacked. Of no effect along with ``rangeFrom``.
    public var acceptsGzip: Bool
    /// Where patience ends.
    public var limits: HTTPLimits

    /// A request.
    public init(
        _ url: String, method: Method = .get, headers: [String: String] = [:], body: [UInt8] = [],
        rangeFrom: Int? = nil, acceptsGzip: Bool = false, limits: HTTPLimits = HTTPLimits()
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.rangeFrom = rangeFrom
        self.acceptsGzip = acceptsGzip
        self.limits = limits
    }
}

/// How long a server is waited for, and how much of it is taken.
public struct HTTPLimits: Hashable, Sendable {
    /// The least that has to move, in either direction.
    public struct Pace: Hashable, Sendable {
        /// Bytes a second on average over the time; 0 is content with any byte at all.
        public var bytesPerSecond: Int
        /// For how long less than that counts as a stall.
        public var time: Duration

        /// A pace.
        public init(bytesPerSecond: Int, over time: Duration) {
            self.bytesPerSecond = bytesPerSecond
            self.time = time
        }
    }

    /// For finding the host and connecting to it, encryption included.
    public var connectTime: Duration
    /// What counts as stalled, `nil` for endless patience.
    public var stall: Pace?
    /// For everything from the first to the last byte, `nil` where the size may be any.
    public var wholeTime: Duration?
    /// The most bytes of a body, counted unpacked.
    public var bodyBytes: Int
    /// How many redirects are followed; at most 5.
    public var redirects: Int

    /// Limits; those for a download unless something else is said.
    public init(
        connectTime: Duration = .seconds(10), stall: Pace? = Pace(bytesPerSecond: 1000, over: .seconds(20)),
        wholeTime: Duration? = nil, bodyBytes: Int = 64 << 20, redirects: Int = 5
    ) {
        self.connectTime = connectTime
        self.stall = stall
        self.wholeTime = wholeTime
        self.bodyBytes = bodyBytes
        self.redirects = redirects
    }

    /// Limits for a stream without an end that shows signs of life at least this often.
    public static func stream(idle: Duration) -> HTTPLimits {
        HTTPLimits(stall: Pace(bytesPerSecond: 0, over: idle), bodyBytes: .max)
    }
}
