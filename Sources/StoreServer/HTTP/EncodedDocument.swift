import HTTPTypes
import Hummingbird
import NIOCore
import StoreDocuments

/// How long copies of an answer may be kept.
enum CachePolicy: String {
    /// Kept, but asked for again before each use.
    case revalidate = "no-cache"
    /// Kept for ever: another content will have another address.
    case immutable = "public, max-age=31536000, immutable"
}

/// A document as it is sent: its bytes, plain and packed, and the tag of its content. It is made once and sent often.
struct EncodedDocument: Sendable {
    let mediaType: String
    let plain: ByteBuffer
    /// The document packed by gzip, where that is shorter.
    let packed: ByteBuffer?
    let tag: EntityTag

    /// - Parameter isPacked: whether to pack it, which is of no use for what is packed already.
    init(_ bytes: [UInt8], mediaType: String, isPacked: Bool = true) {
        self.mediaType = mediaType
        plain = ByteBuffer(bytes: bytes)
        packed = isPacked ? ContentCoding.gzipped(bytes).map { ByteBuffer(bytes: $0) } : nil
        tag = EntityTag(String(SHA256Digest.of(bytes).hex.prefix(Self.tagLength)))
    }

    /// Digits of a tag: 128 bits are enough for no two contents to share one.
    private static let tagLength = 32

    /// Bytes in memory.
    var size: Int { plain.readableBytes + (packed?.readableBytes ?? 0) }

    /// The answer to a request for the document: itself, a part of it, or that the client's copy is good.
    func response(to request: Request, cache: CachePolicy = .revalidate) -> Response {
        let content = ContentCoding.acceptsGzip(request.headers[.acceptEncoding]) ? packed : nil
        var fields = fields(cache)
        if content != nil { fields[.contentEncoding] = "gzip" }
        let body = content ?? plain
        // Ranges are for packages, which are packed already; of a text that can be sent packed, a part is of no use.
        let answer = ConditionalAnswer(
            tag: content == nil ? tag : tag.packed, size: body.readableBytes, fields: fields,
            takesRanges: packed == nil)
        switch answer.content(for: request) {
        case .none(let response): return response
        case .bytes(nil, let status, let fields):
            return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: body))
        case .bytes(let range?, let status, let fields):
            let part = body.getSlice(at: body.readerIndex + range.lowerBound, length: range.count)
            return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: part ?? ByteBuffer()))
        }
    }

    /// The document as the answer to a change that made it.
    func response(status: HTTPResponse.Status = .ok) -> Response {
        var fields = fields(.revalidate)
        fields[.eTag] = tag.header
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: plain))
    }

    private func fields(_ cache: CachePolicy) -> HTTPFields {
        var fields: HTTPFields = [.cacheControl: cache.rawValue, .contentType: mediaType]
        if packed != nil { fields[.vary] = "Accept-Encoding" }
        return fields
    }
}
