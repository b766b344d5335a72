/// What part of a document a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
    /// All of it: there is no such header, it has several ranges, or is none that we know.
    case whole
    /// These bytes, at least one.
    case part(ClosedRange<Int>)
    /// Bytes that are not there.
    case unsatisfiable

    /// The part of a document of `size` bytes that the value of a `Range` header names.
    ///
    /// Of several ranges the whole is answered, as the RFC allows: who resumes a download asks for one.
    init(header: String?, size: Int) {
        guard let header, let equals = header.firstIndex(of: "="),
            header[..<equals].trimmedOfSpaces.lowercased() == "bytes"
        else {
            self = .whole
            return
        }
        let range = header[header.index(after: equals)...].trimmedOfSpaces
        guard !range.contains(","), let dash = range.firstIndex(of: "-") else {
            self = .whole
            return
        }
        self = Self.bounds(first: range[..<dash], last: range[range.index(after: dash)...], size: size)
    }

    private static func bounds(first: Substring, last: Substring, size: Int) -> ByteRange {
        guard first.isEmpty || isNumber(first), last.isEmpty || isNumber(last) else { return .whole }
        if first.isEmpty {
            // The last bytes, as many as there are.
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

    /// The number that digits spell, or the greatest there is.
    private static func clamped(_ digits: Substring) -> Int { Int(digits) ?? .max }
}
