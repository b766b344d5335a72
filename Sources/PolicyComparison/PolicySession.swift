public import Playback
public import Scenarios

/// A session as it went under one policy.
public struct PolicySession: Sendable {
    /// The policy.
    public let policy: Policy
    /// The settings that were in force at the start, or where the policy came in.
    public let settings: Settings
    /// What the whole session comes to.
    public let figures: SessionFigures
    /// What happened within the window that was asked for.
    public let timeline: Timeline

    /// Plays a session under a policy, from the start or from the moment `branch` on. The timeline covers `window`, with
    /// at most `limit` entries of a kind, the figures everything.
    /// - Throws: the error of an event that cannot be read.
    public init(
        _ source: SessionSource, under policy: Policy, from branch: Nanoseconds? = nil,
        window: Range<Nanoseconds> = 0..<Nanoseconds.max, limit: Int = Timeline.limit
    ) throws {
        var record = Record(timeline: TimelineRecorder(window: window, limit: limit), branch: branch ?? 0)
        if let branch {
            try source.branched(at: branch, setting: policy.settings).run(observer: &record)
        } else {
            try source.run(overriding: policy.settings, observer: &record)
        }
        self.policy = policy
        settings = record.settings
        figures = record.figures
        timeline = record.timeline.timeline
    }
}

/// Takes down what a session comes to and how it went.
private struct Record: SessionObserver {
    var figures = SessionFigures()
    var timeline: TimelineRecorder
    /// The moment whose settings are asked for.
    let branch: Nanoseconds
    var settings = Settings()

    mutating func willHandle(_ input: Input) {
        figures.willHandle(input)
        timeline.willHandle(input)
    }

    mutating func note(_ event: TraceEvent) {
        figures.note(event)
        timeline.note(event)
        if case .settings(let changes) = event.kind, event.at <= branch {
            for change in changes { settings.apply(change) }
        }
    }

    mutating func didEnd(at time: Nanoseconds) { figures.didEnd(at: time) }
}
