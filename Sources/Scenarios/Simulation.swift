public import Playback

/// Drives a playback controller on virtual time and hands out every line of its trace as it comes.
///
/// Nothing is kept but the controller, so a session may be longer than memory.
public struct Simulation: Sendable {
    /// The controller, as it is after the last input.
    public private(set) var controller: PlaybackController
    private var assets: [String: AssetState] = [:]

    /// A session with these settings at time 0.
    public init(settings: Settings) {
        controller = PlaybackController(settings: settings)
    }

    /// Lets everything happen that falls due at or before `time`, then handles the input. An arrival whose kind has had
    /// an asset event takes its asset state from the last of those.
    public mutating func handle<Failure: Error>(
        _ input: Input, at time: Nanoseconds, emit: (TraceEvent) throws(Failure) -> Void
    ) throws(Failure) {
        try advance(to: time, emit: emit)
        var input = input
        switch input {
        case .arrival(var arrival):
            arrival.asset = assets[arrival.kind] ?? arrival.asset
            input = .arrival(arrival)
        case .asset(let kind, let state, _): assets[kind] = state
        default: break
        }
        for event in controller.handle(input, at: time) { try emit(event) }
    }

    /// Lets everything happen that falls due until `time`, or that ever will, and ends the session there.
    public mutating func finish<Failure: Error>(
        at time: Nanoseconds? = nil, emit: (TraceEvent) throws(Failure) -> Void
    ) throws(Failure) {
        try advance(to: time ?? .max, emit: emit)
        for event in controller.handle(.end, at: time ?? controller.now) { try emit(event) }
    }

    /// Lets everything happen that falls due at or before `time`.
    ///
    /// One due instant after the other, so that a long quiet stretch does not pile up its lines.
    public mutating func advance<Failure: Error>(
        to time: Nanoseconds, emit: (TraceEvent) throws(Failure) -> Void
    ) throws(Failure) {
        while let due = controller.nextDue, due <= time {
            for event in controller.advance(to: due) { try emit(event) }
        }
    }
}

extension Scenario {
    /// Plays the scenario to its end and hands out the lines of its trace in order.
    ///
    /// `overrides` beat the settings that the scenario starts with, not those that its events set. An error that `emit`
    /// throws ends the simulation. Returns how many gifts there were and how they ended.
    @discardableResult
    public func run<Failure: Error>(
        overriding overrides: [Setting] = [], emit: (TraceEvent) throws(Failure) -> Void
    ) throws(Failure) -> Tally {
        var start = Settings()
        for setting in settings + overrides { start.apply(setting) }
        var simulation = Simulation(settings: start)
        for event in events {
            if let until, event.at > until { break }
            try simulation.handle(event.input, at: event.at, emit: emit)
        }
        try simulation.finish(at: until, emit: emit)
        return simulation.controller.tally
    }
}
