/// Reads a feed line by line from wherever its bytes come, in memory that does not grow with the feed.
///
///     var reader = FeedLineReader { buffer in try file.read(into: buffer) }
///     while let line = try reader.next() { … }
public struct FeedLineReader<Failure: Error>: ~Copyable {
    /// The longest line that is read, in bytes; the longest that platforms send have a hundredth of it.
    public static var longestLine: Int { 1 << 20 }
    private static var pieceSize: Int { 1 << 18 }

    private let read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    private var buffer: UnsafeMutableRawBufferPointer
    /// The bytes of the buffer that hold what was read and not yet given out.
    private var unread = 0..<0
    private var isAtEnd = false
    /// The number of the line that was given out last, from 1; 0 before the first.
    public private(set) var lineNumber = 0

    /// A line that is none.
    public enum Fault: Error {
        /// The bytes could not be read.
        case source(Failure)
        /// The line with the number ``FeedLineReader/lineNumber`` is wrong.
        case line(FeedLineError)
    }

    /// A reader at the beginning of a feed. `read` fills a buffer and says how many bytes it has filled; 0 is the end.
    public init(read: @escaping (UnsafeMutableRawBufferPointer) throws(Failure) -> Int) {
        self.read = read
        buffer = .allocate(byteCount: Self.pieceSize, alignment: 1)
    }

    deinit {
        buffer.deallocate()
    }

    /// The next line that is not empty; nil at the end.
    public mutating func next() throws(Fault) -> FeedLine? {
        while let range = try nextLine() {
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[range])
            guard bytes.contains(where: { $0 > 0x20 }) else { continue }
            do throws(FeedLineError) {
                return try FeedLineParser.parse(bytes.assumingMemoryBound(to: UInt8.self))
            } catch {
                throw .line(error)
            }
        }
        return nil
    }

    /// Where in the buffer the next line stands, without its line break.
    private mutating func nextLine() throws(Fault) -> Range<Int>? {
        var searched = unread.lowerBound
        while true {
            if let end = UnsafeRawBufferPointer(buffer).firstLineBreak(in: searched..<unread.upperBound) {
                return giveOut(upTo: end, rest: end + 1)
            }
            if isAtEnd { return unread.isEmpty ? nil : giveOut(upTo: unread.upperBound, rest: unread.upperBound) }
            let length = unread.count
            try fill()
            searched = unread.lowerBound + length
        }
    }

    private mutating func giveOut(upTo end: Int, rest: Int) -> Range<Int> {
        var start = unread.lowerBound
        unread = rest..<unread.upperBound
        lineNumber += 1
        // Some editors begin a file with a byte order mark.
        if lineNumber == 1, end - start >= 3, buffer[start] == 0xEF, buffer[start + 1] == 0xBB,
            buffer[start + 2] == 0xBF
        {
            start += 3
        }
        return start..<end
    }

    /// Moves what is unread to the front of the buffer and reads more behind it.
    private mutating func fill() throws(Fault) {
        if unread.count > Self.longestLine {
            lineNumber += 1
            throw .line(FeedLineError(column: 1, problem: "expected a line of at most \(Self.longestLine) bytes"))
        }
        if unread.count == buffer.count {
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 1)
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
