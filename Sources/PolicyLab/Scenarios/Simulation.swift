public import ExactNumbers
public import Playback

/// A run of a playback controller in virtual time, which emits every trace line as it occurs.
///
/// It keeps only the controller, so a session can exceed the memory.
public struct Simulation: Sendable {
    /// The controller after the last input.
    public private(set) var controller: PlaybackController
    private var assets: [String: AssetState] = [:]

    /// Creates a session with these settings at time 0.
    public init(settings: Settings) {
        controller = PlaybackController(settings: settings)
    }

    /// Processes everything that is due at or before `time`, then handles the input.
    ///
    /// If earlier asset events concern the kind of an arrival, the last of them determines its asset state.
    public mutating func handle<Failure: Error>(
        _ input: Input, at time: Nanoseconds, emit: (TraceEvent) throws(Failure) -> Void
    ) throws(Failure) {
        try advance(to: time, emit: emit)
        var input = input
        switch input {
        case .arrival(var arrival):
            arrival.asset = assets[arrival.kind] ?? arrival.asset
            input = .arrival(arrival)
        case .asset(let kind, let state, _, _): assets[kind] = state
        default: break
        }
        for event in controller.handle(input, at: time) { try emit(event) }
    }

    /// Processes everything that is due until `time`, or without a time everything that ever becomes due, and ends the
    /// session.
    public mutating func finish<Failure: Error>(
        at time: Nanoseconds? = nil, emit: (TraceEvent) throws(Failure) -> Void
    ) throws(Failure) {
        try advance(to: time ?? .max, emit: emit)
        for event in controller.handle(.end, at: time ?? controller.now) { try emit(event) }
    }

    /// Processes everything that is due at or before `time`.
    ///
    /// It advances to one due time after the other, so the lines of a long interval do not accumulate.
    public mutating func advance<Failure: Error>(
        to time: Nanoseconds, emit: (TraceEvent) throws(Failure) -> Void
    ) throws(Failure) {
        while let due = controller.nextDue, due <= time {
            for event in controller.advance(to: due) { try emit(event) }
        }
    }
}

extension Scenario {
    /// Runs the scenario to its end and emits its trace lines in order.
    ///
    /// - Parameters:
    ///   - overrides: Settings that override the scenario's initial settings, but not those that its events set.
    ///   - emit: Receives each line; an error ends the simulation.
    /// - Returns: The numbers of arrivals and of outcomes.
    @discardableResult
    public func run<Failure: Error>(
        overriding overrides: [Setting] = [], emit: (TraceEvent) throws(Failure) -> Void
    ) throws(Failure) -> OutcomeCounts {
        var start = Settings()
        for setting in settings + overrides { start.apply(setting) }
        var simulation = Simulation(settings: start)
        for event in events {
            if let until, event.at > until { break }
            try simulation.handle(event.input, at: event.at, emit: emit)
        }
        try simulation.finish(at: until, emit: emit)
        return simulation.controller.counts
    }
}
