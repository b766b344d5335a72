import HTTPTypes
import Hummingbird

/// A response that depends on what the client already has: "not modified", a part, or the whole document (RFC 9110,
/// sections 13 and 14).
struct ConditionalResponse {
    /// The content to send.
    enum Content {
        /// The whole document, or a range of its bytes, with this status and these fields.
        case bytes(ClosedRange<Int>?, HTTPResponse.Status, HTTPFields)
        /// No content of the document, but this response.
        case none(Response)
    }

    let tag: EntityTag
    /// The tag of the document's plain form, which clients may send for any form.
    let plainTag: EntityTag
    /// The size of the whole document, in bytes.
    let size: Int
    /// The header fields of the whole document, without its tag.
    let fields: HTTPFields
    let acceptsRanges: Bool

    /// Returns the content to send for `request`.
    func content(for request: Request) -> Content {
        var fields = fields
        fields[.eTag] = tag.header
        if let header = request.headers[.ifMatch], !EntityTagCondition(header: header).includes(content: plainTag) {
            return .none(RequestFailure.changedMeanwhile.response)
        }
        if let header = request.headers[.ifNoneMatch],
            EntityTagCondition(header: header).includes(equivalent: tag)
        {
            return .none(Self.notModified(fields))
        }
        if acceptsRanges { fields[.acceptRanges] = "bytes" }
        switch range(of: request) {
        case .whole: return .bytes(nil, .ok, fields)
        case .part(let range):
            fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound)/\(size)"
            return .bytes(range, .partialContent, fields)
        case .unsatisfiable:
            let failure = RequestFailure(
                .rangeNotSatisfiable, "expected a range within \(size) bytes",
                headers: [.contentRange: "bytes */\(size)", .acceptRanges: "bytes"])
            return .none(failure.response)
        }
    }

    private static func notModified(_ fields: HTTPFields) -> Response {
        var fields = fields
        fields[.contentType] = nil
        fields[.contentEncoding] = nil
        var response = Response(status: .notModified, headers: fields)
        // A 304 response has no body, so the length of the document must not appear.
        response.headers[.contentLength] = nil
        return response
    }

    private func range(of request: Request) -> ByteRange {
        guard acceptsRanges, request.method == .get else { return .whole }
        // Parts of different states must not be joined. `If-Range` may also be a date, but the server sends no dates.
        if let header = request.headers[.ifRange] {
            guard case .these(let tags) = EntityTagCondition(header: header), tags.contains(where: tag.isIdentical)
            else { return .whole }
        }
        return ByteRange(header: request.headers[.range], size: size)
    }
}
