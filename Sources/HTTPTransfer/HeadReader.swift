/// Puts the head of an answer together from its lines. Answers before the final one, which say to go on or lead
/// elsewhere, are passed over.
struct HeadReader {
    /// The most bytes of one head; servers send a few hundred, and proxies and browsers stop near this too.
    static let mostBytes = 64 << 10

    /// What a line brought.
    enum Progress: Equatable {
        /// More lines follow, or an answer that is not the final one has ended.
        case more
        /// The final head is whole.
        case head(status: Int)
        /// There is too much of it.
        case tooLong
    }

    /// The fields so far.
    private(set) var fields: [(name: String, value: String)] = []
    /// Where the last redirect led to that was passed over.
    private(set) var redirect: String?
    /// All bytes of all heads.
    private(set) var bytes = 0

    private let followsRedirects: Bool
    private var status = 0
    private var bytesOfHead = 0
    private var isComplete = false

    /// A reader for one request.
    init(followsRedirects: Bool) {
        self.followsRedirects = followsRedirects
    }

    /// Takes a line with its end. Fields that come after the body are nobody's.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Progress {
        guard !isComplete else { return .more }
        bytes += line.count
        bytesOfHead += line.count
        guard bytesOfHead <= Self.mostBytes else { return .tooLong }
        let text = String(decoding: line, as: UTF8.self).trimmingLineEnd
        if text.isEmpty { return end() }
        if status == 0 {
            // The library lets no line pass in this place that has no status.
            status = text.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0) } ?? 0
        } else if text.first == " " || text.first == "\t" {
            if let last = fields.indices.last { fields[last].value += " " + text.trimmingBlanks }
        } else if let colon = text.firstIndex(of: ":") {
            fields.append((text[..<colon].trimmingBlanks, text[text.index(after: colon)...].trimmingBlanks))
        }
        return .more
    }

    private mutating func end() -> Progress {
        let location = fields.last { $0.name.lowercased() == "location" && !$0.value.isEmpty }?.value
        let leadsOn = followsRedirects && (300..<400).contains(status) && location != nil
        guard status < 200 || leadsOn else {
            isComplete = true
            return .head(status: status)
        }
        if leadsOn { redirect = location }
        status = 0
        bytesOfHead = 0
        fields = []
        return .more
    }
}

extension StringProtocol {
    fileprivate var trimmingBlanks: String {
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
