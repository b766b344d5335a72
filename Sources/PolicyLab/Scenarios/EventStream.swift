public import PlayerSettings

/// The events of a session in order of time, read one at a time.
///
///     var events = try source.events()
///     while let event = try events.next() { … }
public struct EventStream {
    private let readNext: () throws(ConfigurationError) -> Scenario.Event?

    /// Creates a stream of the results of `take`, until one is `nil`.
    public init(_ take: @escaping () throws(ConfigurationError) -> Scenario.Event?) {
        self.readNext = take
    }

    /// Creates a stream of these events.
    public init(_ events: [Scenario.Event]) {
        var rest = events.makeIterator()
        readNext = { rest.next() }
    }

    /// Returns the next event; `nil` at the end.
    ///
    /// - Throws: `ConfigurationError` with the position of an invalid event.
    public mutating func next() throws(ConfigurationError) -> Scenario.Event? { try readNext() }
}
