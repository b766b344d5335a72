public import ExactNumbers
import Playback
import PlayerSettings

/// A check whether the controller still decides as recorded, line by line of the trace.
public struct RecordingCheck: Sendable {
    /// The first line that differs.
    public struct Difference: Equatable, Sendable {
        /// The session time.
        public let at: Nanoseconds
        /// The recorded line; `nil` if the new trace has an additional line.
        public let recorded: RecordedLine?
        /// The line of the new trace; `nil` if it lacks the recorded line.
        public let replayed: String?
        /// The recorded lines before the difference.
        public let before: [RecordedLine]
        /// The recorded lines after the difference.
        public let after: [RecordedLine]
    }

    /// The number of lines before and after a difference.
    private static let contextLines = 3

    /// The number of equal trace lines up to the first difference.
    public private(set) var equalCount = 0
    /// The first difference; `nil` without one.
    public private(set) var difference: Difference?

    private var controller: PlaybackController
    private var replayedLines: [String] = []
    /// The number of lines in `today` that are already compared.
    private var comparedCount = 0

    /// Replays a recording's inputs in virtual time and compares the resulting trace with the recorded one.
    ///
    /// If the recording has no end, the lines that its last input caused may be missing in it.
    public init(_ recording: Recording) {
        controller = PlaybackController(settings: recording.header.settings.playback)
        var settings = recording.header.settings
        for (index, line) in recording.lines.enumerated() {
            if case .decision(let decision) = line.kind {
                if comparedCount == replayedLines.count { replay(controller.advance(to: line.at)) }
                guard comparedCount < replayedLines.count, replayedLines[comparedCount] == decision.text else {
                    recordDifference(at: line.at, index, recorded: line, in: recording)
                    return
                }
                comparedCount += 1
                equalCount += 1
            } else {
                if comparedCount == replayedLines.count { replay(controller.advance(to: line.at)) }
                guard comparedCount == replayedLines.count else {
                    recordDifference(at: line.at, index, recorded: nil, in: recording)
                    return
                }
                if let input = line.input?.controllerInput(changing: &settings) {
                    replay(controller.handle(input, at: line.at))
                }
            }
        }
        if recording.hasEnd, comparedCount < replayedLines.count {
            recordDifference(at: recording.end, recording.lines.count, recorded: nil, in: recording)
        }
    }

    private mutating func replay(_ events: [TraceEvent]) {
        replayedLines = events.map(\.json)
        comparedCount = 0
    }

    private mutating func recordDifference(
        at time: Nanoseconds, _ index: Int, recorded: RecordedLine?, in recording: Recording
    ) {
        let lines = recording.lines
        let rest = recorded == nil ? index : index + 1
        difference = Difference(
            at: time, recorded: recorded,
            replayed: comparedCount < replayedLines.count ? replayedLines[comparedCount] : nil,
            before: Array(lines[max(0, index - Self.contextLines)..<index]),
            after: Array(lines[rest..<min(lines.count, rest + Self.contextLines)]))
    }
}
