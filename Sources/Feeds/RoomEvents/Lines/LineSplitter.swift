/// A splitter that cuts chunks of bytes into lines, in memory that does not grow with the input.
///
///     var splitter = LineSplitter()
///     splitter.split(piece) { line in … }
///     splitter.finish { line in … }
public struct LineSplitter: Sendable {
    /// The default length limit of a line, in bytes; about 100 times the longest line that platforms send.
    public static let defaultMaxLength = 1 << 20

    /// A line without its line break.
    public struct Line {
        /// The number of the line, from 1.
        public let number: Int
        /// The bytes of the line; only its beginning if the line is too long.
        public let bytes: UnsafeBufferPointer<UInt8>
        /// Whether the line is longer than the splitter's limit, by default ``LineSplitter/defaultMaxLength`` bytes.
        public let isTooLong: Bool

        /// Whether the line contains only spaces and control characters.
        public var isBlank: Bool { !bytes.contains { $0 > 0x20 } }
    }

    private let maxLength: Int
    /// The beginning of a line whose end has not arrived yet.
    private var bufferedBytes: [UInt8] = []
    private var isTooLong = false
    /// The number of lines delivered.
    public private(set) var count = 0

    /// Creates a splitter that keeps at most `maxLength` bytes of a line.
    public init(maxLength: Int = LineSplitter.defaultMaxLength) {
        self.maxLength = max(1, maxLength)
    }

    /// Whether the splitter holds an incomplete line.
    public var isInLine: Bool { !bufferedBytes.isEmpty || isTooLong }

    /// Processes the next bytes and calls `receive` for each line that ends in them. A line's bytes are valid only
    /// during the call.
    public mutating func split(_ bytes: UnsafeRawBufferPointer, _ receive: (Line) -> Void) {
        var start = 0
        while let end = bytes.firstLineBreak(in: start..<bytes.count) {
            consume(lineEnd: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), receive)
            start = end + 1
        }
        buffer(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }

    /// Delivers the last line if it has no line break.
    public mutating func finish(_ receive: (Line) -> Void) {
        guard isInLine else { return }
        consume(lineEnd: UnsafeRawBufferPointer(start: nil, count: 0), receive)
    }

    /// Discards the incomplete line and resets the line count.
    public mutating func reset() {
        bufferedBytes.removeAll(keepingCapacity: true)
        isTooLong = false
        count = 0
    }

    private mutating func consume(lineEnd bytes: UnsafeRawBufferPointer, _ receive: (Line) -> Void) {
        count += 1
        guard isInLine || bytes.count > maxLength else { return deliver(bytes, isTooLong: false, to: receive) }
        buffer(bytes)
        let isTooLong = isTooLong
        self.isTooLong = false
        bufferedBytes.withUnsafeBytes { deliver($0, isTooLong: isTooLong, to: receive) }
        bufferedBytes.removeAll(keepingCapacity: bufferedBytes.capacity <= 1 << 16)
    }

    private mutating func buffer(_ bytes: UnsafeRawBufferPointer) {
        let room = maxLength - bufferedBytes.count
        if bytes.count > room { isTooLong = true }
        bufferedBytes.append(contentsOf: bytes.prefix(room))
    }

    /// Delivers a line without a carriage return at its end and without a byte order mark, which some editors write at
    /// the start of a file.
    private func deliver(_ bytes: UnsafeRawBufferPointer, isTooLong: Bool, to receive: (Line) -> Void) {
        var range = 0..<bytes.count
        if count == 1, bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            range = 3..<bytes.count
        }
        if let last = range.last, bytes[last] == 0x0D { range = range.lowerBound..<last }
        // The rebinding to bytes is valid for any memory during the call, whatever type the owner has bound it to.
        UnsafeRawBufferPointer(rebasing: bytes[range]).withMemoryRebound(to: UInt8.self) { bytes in
            receive(Line(number: count, bytes: bytes, isTooLong: isTooLong))
        }
    }
}
