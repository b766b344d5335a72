public import Playback
public import Scenarios

/// A scenario as it went under one policy.
public struct PolicySession: Sendable {
    /// The policy.
    public let policy: Policy
    /// The settings that were in force at the start.
    public let settings: Settings
    /// What the whole session comes to.
    public let figures: SessionFigures
    /// What happened within the window that was asked for.
    public let timeline: Timeline

    /// Plays a scenario under a policy. The timeline covers `window`, the figures everything.
    public init(_ scenario: Scenario, under policy: Policy, window: Range<Nanoseconds> = 0..<Nanoseconds.max) {
        self.policy = policy
        settings = scenario.settings(under: policy.settings)
        var recorder = TimelineRecorder(window: window)
        figures =
            FigureCount.playing(scenario, from: settings) { event, arrival in
                recorder.note(event, duration: arrival?.duration ?? 0)
            }.figures
        timeline = recorder.timeline
    }
}

extension FigureCount {
    /// Plays a scenario and counts. `note` sees every line of the trace, and with the line of an arrival what arrived.
    static func playing(
        _ scenario: Scenario, from settings: Settings, note: (TraceEvent, Arrival?) -> Void = { _, _ in }
    ) -> FigureCount {
        var count = FigureCount()
        var simulation = Simulation(settings: settings)
        for event in scenario.events {
            if let until = scenario.until, event.at > until { break }
            let arrival: Arrival? = if case .arrival(let arrival) = event.input { arrival } else { nil }
            simulation.handle(event.input, at: event.at) { line in
                let arrived = line.isArrival ? arrival : nil
                count.note(line, value: arrived?.worth ?? 0)
                note(line, arrived)
            }
        }
        simulation.finish(at: scenario.until) { line in
            count.note(line)
            note(line, nil)
        }
        count.finish(at: simulation.controller.now)
        return count
    }
}

extension Scenario {
    /// The settings at the start where these beat what the scenario says.
    func settings(under overrides: [Setting]) -> Settings {
        var start = Settings()
        for setting in settings + overrides { start.apply(setting) }
        return start
    }
}

extension TraceEvent {
    fileprivate var isArrival: Bool {
        if case .arrived = kind { true } else { false }
    }
}

extension Arrival {
    /// What all of it is worth, at most the largest number there is.
    fileprivate var worth: Int64 {
        let (product, overflow) = value.multipliedReportingOverflow(by: Int64(max(1, count)))
        return overflow ? .max : product
    }
}
