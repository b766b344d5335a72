/// Lines that wait for a reader, up to a limit. A reader that exceeds it gets no further lines.
///
/// It only decides; ``LineChannel`` writes. A reader never misses a line between two others: what it gets is the beginning
/// of all lines.
package struct UnsentLines: Sendable {
    /// What is to be done.
    package enum Action: Equatable, Sendable {
        /// Nothing, until a line is added or the lines end.
        case wait
        /// These bytes are to be written: whole lines if they are short.
        case write([UInt8])
        /// Nothing: all lines are written, or the reader has exceeded the limit.
        case end
    }

    /// The most bytes that wait by default, as for a program that steers a room.
    package static let maxBytes = 4 << 20
    /// The most bytes of one write. A pipe that can be written accepts them at once on every system (`_POSIX_PIPE_BUF`).
    package static let maxWrite = 512

    private let limit: Int
    private var bytes: [UInt8] = []
    /// The index of the first byte that is not written.
    private var first = 0
    private var hasEnded = false
    private var isGivenUp = false
    /// The number of lines that the reader has not got, as it let too much wait or did not read in time.
    package private(set) var lostCount = 0

    /// Creates an empty queue for at most `limit` bytes.
    package init(limit: Int = maxBytes) { self.limit = limit }

    /// What is to be done now.
    package var action: Action {
        if isGivenUp { return .end }
        guard first < bytes.count else { return hasEnded ? .end : .wait }
        let piece = bytes[first..<min(bytes.count, first + Self.maxWrite)]
        let end = piece.lastIndex(of: Self.lineBreak).map { $0 + 1 } ?? piece.endIndex
        return .write(Array(piece[..<end]))
    }

    /// Adds a line without its line break.
    package mutating func add(_ line: [UInt8]) {
        guard !isGivenUp else { return lostCount += 1 }
        bytes += line
        bytes.append(Self.lineBreak)
        if bytes.count - first > limit { giveUp() }
    }

    /// Notes that bytes of the last action were written, even if the reader was given up meanwhile.
    package mutating func wrote(_ written: [UInt8]) {
        guard !isGivenUp else { return lostCount -= written.count { $0 == Self.lineBreak } }
        first = min(bytes.count, first + written.count)
        if first == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            first = 0
        } else if first > 1 << 16 {
            bytes.removeFirst(first)
            first = 0
        }
    }

    /// Records that no more lines follow.
    package mutating func end() { hasEnded = true }

    /// Drops what waits, and all that comes.
    package mutating func giveUp() {
        guard !isGivenUp else { return }
        isGivenUp = true
        lostCount += bytes[first...].count { $0 == Self.lineBreak }
        (bytes, first) = ([], 0)
    }

    private static let lineBreak = UInt8(ascii: "\n")
}
