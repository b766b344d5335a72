public import Configuration

/// The events of a session, one after the other in order of time; nothing is kept of those that were given out.
///
///     var events = try source.events()
///     while let event = try events.next() { … }
public struct EventStream {
    private let take: () throws(ConfigurationError) -> Scenario.Event?

    /// A stream of what `take` answers, until that is nil.
    public init(_ take: @escaping () throws(ConfigurationError) -> Scenario.Event?) {
        self.take = take
    }

    /// These events.
    public init(_ events: [Scenario.Event]) {
        var rest = events.makeIterator()
        take = { rest.next() }
    }

    /// The next event; nil at the end. An error says where in its file an event is wrong.
    public mutating func next() throws(ConfigurationError) -> Scenario.Event? { try take() }
}
