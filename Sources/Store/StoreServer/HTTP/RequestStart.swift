import NIOCore

/// A channel handler that knows the first bytes of what is being parsed.
///
/// It stands before the parser, which reports an unknown method like any other bytes that are no request, and does so at
/// the first byte that no method has. Therefore, the parser gets the beginning of a request only when its method is
/// complete, however many packets it comes in.
final class RequestStart: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The number of bytes to know, more than any method and the first byte of its address have.
    private static let length = 40

    /// Whether the next bytes begin a request: no request is being read.
    var isBetweenRequests = true
    private var bytes: [UInt8] = []
    /// The beginning of a request whose method is not complete.
    private var incompleteStart: ByteBuffer?

    /// The method with which the bytes in the parser begin; `nil` if they do not begin like a request.
    var method: String? { Self.method(in: bytes) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var received = unwrapInboundIn(data)
        if var start = incompleteStart {
            start.writeBuffer(&received)
            received = start
            incompleteStart = nil
        }
        let start = Array(received.readableBytesView.prefix(Self.length))
        if isBetweenRequests, Self.isIncomplete(start) {
            incompleteStart = received
        } else {
            parse(received, context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Nothing follows that could complete the method.
        if event as? ChannelEvent == .inputClosed, let start = incompleteStart {
            incompleteStart = nil
            parse(start, context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func parse(_ received: ByteBuffer, _ context: ChannelHandlerContext) {
        bytes = Array(received.readableBytesView.prefix(Self.length))
        // The parser reports its errors before this call returns.
        context.fireChannelRead(wrapInboundOut(received))
        bytes = []
    }

    /// Returns whether more bytes can show that these begin with a method.
    private static func isIncomplete(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty, bytes.count < length else { return false }
        let method = bytes.last == UInt8(ascii: " ") ? bytes.dropLast() : bytes[...]
        return !method.isEmpty && method.allSatisfy(isOfToken)
    }

    /// Returns the method of a request that begins with these bytes: a token, a space, and a path or `*` (RFC 9112,
    /// section 3).
    static func method(in bytes: [UInt8]) -> String? {
        guard let space = bytes.firstIndex(of: UInt8(ascii: " ")), space > 0, bytes[..<space].allSatisfy(isOfToken),
            let target = bytes[(space + 1)...].first, target == UInt8(ascii: "/") || target == UInt8(ascii: "*")
        else { return nil }
        return String(decoding: bytes[..<space], as: UTF8.self)
    }

    /// Returns whether a byte may occur in a token (RFC 9110, section 5.6.2).
    private static func isOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
