public import ExactNumbers
public import Playback
public import PlayerSettings

/// A recorded session: a header and the lines in order of time.
///
///     let recording = try Recording(bytes, path: "evening.jsonl")
///     for line in recording.lines { … }
public struct Recording: Sendable {
    /// The header, with the program and the initial state.
    public let header: RecordingHeader
    /// The lines after the header, in order of time.
    public let lines: [RecordedLine]
    /// Whether the last line is incomplete, as after a crash; `lines` does not contain it.
    public let isIncomplete: Bool

    /// Creates a recording in code.
    public init(header: RecordingHeader, lines: [RecordedLine], isIncomplete: Bool = false) {
        self.header = header
        self.lines = lines
        self.isIncomplete = isIncomplete
    }

    /// Reads a recording.
    ///
    /// An incomplete last line is no error. Unknown members are ignored, because newer programs can add some. Unknown
    /// lines are errors, because the session would continue differently without them.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - path: The file's name in errors.
    /// - Throws: `ConfigurationError` with line and column of the first error.
    public init(_ bytes: [UInt8], path: String) throws(ConfigurationError) {
        var header: RecordingHeader?
        var lines: [RecordedLine] = []
        var isTorn = false
        var number = 0
        var start = Self.textStart(bytes)
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
        self.init(header: header, lines: lines, isIncomplete: isTorn)
    }

    /// Returns whether a file that begins with `head` is a recording, valid or not.
    public static func isRecording(_ head: [UInt8]) -> Bool {
        let start = textStart(head)
        let line = head[min(start, head.count)...].prefix { $0 != UInt8(ascii: "\n") }
        let words = line.prefix(64).filter { $0 > 0x20 }
        return words.starts(with: Array(#"{"giftty":"#.utf8))
    }

    /// Returns the offset after the byte order mark that some editors write.
    private static func textStart(_ bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    /// The display name: `recorded session, party, seed 7`.
    public var name: String {
        let seed = header.seed.isEmpty ? "" : "seed \(header.seed)"
        return (["recorded session", header.profile, seed]).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The time of the last line.
    public var end: Nanoseconds { lines.last?.at ?? 0 }

    /// Whether the recording has the end of the session; it has none after a crash.
    public var hasEnd: Bool { lines.contains { $0.kind == .input(.end) } }

    /// The controller's inputs with their times.
    ///
    /// The last input is the end, because the recording has no data about later times.
    public var inputs: [(at: Nanoseconds, input: Input)] {
        var settings = header.settings
        var inputs: [(at: Nanoseconds, input: Input)] = []
        for line in lines {
            guard let input = line.input?.controllerInput(changing: &settings) else { continue }
            if input == .end { break }
            inputs.append((line.at, input))
        }
        inputs.append((end, .end))
        return inputs
    }
}

/// An error in a line, with its column.
struct RecordingFault: Error {
    let column: Int
    let problem: String
}
