import CCurl

/// One request under way: what the library's callbacks work on.
final class CurlExchange {
    /// What ended it from our side.
    private(set) var failure: HTTPTransferError?
    /// The head of the final answer, once it is whole.
    private(set) var head: HTTPHead?
    /// The bytes of the body so far, unpacked.
    private(set) var received = 0
    /// The time spent in the caller's functions, for which the server is not to blame.
    private(set) var timeAway: Duration = .zero

    private let request: HTTPRequest
    private let handle: CurlHandle
    private let now: CurlTransfer.Now
    private let onHead: (HTTPHead) throws -> Void
    private let onBody: (UnsafeRawBufferPointer) throws -> Void
    private var reader: HeadReader

    /// An exchange that hands what comes to these.
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
        reader = HeadReader(followsRedirects: request.followsRedirects)
    }

    /// The bytes of all heads.
    var headBytes: Int { reader.bytes }
    /// Where the last redirect led to.
    var redirect: String? { reader.redirect }

    /// Has the library hand over what comes. The exchange must live as long as the transfer.
    func listen() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        giftty_curl_set_pointer(handle.easy, CURLOPT_HEADERDATA, context)
        giftty_curl_set_pointer(handle.easy, CURLOPT_WRITEDATA, context)
        giftty_curl_set_receiver(handle.easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            CurlExchange.of(context)?.take(bytes, size * count) { $0.takeHeadLine($1) } ?? 0
        }
        giftty_curl_set_receiver(handle.easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            CurlExchange.of(context)?.take(bytes, size * count) { $0.takeBody($1) } ?? 0
        }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
        context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns how many bytes were taken: fewer than came end the transfer.
    private func take(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, by take: (CurlExchange, UnsafeRawBufferPointer) -> Void
    ) -> Int {
        take(self, UnsafeRawBufferPointer(start: bytes, count: count))
        return failure == nil ? count : 0
    }

    private func takeHeadLine(_ line: UnsafeRawBufferPointer) {
        switch reader.take(line) {
        case .more: break
        case .tooLong: failure = .headTooLong(limit: HeadReader.mostBytes)
        case .head(let status):
            let head = HTTPHead(status: status, url: handle.url, headers: reader.fields)
            self.head = head
            let announced = head["Content-Length"].flatMap { Int($0) } ?? 0
            if request.method != .head, announced > request.limits.bodyBytes {
                failure = .bodyTooLong(limit: request.limits.bodyBytes)
            } else {
                hand { try onHead(head) }
            }
        }
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= request.limits.bodyBytes - received else {
            failure = .bodyTooLong(limit: request.limits.bodyBytes)
            return
        }
        received += bytes.count
        hand { try onBody(bytes) }
    }

    private func hand(_ body: () throws -> Void) {
        let start = now()
        defer { timeAway += now() - start }
        do {
            try body()
        } catch {
            failure = .consumer(error)
        }
    }
}

extension HTTPRequest {
    /// What asks only to read may be asked again elsewhere.
    var followsRedirects: Bool { method == .get || method == .head }
}
