import Configuration
public import Playback

/// Whether the controller decides today as it did when a session was recorded, line by line of the trace.
public struct RecordingCheck: Sendable {
    /// The first line that is another one today.
    public struct Difference: Equatable, Sendable {
        /// When.
        public let at: Nanoseconds
        /// The line that was recorded; nil where it is today's that was not there.
        public let recorded: RecordedLine?
        /// The line of today's trace; nil where there is none.
        public let today: String?
        /// The lines of the recording before it.
        public let before: [RecordedLine]
        /// The lines of the recording after it.
        public let after: [RecordedLine]
    }

    /// How many lines before and after a difference are shown.
    private static let neighbours = 3

    /// How many lines of the trace are the same, up to the difference where there is one.
    public private(set) var same = 0
    /// The first difference; nil where there is none.
    public private(set) var difference: Difference?

    private var controller: PlaybackController
    private var today: [String] = []
    /// How many of today's lines have been held against recorded ones.
    private var compared = 0

    /// Plays a recording's inputs on virtual time and holds what comes of them against what was recorded.
    ///
    /// Where the recording stops without an end, what its last input brought may be missing.
    public init(_ recording: Recording) {
        controller = PlaybackController(settings: recording.header.settings.playback)
        var settings = recording.header.settings
        for (index, line) in recording.lines.enumerated() {
            if case .decision(let decision) = line.kind {
                if compared == today.count { decide(controller.advance(to: line.at)) }
                guard compared < today.count, today[compared] == decision.text else {
                    differ(at: line.at, index, recorded: line, in: recording)
                    return
                }
                compared += 1
                same += 1
            } else {
                if compared == today.count { decide(controller.advance(to: line.at)) }
                guard compared == today.count else {
                    differ(at: line.at, index, recorded: nil, in: recording)
                    return
                }
                if let input = line.kind.input(changing: &settings) { decide(controller.handle(input, at: line.at)) }
            }
        }
        if recording.isEnded, compared < today.count {
            differ(at: recording.end, recording.lines.count, recorded: nil, in: recording)
        }
    }

    private mutating func decide(_ events: [TraceEvent]) {
        today = events.map(\.json)
        compared = 0
    }

    private mutating func differ(at time: Nanoseconds, _ index: Int, recorded: RecordedLine?, in recording: Recording) {
        let lines = recording.lines
        let rest = recorded == nil ? index : index + 1
        difference = Difference(
            at: time, recorded: recorded, today: compared < today.count ? today[compared] : nil,
            before: Array(lines[max(0, index - Self.neighbours)..<index]),
            after: Array(lines[rest..<min(lines.count, rest + Self.neighbours)]))
    }
}
