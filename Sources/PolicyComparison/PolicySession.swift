public import Playback
public import Scenarios

/// A session as it went under one policy.
public struct PolicySession: Sendable {
    /// The policy.
    public let policy: Policy
    /// The settings that were in force at the start.
    public let settings: Settings
    /// What the whole session comes to.
    public let figures: SessionFigures
    /// What happened within the window that was asked for.
    public let timeline: Timeline

    /// Plays a session under a policy. The timeline covers `window`, the figures everything.
    /// - Throws: the error of an event that cannot be read.
    public init(
        _ source: SessionSource, under policy: Policy, window: Range<Nanoseconds> = 0..<Nanoseconds.max
    ) throws {
        var record = Record(timeline: TimelineRecorder(window: window))
        try source.run(overriding: policy.settings, observer: &record)
        self.policy = policy
        settings = source.start(overriding: policy.settings)
        figures = record.figures
        timeline = record.timeline.timeline
    }
}

/// Takes down what a session comes to and how it went.
private struct Record: SessionObserver {
    var figures = SessionFigures()
    var timeline: TimelineRecorder

    mutating func willHandle(_ input: Input) {
        figures.willHandle(input)
        timeline.willHandle(input)
    }

    mutating func note(_ event: TraceEvent) {
        figures.note(event)
        timeline.note(event)
    }

    mutating func didEnd(at time: Nanoseconds) { figures.didEnd(at: time) }
}
