import HTTPTypes
import Hummingbird
import NIOCore
import StoreProtocol

/// The policy for caching a response.
enum CachePolicy: String {
    /// Caches may store the response but must revalidate it before each use.
    case revalidate = "no-cache"
    /// Caches may keep the response for ever: other content has another URL.
    case immutable = "public, max-age=31536000, immutable"
}

/// A document ready to send: its plain and compressed bytes and its tag. It is encoded once and sent often.
struct EncodedDocument: Sendable {
    let mediaType: String
    let plain: ByteBuffer
    /// The document compressed with gzip; `nil` if that is not shorter.
    let compressed: ByteBuffer?
    let tag: EntityTag

    /// Creates a document.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - mediaType: The media type.
    ///   - isCompressible: Whether to compress the content, which is useless for a compressed format.
    init(_ bytes: [UInt8], mediaType: String, isCompressible: Bool = true) {
        self.mediaType = mediaType
        plain = ByteBuffer(bytes: bytes)
        compressed = isCompressible ? ContentCoding.gzipped(bytes).map { ByteBuffer(bytes: $0) } : nil
        tag = EntityTag(String(SHA256Digest.digest(of: bytes).hex.prefix(Self.tagLength)))
    }

    /// The number of hexadecimal digits of a tag: 128 bits rule out collisions.
    private static let tagLength = 32

    /// The size in memory, in bytes.
    var size: Int { plain.readableBytes + (compressed?.readableBytes ?? 0) }

    /// Returns the response to a request for the document: the whole, a part, or "not modified".
    func response(to request: Request, cache: CachePolicy = .revalidate) -> Response {
        let content = ContentCoding.acceptsGzip(request.headers[.acceptEncoding]) ? compressed : nil
        var fields = fields(cache)
        if content != nil { fields[.contentEncoding] = "gzip" }
        let body = content ?? plain
        // Ranges serve packages, which are compressed already. A part of a text that can be compressed is of no use.
        let answer = ConditionalResponse(
            tag: content == nil ? tag : tag.compressed, plainTag: tag, size: body.readableBytes, fields: fields,
            acceptsRanges: compressed == nil)
        switch answer.content(for: request) {
        case .none(let response): return response
        case .bytes(nil, let status, let fields):
            return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: body))
        case .bytes(let range?, let status, let fields):
            let part = body.getSlice(at: body.readerIndex + range.lowerBound, length: range.count)
            return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: part ?? ByteBuffer()))
        }
    }

    /// Returns the document as the response to the change that created it.
    func response(status: HTTPResponse.Status = .ok) -> Response {
        var fields = fields(.revalidate)
        fields[.eTag] = tag.header
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: plain))
    }

    private func fields(_ cache: CachePolicy) -> HTTPFields {
        var fields: HTTPFields = [.cacheControl: cache.rawValue, .contentType: mediaType]
        if compressed != nil { fields[.vary] = "Accept-Encoding" }
        return fields
    }
}
