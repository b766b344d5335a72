import CCurl
import Synchronization

/// A client that carries out HTTP requests with libcurl.
///
/// It uses HTTP/2 if the server offers it over TLS, otherwise HTTP/1.1. Connections stay open for later requests.
/// Nothing else of a request persists: no cookies, no passwords from files, no cache.
public final class CurlTransfer: HTTPTransferring {
    /// The most idle handles kept: as many as the requests that commonly run in parallel.
    private static let maxIdleHandles = 8
    /// The most redirects that a request may permit.
    private static let maxRedirects = 5

    /// Returns the current time; only differences matter.
    typealias Now = @Sendable () -> SuspendingClock.Instant

    private let options: CurlOptions
    private let now: Now
    private let idleHandles = Mutex<[CurlHandle]>([])

    /// Creates a client without connections; the first request loads libcurl.
    public convenience init(_ options: CurlOptions = CurlOptions()) {
        // The suspending clock: sleep of the computer must not count as a timeout of the server.
        self.init(options, now: { SuspendingClock.now })
    }

    /// Creates a client with a clock of its own, for tests.
    init(_ options: CurlOptions, now: @escaping Now) {
        self.options = options
        self.now = now
    }

    /// Carries out a request as ``HTTPTransferring`` describes.
    @discardableResult
    public func perform(
        _ request: HTTPRequest, onHead: (HTTPHead) throws -> Void, onBody: (UnsafeRawBufferPointer) throws -> Void,
        isCancelled: () -> Bool
    ) throws(HTTPTransferError) -> HTTPHead {
        if isCancelled() { throw .cancelled }
        let handle = try acquireHandle(for: request.url)
        defer { releaseHandle(handle) }
        // `withoutActuallyEscaping` is safe: the exchange, the only owner of the closures, is released before it
        // returns.
        return try withoutActuallyEscaping(onHead) { onHead throws(HTTPTransferError) in
            try withoutActuallyEscaping(onBody) { onBody throws(HTTPTransferError) in
                let exchange = CurlExchange(request, over: handle, now, onHead: onHead, onBody: onBody)
                return try perform(request, exchange, over: handle, isCancelled: isCancelled)
            }
        }
    }

    private func acquireHandle(for url: String) throws(HTTPTransferError) -> CurlHandle {
        // The handle comes first: creating one loads libcurl, which parses the URL.
        let spare = idleHandles.withLock { $0.popLast() }
        let handle = if let spare { spare } else { try CurlHandle() }
        guard let address = URLOrigin(url) else {
            releaseHandle(handle)
            throw .unsupportedURL(url)
        }
        guard handle.origin != address.text else { return handle }
        let better = idleHandles.withLock { idle in
            idle.lastIndex { $0.origin == address.text }.map { idle.remove(at: $0) }
        }
        guard let better else {
            handle.origin = address.text
            return handle
        }
        releaseHandle(handle)
        return better
    }

    private func releaseHandle(_ handle: CurlHandle) {
        idleHandles.withLock { idle in
            if idle.count < Self.maxIdleHandles { idle.append(handle) }
        }
    }

    private func perform(
        _ request: HTTPRequest, _ exchange: CurlExchange, over handle: CurlHandle, isCancelled: () -> Bool
    ) throws(HTTPTransferError) -> HTTPHead {
        try handle.prepare(options, url: request.url, connectTimeout: request.limits.connectTimeout)
        let fields = try CurlHeaderList(request)
        // libcurl holds pointers to both until `handle.stop()`.
        defer { withExtendedLifetime((fields, exchange)) {} }
        fields.apply(to: handle)
        applyOptions(of: request, to: handle)
        exchange.registerCallbacks()
        var deadlines = CurlDeadlines(request.limits, now)
        let code = try request.body.withUnsafeBufferPointer { body throws(HTTPTransferError) in
            // libcurl reads the body in place, so the handle must stop before the bytes become invalid.
            defer { handle.stop() }
            if request.method == .post || request.method == .put { handle.setBody(UnsafeRawBufferPointer(body)) }
            return try handle.run { () throws(HTTPTransferError) in
                if isCancelled() { throw .cancelled }
                try deadlines.check(exchange, over: handle)
            }
        }
        if let failure = exchange.failure { throw failure }
        guard code == CURLE_OK else {
            throw HTTPTransferError(code, of: handle, exchange, connectTimeout: request.limits.connectTimeout)
        }
        // libcurl reports a connection that closes within the head as a response without a body.
        guard let head = exchange.head else { throw .noResponse(from: handle.peer) }
        return head
    }

    private func applyOptions(of request: HTTPRequest, to handle: CurlHandle) {
        handle.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        handle.set(CURLOPT_BUFFERSIZE, 64 << 10)
        switch request.method {
        case .get: handle.set(CURLOPT_HTTPGET, 1)
        case .head: handle.set(CURLOPT_NOBODY, 1)
        case .post, .put, .delete: handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
        if request.followsRedirects {
            handle.set(CURLOPT_FOLLOWLOCATION, 1)
            handle.set(CURLOPT_MAXREDIRS, min(max(0, request.limits.maxRedirects), Self.maxRedirects))
        }
        if let start = request.rangeStart {
            handle.set(CURLOPT_RANGE, "\(max(0, start))-")
        } else if request.acceptsGzip {
            handle.set(CURLOPT_ACCEPT_ENCODING, "gzip")
        }
    }
}
