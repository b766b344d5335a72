/// Cuts bytes that come in pieces into lines, in memory that does not grow with what comes.
///
///     var splitter = LineSplitter()
///     splitter.take(piece) { line in … }
///     splitter.finish { line in … }
public struct LineSplitter: Sendable {
    /// The longest line that is kept, in bytes; the longest that platforms send have a hundredth of it.
    public static let longestLine = 1 << 20

    /// A line, without its line break.
    public struct Line {
        /// Its number, from 1.
        public let number: Int
        /// What it says; only its beginning where it is too long.
        public let bytes: UnsafeBufferPointer<UInt8>
        /// Whether it has more than ``LineSplitter/longestLine`` bytes.
        public let isTooLong: Bool

        /// Whether nothing is in it but spaces.
        public var isBlank: Bool { !bytes.contains { $0 > 0x20 } }
    }

    private let limit: Int
    /// The beginning of a line whose end has not come.
    private var beginning: [UInt8] = []
    private var isTooLong = false
    /// How many lines were given out.
    public private(set) var count = 0

    /// A splitter that keeps at most `limit` bytes of a line.
    public init(limit: Int = LineSplitter.longestLine) {
        self.limit = max(1, limit)
    }

    /// Whether a line has begun and not ended.
    public var isInLine: Bool { !beginning.isEmpty || isTooLong }

    /// Takes the next bytes and gives out each line that ends in them. The lines' bytes are good for the call only.
    public mutating func take(_ bytes: UnsafeRawBufferPointer, _ giveOut: (Line) -> Void) {
        var start = 0
        while let end = bytes.firstLineBreak(in: start..<bytes.count) {
            take(lineEnd: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), giveOut)
            start = end + 1
        }
        keep(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }

    /// Gives out the last line where no line break stands behind it.
    public mutating func finish(_ giveOut: (Line) -> Void) {
        guard isInLine else { return }
        take(lineEnd: UnsafeRawBufferPointer(start: nil, count: 0), giveOut)
    }

    /// Forgets the line that has begun, and begins to count anew.
    public mutating func reset() {
        beginning.removeAll(keepingCapacity: true)
        isTooLong = false
        count = 0
    }

    private mutating func take(lineEnd bytes: UnsafeRawBufferPointer, _ giveOut: (Line) -> Void) {
        count += 1
        guard isInLine || bytes.count > limit else {
            return giveOut(Line(number: count, bytes: trimmed(bytes), isTooLong: false))
        }
        keep(bytes)
        let isTooLong = isTooLong
        self.isTooLong = false
        beginning.withUnsafeBytes { kept in
            giveOut(Line(number: count, bytes: trimmed(kept), isTooLong: isTooLong))
        }
        beginning.removeAll(keepingCapacity: beginning.capacity <= 1 << 16)
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        let room = limit - beginning.count
        if bytes.count > room { isTooLong = true }
        beginning.append(contentsOf: bytes.prefix(room))
    }

    /// Without the carriage return at its end, and a byte order mark, with which some editors begin a file.
    private func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeBufferPointer<UInt8> {
        var range = 0..<bytes.count
        if count == 1, bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            range = 3..<bytes.count
        }
        if let last = range.last, bytes[last] == 0x0D { range = range.lowerBound..<last }
        return UnsafeRawBufferPointer(rebasing: bytes[range]).assumingMemoryBound(to: UInt8.self)
    }
}
