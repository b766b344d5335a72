public import ExactNumbers
public import Playback
public import Recordings
public import Scenarios

/// The result of a session under one policy.
public struct PolicySession: Sendable {
    /// The policy.
    public let policy: Policy
    /// The settings in force at the start of the session, or at the branch if there is one.
    public let settings: Settings
    /// The figures of the whole session.
    public let figures: SessionFigures
    /// The timeline of the requested window.
    public let timeline: SessionTimeline

    /// Runs a session under a policy.
    ///
    /// - Parameters:
    ///   - source: The session.
    ///   - policy: The policy.
    ///   - branch: The session time from which the policy applies; `nil` for the start.
    ///   - window: The session time that the timeline covers. The figures cover the whole session.
    ///   - limit: The maximum number of entries of each type in the timeline.
    /// - Throws: `ConfigurationError` if an event cannot be read.
    public init(
        _ source: SessionSource, under policy: Policy, from branch: Nanoseconds? = nil,
        window: Range<Nanoseconds> = 0..<Nanoseconds.max, limit: Int = SessionTimeline.defaultLimit
    ) throws {
        var record = SessionRecorder(timeline: TimelineRecorder(window: window, limit: limit), branch: branch ?? 0)
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

/// An observer that collects the figures, the timeline and the settings of a session.
private struct SessionRecorder: SessionObserver {
    var figures = SessionFigures()
    var timeline: TimelineRecorder
    /// The session time up to which changes of settings are collected.
    let branch: Nanoseconds
    var settings = Settings()

    mutating func willHandle(_ input: Input) {
        figures.willHandle(input)
        timeline.willHandle(input)
    }

    mutating func receive(_ event: TraceEvent) {
        figures.receive(event)
        timeline.receive(event)
        if case .settings(let changes) = event.kind, event.at <= branch {
            for change in changes { settings.apply(change) }
        }
    }

    mutating func didEnd(at time: Nanoseconds) { figures.didEnd(at: time) }
}
