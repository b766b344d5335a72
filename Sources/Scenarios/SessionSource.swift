public import Configuration
public import Playback

/// What a simulation plays, in whatever form it was written down: settings, a stream of events, and expectations.
///
/// | form | what it is | where it is read |
/// |---|---|---|
/// | scenario | a YAML file with everything in it | ``init(_:path:)`` |
/// | feed | a JSON object a line, with nothing but events | ``init(feed:catalogue:open:)`` |
/// | recording | a JSON object a line, with what went in and what was decided | ``init(_:path:)`` |
public struct SessionSource: Sendable {
    /// What errors and reports call it.
    public let path: String
    /// What it is about; empty when that is not said.
    public let name: String
    /// The settings that differ from the defaults at the start.
    public let settings: [Setting]
    /// When the session ends; `nil` means when nothing more can fall due.
    public let until: Nanoseconds?
    /// What should come of it.
    public let expectations: [Expectation]
    private let open: @Sendable () throws(ConfigurationError) -> EventStream

    /// A session whose events `open` gives out from the beginning, each time it is called.
    public init(
        path: String, name: String = "", settings: [Setting] = [], until: Nanoseconds? = nil,
        expectations: [Expectation] = [], open: @escaping @Sendable () throws(ConfigurationError) -> EventStream
    ) {
        self.path = path
        self.name = name
        self.settings = settings
        self.until = until
        self.expectations = expectations
        self.open = open
    }

    /// A scenario that was read from the file `path`.
    public init(_ scenario: Scenario, path: String) {
        let events = scenario.events
        self.init(
            path: path, name: scenario.name, settings: scenario.settings, until: scenario.until,
            expectations: scenario.expectations
        ) { EventStream(events) }
    }

    /// The events from the beginning. Each call is a pass of its own.
    public func events() throws(ConfigurationError) -> EventStream { try open() }

    /// The settings in force at the start: the session's own, beaten by `overrides`.
    public func start(overriding overrides: [Setting] = []) -> Settings {
        var start = Settings()
        for setting in settings + overrides { start.apply(setting) }
        return start
    }
}

extension SessionSource {
    /// Plays the session to its end on virtual time and hands what happens to `observer`, in order.
    ///
    /// `overrides` beat the settings at the start, not those that events set.
    /// - Throws: the error of an event that cannot be read, or of the observer.
    public func run(overriding overrides: [Setting] = [], observer: inout some SessionObserver) throws {
        var simulation = Simulation(settings: start(overriding: overrides))
        var events = try events()
        while let event = try events.next() {
            if let until, event.at > until { break }
            observer.willHandle(event.input)
            try simulation.handle(event.input, at: event.at) { try observer.note($0) }
        }
        try simulation.finish(at: until) { try observer.note($0) }
        observer.didEnd(at: simulation.controller.now)
    }
}

/// Looks on while a session is played.
public protocol SessionObserver {
    /// An input is about to be handled; what falls due before it comes first.
    mutating func willHandle(_ input: Input)

    /// A line of the trace.
    mutating func note(_ event: TraceEvent) throws

    /// The session has ended; all lines of the trace have been noted.
    mutating func didEnd(at time: Nanoseconds)
}

extension SessionObserver {
    /// Nothing.
    public mutating func willHandle(_ input: Input) {}

    /// Nothing.
    public mutating func didEnd(at time: Nanoseconds) {}
}
