/// A parser that assembles the head of a response from its lines.
///
/// It skips responses before the final one: informational responses, and redirects that are followed.
struct ResponseHeadParser {
    /// The largest head, in bytes. Servers send a few hundred bytes; proxies and browsers have limits near this one.
    static let maxBytes = 64 << 10

    /// The result of a line.
    enum Progress: Equatable {
        /// More lines follow, or a response before the final one has ended.
        case needsMore
        /// The head of the final response is complete.
        case head(status: Int)
        /// The head exceeds the limit.
        case tooLong
    }

    /// The header fields so far.
    private(set) var fields: [(name: String, value: String)] = []
    /// The target of the last skipped redirect.
    private(set) var redirectTarget: String?
    /// The size of all heads, in bytes.
    private(set) var totalBytes = 0

    private let followsRedirects: Bool
    private var status = 0
    private var currentHeadBytes = 0
    private var isComplete = false

    /// Creates a parser for one request.
    init(followsRedirects: Bool) {
        self.followsRedirects = followsRedirects
    }

    /// Parses a line, including its line end. Trailer fields, which follow the body, are ignored.
    mutating func parse(_ line: UnsafeRawBufferPointer) -> Progress {
        guard !isComplete else { return .needsMore }
        totalBytes += line.count
        currentHeadBytes += line.count
        guard currentHeadBytes <= Self.maxBytes else { return .tooLong }
        let text = String(decoding: line, as: UTF8.self).trimmingLineEnd
        if text.isEmpty { return finishHead() }
        if status == 0 {
            // libcurl rejects a first line that has no status.
            status = text.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0) } ?? 0
        } else if text.first == " " || text.first == "\t" {
            if let last = fields.indices.last { fields[last].value += " " + text.trimmingWhitespace }
        } else if let colon = text.firstIndex(of: ":") {
            fields.append((text[..<colon].trimmingWhitespace, text[text.index(after: colon)...].trimmingWhitespace))
        }
        return .needsMore
    }

    private mutating func finishHead() -> Progress {
        let location = fields.last { $0.name.lowercased() == "location" && !$0.value.isEmpty }?.value
        let leadsOn = followsRedirects && (300..<400).contains(status) && location != nil
        guard status < 200 || leadsOn else {
            isComplete = true
            return .head(status: status)
        }
        if leadsOn { redirectTarget = location }
        status = 0
        currentHeadBytes = 0
        fields = []
        return .needsMore
    }
}

extension StringProtocol {
    fileprivate var trimmingWhitespace: String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return String(self[first...last])
    }

    fileprivate var trimmingLineEnd: String {
        var scalars = Substring(self).unicodeScalars
        while let last = scalars.last, last == "\n" || last == "\r" { scalars.removeLast() }
        return String(scalars)
    }
}
