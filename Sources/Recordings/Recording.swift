public import Configuration
public import Playback

/// A recorded session: a header and what happened, in order of time.
///
///     let recording = try Recording(bytes, path: "evening.jsonl")
///     for line in recording.lines { … }
public struct Recording: Sendable {
    /// What it was recorded with, and how it began.
    public let header: RecordingHeader
    /// What happened, in order.
    public let lines: [RecordedLine]
    /// Whether the last line is only a part of one, as a crash leaves it; that part is not among the lines.
    public let isTorn: Bool

    /// A recording made in code.
    public init(header: RecordingHeader, lines: [RecordedLine], isTorn: Bool = false) {
        self.header = header
        self.lines = lines
        self.isTorn = isTorn
    }

    /// Reads a recording; `path` is its name in errors, which say the line and the character.
    ///
    /// Nothing is wrong with a last line that has no end. Members that are not known are ignored, as later programs may
    /// write more; lines that are not known are errors, as the session would go another way without them.
    public init(_ bytes: [UInt8], path: String) throws(ConfigurationError) {
        var header: RecordingHeader?
        var lines: [RecordedLine] = []
        var isTorn = false
        var number = 0
        var start = Self.startOfText(bytes)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            let range = start..<(end ?? bytes.count)
            start = range.upperBound + 1
            number += 1
            guard bytes[range].contains(where: { $0 > 0x20 }) else { continue }
            do throws(RecordingFault) {
                if header == nil {
                    header = try RecordingHeader(line: bytes[range])
                } else {
                    lines.append(try RecordedLine(bytes[range], number: number, after: lines.last?.at ?? 0))
                }
            } catch {
                if end == nil, header != nil {
                    isTorn = true
                } else {
                    throw ConfigurationError(
                        .file(path: path, line: number, column: error.column), error.problem)
                }
            }
        }
        guard let header else {
            throw ConfigurationError(.wholeFile(path: path), "expected a recorded session, found nothing")
        }
        self.init(header: header, lines: lines, isTorn: isTorn)
    }

    /// Whether a file that begins with `head` is meant to be a recording.
    public static func isRecording(_ head: [UInt8]) -> Bool {
        let start = startOfText(head)
        let line = head[min(start, head.count)...].prefix { $0 != UInt8(ascii: "\n") }
        let words = line.prefix(64).filter { $0 > 0x20 }
        return words.starts(with: Array(#"{"giftty":"#.utf8))
    }

    /// Behind the byte order mark with which some editors begin a file.
    private static func startOfText(_ bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    /// What people call it: `recorded session, party, seed 7`.
    public var name: String {
        let seed = header.seed.isEmpty ? "" : "seed \(header.seed)"
        return (["recorded session", header.profile, seed]).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The time of the last line.
    public var end: Nanoseconds { lines.last?.at ?? 0 }

    /// Whether the session was ended, and not its program.
    public var isEnded: Bool { lines.contains { $0.kind == .end } }

    /// What the controller was told, and when. The end comes last: nothing is known of what would have come after it.
    public var inputs: [(at: Nanoseconds, input: Input)] {
        var settings = header.settings
        var inputs: [(at: Nanoseconds, input: Input)] = []
        for line in lines {
            guard let input = line.kind.input(changing: &settings) else { continue }
            if input == .end { break }
            inputs.append((line.at, input))
        }
        inputs.append((end, .end))
        return inputs
    }
}

/// What is wrong with a line, and at which character.
struct RecordingFault: Error {
    let column: Int
    let problem: String
}
