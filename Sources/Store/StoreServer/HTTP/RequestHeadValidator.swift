import NIOCore
import NIOHTTP1

/// A channel handler that rejects ambiguous request heads, and closes the connections of clients that do not keep them
/// open.
///
/// It stands before the conversion to the newer HTTP types, which drops the HTTP version and repeated fields. It
/// reports a rejected request as a ``RequestFailure`` and discards everything after it on the connection.
final class RequestHeadValidator: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var isRejected = false
    /// Whether each request with an open response, in order, is HTTP/1.0, which has no chunked coding. Clients may send
    /// several requests before the first response.
    private var openRequestsAreHTTP10 = CircularBuffer<Bool>()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRejected { return }
        guard case .head(var head) = unwrapInboundIn(data) else {
            context.fireChannelRead(data)
            return
        }
        let isOld = Self.isHTTP10(head)
        openRequestsAreHTTP10.append(isOld)
        // RFC 9110, section 10.1.1: HTTP/1.0 has no interim responses, so the server ignores `Expect`.
        if isOld { head.headers.remove(name: "Expect") }
        if let failure = Self.failure(of: head) {
            isRejected = true
            context.fireErrorCaught(failure)
            return
        }
        // The `Connection` field is replaced by a single word, whatever else it has and however it is spelled.
        if isOld || !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where openRequestsAreHTTP10.first == true:
            head.version = .http1_0
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            _ = openRequestsAreHTTP10.popFirst()
            context.write(data, promise: promise)
        case .head, .body: context.write(data, promise: promise)
        }
    }

    /// Returns the reason to reject a request with this head; `nil` if it is acceptable.
    static func failure(of head: HTTPRequestHead) -> RequestFailure? {
        hostFailure(head) ?? framingFailure(head) ?? expectationFailure(head)
    }

    private static func isHTTP10(_ head: HTTPRequestHead) -> Bool {
        head.version.major < 1 || (head.version.major == 1 && head.version.minor == 0)
    }

    /// Checks the `Host` field: exactly one, or none in HTTP/1.0 (RFC 9112, section 3.2).
    private static func hostFailure(_ head: HTTPRequestHead) -> RequestFailure? {
        let hosts = head.headers["Host"]
        guard hosts.count == 1 || (hosts.isEmpty && isHTTP10(head)) else {
            return RequestFailure(.badRequest, "expected one Host header, found \(hosts.isEmpty ? "none" : "several")")
        }
        guard hosts.allSatisfy({ $0.utf8.allSatisfy(isHostByte) }) else {
            return RequestFailure(.badRequest, "expected a host and perhaps a port in the Host header")
        }
        return nil
    }

    /// Returns whether a byte may occur in a host or port (RFC 3986, section 3.2.2).
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+;=:[]%".utf8.contains(byte)
        }
    }

    /// Checks the message length, because an ambiguous one could hide a second request in the body of the first (RFC
    /// 9112, sections 6.1 to 6.3).
    private static func framingFailure(_ head: HTTPRequestHead) -> RequestFailure? {
        let (codings, lengths) = (head.headers["Transfer-Encoding"], head.headers["Content-Length"])
        guard lengths.count <= 1 else {
            return RequestFailure(.badRequest, "expected one Content-Length, found several")
        }
        guard !codings.isEmpty else { return nil }
        guard !isHTTP10(head), lengths.isEmpty else {
            return RequestFailure(.badRequest, "expected Content-Length or Transfer-Encoding of HTTP/1.1, not both")
        }
        guard codings.count == 1, codings[0].trimmingWhitespace.lowercased() == "chunked" else {
            return RequestFailure(.notImplemented, "expected no transfer coding but chunked")
        }
        return nil
    }

    /// Checks the `Expect` field (RFC 9110, section 10.1.1).
    private static func expectationFailure(_ head: HTTPRequestHead) -> RequestFailure? {
        guard head.headers["Expect"].allSatisfy({ $0.trimmingWhitespace.lowercased() == "100-continue" }) else {
            return RequestFailure(.expectationFailed, "expected no expectation but 100-continue")
        }
        return nil
    }
}
