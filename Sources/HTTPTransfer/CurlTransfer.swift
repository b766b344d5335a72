import CCurl
import Synchronization

/// Carries out requests with libcurl, over HTTP/2 where the server offers it with encryption, else over HTTP/1.1.
///
/// Connections are kept for the next request. Nothing of a request lasts beyond it: no cookies, no passwords from
/// files, no cache.
public final class CurlTransfer: HTTPTransferring {
    /// Handles kept while nobody uses them: as many as requests commonly run side by side.
    private static let keptHandles = 8
    /// The most redirects anybody may ask for.
    private static let mostRedirects = 5

    /// What the time is; only differences count.
    typealias Now = @Sendable () -> SuspendingClock.Instant

    private let options: CurlOptions
    private let now: Now
    private let idle = Mutex<[CurlHandle]>([])

    /// A transfer with no connection yet; the library is loaded by the first request.
    public convenience init(_ options: CurlOptions = CurlOptions()) {
        // A computer that slept is no reason to blame the server.
        self.init(options, now: { SuspendingClock.now })
    }

    /// A transfer that takes the time from elsewhere.
    init(_ options: CurlOptions, now: @escaping Now) {
        self.options = options
        self.now = now
    }

    /// Carries out a request; ``HTTPTransferring`` says how.
    @discardableResult
    public func perform(
        _ request: HTTPRequest, onHead: (HTTPHead) throws -> Void, onBody: (UnsafeRawBufferPointer) throws -> Void,
        isCancelled: () -> Bool
    ) throws(HTTPTransferError) -> HTTPHead {
        if isCancelled() { throw .cancelled }
        let handle = try takeHandle(for: request.url)
        defer { putBack(handle) }
        // The exchange is gone before this function ends, and with it the closures.
        return try withoutActuallyEscaping(onHead) { onHead throws(HTTPTransferError) in
            try withoutActuallyEscaping(onBody) { onBody throws(HTTPTransferError) in
                let exchange = CurlExchange(request, over: handle, now, onHead: onHead, onBody: onBody)
                return try carryOut(request, exchange, over: handle, isCancelled: isCancelled)
            }
        }
    }

    private func takeHandle(for url: String) throws(HTTPTransferError) -> CurlHandle {
        // A handle is what loads the library, and only the library can read the URL.
        let spare = idle.withLock { $0.popLast() }
        let handle = if let spare { spare } else { try CurlHandle() }
        guard let address = WebAddress(url) else {
            putBack(handle)
            throw .unsupportedURL(url)
        }
        guard handle.origin != address.origin else { return handle }
        let better = idle.withLock { idle in
            idle.lastIndex { $0.origin == address.origin }.map { idle.remove(at: $0) }
        }
        guard let better else {
            handle.origin = address.origin
            return handle
        }
        putBack(handle)
        return better
    }

    private func putBack(_ handle: CurlHandle) {
        idle.withLock { idle in
            if idle.count < Self.keptHandles { idle.append(handle) }
        }
    }

    private func carryOut(
        _ request: HTTPRequest, _ exchange: CurlExchange, over handle: CurlHandle, isCancelled: () -> Bool
    ) throws(HTTPTransferError) -> HTTPHead {
        try handle.prepare(options, url: request.url, connectTime: request.limits.connectTime)
        let fields = try CurlHeaderList(request)
        // The library holds pointers to both until the handle is stopped.
        defer { withExtendedLifetime((fields, exchange)) {} }
        fields.send(with: handle)
        describe(request, to: handle)
        exchange.listen()
        var deadlines = CurlDeadlines(request.limits, now)
        let code = try request.body.withUnsafeBufferPointer { body throws(HTTPTransferError) in
            // The body is not copied, so the handle must be done with it before the bytes go.
            defer { handle.stop() }
            if request.method == .post || request.method == .put { handle.send(UnsafeRawBufferPointer(body)) }
            return try handle.run { () throws(HTTPTransferError) in
                if isCancelled() { throw .cancelled }
                try deadlines.check(exchange, over: handle)
            }
        }
        if let failure = exchange.failure { throw failure }
        guard code == CURLE_OK else {
            throw HTTPTransferError(code, of: handle, exchange, connectTime: request.limits.connectTime)
        }
        // To the library a connection that ends amid the head is an answer without a body.
        guard let head = exchange.head else { throw .noAnswer(from: handle.peer) }
        return head
    }

    private func describe(_ request: HTTPRequest, to handle: CurlHandle) {
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
            handle.set(CURLOPT_MAXREDIRS, min(max(0, request.limits.redirects), Self.mostRedirects))
        }
        if let start = request.rangeFrom {
            handle.set(CURLOPT_RANGE, "\(max(0, start))-")
        } else if request.acceptsGzip {
            handle.set(CURLOPT_ACCEPT_ENCODING, "gzip")
        }
    }
}
