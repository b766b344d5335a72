import NIOCore

/// A channel handler that holds the first bytes of what is being parsed.
///
/// It stands before the parser, which reports an unknown method like any other bytes that are no request.
final class RequestStart: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The number of bytes to hold, more than any method and the first byte of its address have.
    private static let length = 40

    private var bytes: [UInt8] = []

    /// The method with which the bytes in the parser begin; `nil` if they do not begin like a request.
    var method: String? { Self.method(in: bytes) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes = Array(unwrapInboundIn(data).readableBytesView.prefix(Self.length))
        // The parser reports its errors before this call returns.
        context.fireChannelRead(data)
        bytes = []
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
