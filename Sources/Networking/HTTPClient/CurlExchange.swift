import CCurl

/// One request in progress; the context of libcurl's callbacks.
final class CurlExchange {
    /// The error with which this side ended the transfer.
    private(set) var failure: HTTPTransferError?
    /// The head of the final response, as soon as it is complete.
    private(set) var head: HTTPHead?
    /// The number of body bytes received so far, after decompression.
    private(set) var receivedBytes = 0
    /// The time spent in the caller's closures, which does not count towards a stall of the server.
    private(set) var callerTime: Duration = .zero

    private let request: HTTPRequest
    private let handle: CurlHandle
    private let now: CurlTransfer.Now
    private let onHead: (HTTPHead) throws -> Void
    private let onBody: (UnsafeRawBufferPointer) throws -> Void
    private var headParser: ResponseHeadParser

    /// Creates an exchange that passes the response to the two closures.
    init(
        _ request: HTTPRequest, over handle: CurlHandle, _ now: @escaping CurlTransfer.Now,
        onHead: @escaping (HTTPHead) throws -> Void,
        onBody: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.request = request
        self.handle = handle
        self.now = now
        self.onHead = onHead
        self.onBody = onBody
        headParser = ResponseHeadParser(followsRedirects: request.followsRedirects)
    }

    /// The size of all response heads, in bytes.
    var headBytes: Int { headParser.totalBytes }
    /// The target of the last redirect.
    var redirectTarget: String? { headParser.redirectTarget }

    /// Registers the callbacks that receive the response. The exchange must live as long as the transfer.
    func registerCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        giftty_curl_set_pointer(handle.easy, CURLOPT_HEADERDATA, context)
        giftty_curl_set_pointer(handle.easy, CURLOPT_WRITEDATA, context)
        giftty_curl_set_receiver(handle.easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            CurlExchange.exchange(from: context)?.process(bytes, size * count) { $0.receiveHeadLine($1) } ?? 0
        }
        giftty_curl_set_receiver(handle.easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            CurlExchange.exchange(from: context)?.process(bytes, size * count) { $0.receiveBody($1) } ?? 0
        }
    }

    /// Returns the exchange behind the pointer that `registerCallbacks()` gave to libcurl.
    ///
    /// The pointer is valid because libcurl uses it only while a transfer runs.
    private static func exchange(from context: UnsafeMutableRawPointer?) -> CurlExchange? {
        context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Passes received bytes to `take` and returns how many were accepted; a number below `count` makes libcurl abort
    /// the transfer.
    private func process(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, by take: (CurlExchange, UnsafeRawBufferPointer) -> Void
    ) -> Int {
        take(self, UnsafeRawBufferPointer(start: bytes, count: count))
        return failure == nil ? count : 0
    }

    private func receiveHeadLine(_ line: UnsafeRawBufferPointer) {
        switch headParser.parse(line) {
        case .needsMore: break
        case .tooLong: failure = .headTooLong(limit: ResponseHeadParser.maxBytes)
        case .head(let status):
            let head = HTTPHead(status: status, url: handle.url, headers: headParser.fields)
            self.head = head
            // The caller comes first: a status that it refuses matters more than the length of the body beside it.
            callConsumer { try onHead(head) }
            let announced = head["Content-Length"].flatMap { Int($0) } ?? 0
            if failure == nil, request.method != .head, announced > request.limits.maxBodyBytes {
                failure = .bodyTooLong(limit: request.limits.maxBodyBytes)
            }
        }
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= request.limits.maxBodyBytes - receivedBytes else {
            failure = .bodyTooLong(limit: request.limits.maxBodyBytes)
            return
        }
        receivedBytes += bytes.count
        callConsumer { try onBody(bytes) }
    }

    private func callConsumer(_ body: () throws -> Void) {
        let start = now()
        defer { callerTime += now() - start }
        do {
            try body()
        } catch {
            failure = .callerFailed(error)
        }
    }
}

extension HTTPRequest {
    /// Whether redirects are followed: only methods that just read are safe to repeat at another address.
    var followsRedirects: Bool { method == .get || method == .head }
}
