public import ExactNumbers
public import Playback
public import PlayerSettings

/// A session for simulation, read from a file of any format: settings, a stream of events, and expectations.
///
/// | Format | Content | Initialiser |
/// |---|---|---|
/// | scenario | a YAML file with all parts | ``init(_:path:)`` |
/// | feed | one JSON object per line, with events only | ``init(feed:catalogue:open:)`` |
/// | recording | one JSON object per line, with inputs and decisions | ``init(_:path:)`` |
public struct SessionSource: Sendable {
    /// The name of the source in errors and reports.
    public let path: String
    /// The name of the session; empty without one.
    public let name: String
    /// The initial settings that differ from the defaults.
    public let settings: [Setting]
    /// The end of the session; `nil` means when nothing more can become due.
    public let until: Nanoseconds?
    /// The expectations.
    public let expectations: [Expectation]
    /// The lines skipped in the latest complete pass; none before the first one.
    public var skippedLines: SkippedLines { latestSkippedLines.value }
    private let latestSkippedLines: SkippedLines.Storage
    private let open: @Sendable () throws(ConfigurationError) -> EventStream

    /// Creates a session; each call of `open` returns its events from the beginning.
    public init(
        path: String, name: String = "", settings: [Setting] = [], until: Nanoseconds? = nil,
        expectations: [Expectation] = [], open: @escaping @Sendable () throws(ConfigurationError) -> EventStream
    ) {
        self.init(
            path: path, name: name, settings: settings, until: until, expectations: expectations,
            skippedLines: SkippedLines.Storage(), open: open)
    }

    init(
        path: String, name: String = "", settings: [Setting] = [], until: Nanoseconds? = nil,
        expectations: [Expectation] = [], skippedLines: SkippedLines.Storage,
        open: @escaping @Sendable () throws(ConfigurationError) -> EventStream
    ) {
        latestSkippedLines = skippedLines
        self.path = path
        self.name = name
        self.settings = settings
        self.until = until
        self.expectations = expectations
        self.open = open
    }

    /// Creates a session from a scenario that was read from the file `path`.
    public init(_ scenario: Scenario, path: String) {
        let events = scenario.events
        self.init(
            path: path, name: scenario.name, settings: scenario.settings, until: scenario.until,
            expectations: scenario.expectations
        ) { EventStream(events) }
    }

    /// Returns the session with further expectations.
    public func expecting(_ further: [Expectation]) -> SessionSource {
        SessionSource(
            path: path, name: name, settings: settings, until: until, expectations: expectations + further,
            skippedLines: latestSkippedLines, open: open)
    }

    /// Returns the events from the beginning; each call begins an independent pass.
    public func events() throws(ConfigurationError) -> EventStream { try open() }

    /// Returns the initial settings: the session's own, overridden by `overrides`.
    public func initialSettings(overriding overrides: [Setting] = []) -> Settings {
        var start = Settings()
        for setting in settings + overrides { start.apply(setting) }
        return start
    }
}

extension SessionSource {
    /// Runs the session to its end in virtual time and notifies `observer` of its events, in order.
    ///
    /// - Parameters:
    ///   - overrides: Settings that override the initial settings, but not those that events set.
    ///   - observer: The observer of the session.
    /// - Throws: The error of an unreadable event, or of the observer.
    public func run(overriding overrides: [Setting] = [], observer: inout some SessionObserver) throws {
        var simulation = Simulation(settings: initialSettings(overriding: overrides))
        var events = try events()
        while let event = try events.next() {
            if let until, event.at > until { break }
            observer.willHandle(event.input)
            try Self.advance(&simulation, to: event.at, &observer)
            try simulation.handle(event.input, at: event.at) { try observer.receive($0) }
            observer.didStep(event.input, simulation.controller)
        }
        try Self.advance(&simulation, to: until ?? .max, &observer)
        try simulation.finish(at: until) { try observer.receive($0) }
        observer.didStep(.end, simulation.controller)
        observer.didEnd(at: simulation.controller.now)
    }

    /// Processes everything that is due at or before `time`, one instant at a time.
    private static func advance(
        _ simulation: inout Simulation, to time: Nanoseconds, _ observer: inout some SessionObserver
    ) throws {
        while let due = simulation.controller.nextDue, due <= time {
            try simulation.advance(to: due) { try observer.receive($0) }
            observer.didStep(nil, simulation.controller)
        }
    }
}

/// An observer of a session's simulation.
public protocol SessionObserver {
    /// Called before an input is handled; everything due before the input follows first.
    mutating func willHandle(_ input: Input)

    /// Called for each trace line.
    mutating func receive(_ event: TraceEvent) throws

    /// Called after each step, when its trace lines have been received: at an instant at which something was due
    /// (without an input), after each input, and after the end of the session.
    mutating func didStep(_ input: Input?, _ controller: PlaybackController)

    /// Called at the end of the session, after the last trace line.
    mutating func didEnd(at time: Nanoseconds)
}

extension SessionObserver {
    /// Does nothing by default.
    public mutating func willHandle(_ input: Input) {}

    /// Does nothing by default.
    public mutating func didStep(_ input: Input?, _ controller: PlaybackController) {}

    /// Does nothing by default.
    public mutating func didEnd(at time: Nanoseconds) {}
}
