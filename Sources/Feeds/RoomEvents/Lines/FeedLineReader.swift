/// A reader that parses a feed line by line from any source of bytes, in memory that does not grow with the feed.
///
///     var reader = FeedLineReader { buffer in try file.read(into: buffer) }
///     while let line = try reader.next() { … }
public struct FeedLineReader<Failure: Error>: ~Copyable {
    /// The length limit of a line, in bytes; about 100 times the longest line that platforms send.
    public static var maxLineLength: Int { 1 << 20 }
    private static var chunkSize: Int { 1 << 18 }

    private let read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    /// The input buffer, of which `unread` is the initialised part.
    ///
    /// The reader owns it and is not copyable. The memory is bound to `UInt8`, so lines can be read as bytes.
    private var buffer: UnsafeMutableRawBufferPointer
    /// The range of the buffer with bytes that were read from the source but not yet returned.
    private var unread = 0..<0
    private var isAtEnd = false
    /// The number of the last line returned, from 1; 0 before the first line.
    public private(set) var lineNumber = 0
    /// The number of the last line if the feed ends in the middle of it, for example because its writer was stopped;
    /// nil before the end of the feed and if the last line is complete.
    public private(set) var incompleteLine: Int?
    /// Whether the last line returned ends without a line break.
    private var lacksLineBreak = false

    /// An error of the reader.
    public enum Fault: Error {
        /// The source could not be read.
        case source(Failure)
        /// The line with the number ``FeedLineReader/lineNumber`` is not valid.
        case line(FeedLineError)
    }

    /// Whether the reader ignores an incomplete last line; otherwise such a line is an error.
    private let ignoresIncompleteLine: Bool

    /// Creates a reader at the beginning of a feed.
    ///
    /// - Parameters:
    ///   - ignoresIncompleteLine: Whether the reader ignores an incomplete last line and reports it in ``incompleteLine``. Otherwise
    ///     such a line is an error.
    ///   - read: Fills a buffer and returns the number of bytes written; 0 at the end of the feed.
    public init(
        ignoresIncompleteLine: Bool = false, read: @escaping (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) {
        self.ignoresIncompleteLine = ignoresIncompleteLine
        self.read = read
        buffer = Self.allocateBuffer(Self.chunkSize)
    }

    private static func allocateBuffer(_ count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count))
    }

    deinit {
        buffer.deallocate()
    }

    /// Returns the next line that is not blank; nil at the end of the feed or at an incomplete last line that the
    /// reader ignores.
    ///
    /// - Throws: ``Fault`` if the source cannot be read or the line is not valid.
    public mutating func next() throws(Fault) -> FeedLine? {
        while let range = try nextLine() {
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[range])
            guard bytes.contains(where: { $0 > 0x20 }) else { continue }
            do throws(FeedLineError) {
                return try FeedLineParser.parse(bytes.assumingMemoryBound(to: UInt8.self))
            } catch {
                guard ignoresIncompleteLine, lacksLineBreak, Self.isIncomplete(bytes) else { throw .line(error) }
                incompleteLine = lineNumber
            }
        }
        return nil
    }

    /// Whether a line begins with an object but stops before the end of the object.
    private static func isIncomplete(_ line: UnsafeRawBufferPointer) -> Bool {
        guard line.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return false }
        var depth = 0
        var isText = false
        var isEscaped = false
        for byte in line {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return isText || depth > 0
    }

    /// Returns the range of the next line in the buffer, without its line break; nil at the end of the feed.
    private mutating func nextLine() throws(Fault) -> Range<Int>? {
        var searched = unread.lowerBound
        while true {
            if let end = UnsafeRawBufferPointer(buffer).firstLineBreak(in: searched..<unread.upperBound) {
                return consumeLine(upTo: end, rest: end + 1)
            }
            if isAtEnd {
                lacksLineBreak = true
                return unread.isEmpty ? nil : consumeLine(upTo: unread.upperBound, rest: unread.upperBound)
            }
            let length = unread.count
            try fillBuffer()
            searched = unread.lowerBound + length
        }
    }

    private mutating func consumeLine(upTo end: Int, rest: Int) -> Range<Int> {
        var start = unread.lowerBound
        unread = rest..<unread.upperBound
        lineNumber += 1
        // Some editors write a byte order mark at the start of a file.
        if lineNumber == 1, end - start >= 3, buffer[start] == 0xEF, buffer[start + 1] == 0xBB,
            buffer[start + 2] == 0xBF
        {
            start += 3
        }
        return start..<end
    }

    /// Moves the unread bytes to the front of the buffer and reads more after them.
    private mutating func fillBuffer() throws(Fault) {
        if unread.count > Self.maxLineLength {
            lineNumber += 1
            throw .line(FeedLineError(column: 1, problem: "expected a line of at most \(Self.maxLineLength) bytes"))
        }
        if unread.count == buffer.count {
            let larger = Self.allocateBuffer(buffer.count * 2)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[unread]))
            buffer.deallocate()
            buffer = larger
        } else if unread.lowerBound > 0 {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[unread]))
        }
        unread = 0..<unread.count
        let free = UnsafeMutableRawBufferPointer(rebasing: buffer[unread.upperBound...])
        let count: Int
        do throws(Failure) {
            count = try read(free)
        } catch {
            throw .source(error)
        }
        isAtEnd = count <= 0
        unread = 0..<unread.upperBound + min(max(count, 0), free.count)
    }
}
