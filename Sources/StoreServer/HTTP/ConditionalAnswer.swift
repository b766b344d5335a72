import HTTPTypes
import Hummingbird

/// An answer that depends on what the client has already: nothing new, a part, or the whole (RFC 9110, sections 13 and 14).
struct ConditionalAnswer {
    /// What to send of a document.
    enum Content {
        /// All of it, or the bytes of a part, under this head.
        case bytes(ClosedRange<Int>?, HTTPResponse.Status, HTTPFields)
        /// Nothing of it, but this answer.
        case none(Response)
    }

    let tag: EntityTag
    /// Bytes of the whole.
    let size: Int
    /// Headers of the whole, but for the tag.
    let fields: HTTPFields
    let takesRanges: Bool

    /// What to send of the document to who makes `request`.
    func content(for request: Request) -> Content {
        var fields = fields
        fields[.eTag] = tag.header
        if let header = request.headers[.ifNoneMatch],
            EntityTagCondition(header: header).includes(equivalent: tag)
        {
            return .none(Self.notModified(fields))
        }
        if takesRanges { fields[.acceptRanges] = "bytes" }
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
        // The length would be that of the whole, which is not sent.
        response.headers[.contentLength] = nil
        return response
    }

    private func range(of request: Request) -> ByteRange {
        guard takesRanges, request.method == .get else { return .whole }
        // Parts of different states must not be put together. A date is no tag, and there are no dates here.
        if let header = request.headers[.ifRange] {
            guard case .these(let tags) = EntityTagCondition(header: header), tags.contains(where: tag.isIdentical)
            else { return .whole }
        }
        return ByteRange(header: request.headers[.range], size: size)
    }
}
