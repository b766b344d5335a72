/// The part of a document that a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
    /// The whole document: the request has no range, several ranges, or one that is malformed or in an unknown unit.
    case whole
    /// A non-empty range of bytes.
    case part(ClosedRange<Int>)
    /// A range outside the document.
    case unsatisfiable

    /// Creates a range from the value of a `Range` field, for a document of `size` bytes.
    ///
    /// For several ranges the result is the whole document, which the RFC permits: a client that resumes a download
    /// asks for one.
    init(header: String?, size: Int) {
        guard let header, let equals = header.firstIndex(of: "="),
            header[..<equals].trimmingWhitespace.lowercased() == "bytes"
        else {
            self = .whole
            return
        }
        let range = header[header.index(after: equals)...].trimmingWhitespace
        guard !range.contains(","), let dash = range.firstIndex(of: "-") else {
            self = .whole
            return
        }
        self = Self.bounds(first: range[..<dash], last: range[range.index(after: dash)...], size: size)
    }

    private static func bounds(first: Substring, last: Substring, size: Int) -> ByteRange {
        guard first.isEmpty || isNumber(first), last.isEmpty || isNumber(last) else { return .whole }
        if first.isEmpty {
            // A suffix range: the last bytes, up to the whole document.
            guard !last.isEmpty else { return .whole }
            let count = min(clamped(last), size)
            return count > 0 ? .part(size - count...size - 1) : .unsatisfiable
        }
        let start = clamped(first)
        let end = last.isEmpty ? Int.max : clamped(last)
        guard end >= start else { return .whole }
        guard start < size else { return .unsatisfiable }
        return .part(start...min(end, size - 1))
    }

    private static func isNumber(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    /// Returns the number that the digits spell, clamped to the largest integer.
    private static func clamped(_ digits: Substring) -> Int { Int(digits) ?? .max }
}
