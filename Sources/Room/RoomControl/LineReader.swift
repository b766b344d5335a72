/// The bytes of a connection until the lines in them are complete.
struct LineReader: Sendable {
    private let maxLength: Int
    private var unread: [UInt8] = []

    /// Creates a reader of lines with at most this number of bytes.
    init(maxLength: Int) { self.maxLength = maxLength }

    /// Adds received bytes; none are the end, which ends the last line too.
    ///
    /// - Returns: The complete lines that are not blank, and whether the one after them exceeds the limit; nothing after
    ///   that is read.
    mutating func receive(_ bytes: [UInt8]) -> (lines: [ArraySlice<UInt8>], isTooLong: Bool) {
        unread += bytes.isEmpty && !unread.isEmpty ? [UInt8(ascii: "\n")] : bytes
        var lines: [ArraySlice<UInt8>] = []
        var start = unread.startIndex
        while let end = unread[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = unread[start..<end]
            guard line.count <= maxLength else { return (lines, true) }
            start = end + 1
            if line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) { lines.append(line) }
        }
        unread = Array(unread[start...])
        return (lines, unread.count > maxLength)
    }
}
