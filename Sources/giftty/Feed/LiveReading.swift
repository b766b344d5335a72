import FeedFaults
import FeedSources
import GiftFeed

/// Takes what a source brings, until it ends or somebody has had enough.
struct LiveReading {
    /// Events between looks at the time and the signals: a source can be faster than whoever takes what it brings.
    private static let mostAtOnce = 256

    private let name: String
    private var events: DisturbedSource
    private let stop: StopSignals
    private let start: ContinuousClock.Instant
    private let end: ContinuousClock.Instant?
    private var news = SourceNews()
    private var signal: Int32?

    /// Opens a source and reads it for so long, or until its end.
    /// - Parameter chaos: what is to go wrong with it.
    init(
        _ name: String, by opening: FeedOpening, for time: Duration?, chaos: ChaosOptions? = nil
    ) throws(CommandFailure) {
        let start = ContinuousClock.now
        let faults = try chaos?.faults()
        self.name = name
        self.start = start
        stop = try StopSignals()
        events = DisturbedSource(
            try opening.source(name) { start.duration(to: .now) }, chaos: faults, seed: chaos?.seed ?? 0)
        end = time.map { start.advanced(by: $0) }
    }

    private var source: FeedSource { events.source }

    /// What people read of it; an address without its secrets.
    var sourceName: String { source.name }

    /// Lines and messages that were wrong.
    var faults: Int { news.faults }

    /// Why it came to its end too early; nil where it has not.
    var failure: FeedSourceError? { source.failure }

    /// Gives out each event as it comes, and calls `rest` where there is none for the moment, or
    /// have been many.
    /// - Parameter fault: is given each wrong line; else standard error is.
    mutating func run(
        _ take: (FeedEvent) throws(CommandFailure) -> Void,
        fault: (FeedFault) throws(CommandFailure) -> Void = { writeToStandardError("giftty: \($0.description)\n") },
        rest: () throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        while !events.isAtEnd {
            var taken = 0
            while taken < Self.mostAtOnce, let event = next() {
                try take(event)
                taken += 1
            }
            try news.tell(of: source, fault: fault)
            try rest()
            if events.isAtEnd { break }
            let due = taken == Self.mostAtOnce ? start : events.nextDue.map { start.advanced(by: $0) }
            signal = stop.wait(for: events.wakeUpDescriptor, until: [due, end].compactMap(\.self).min())
            if signal != nil { break }
            if let end, end <= .now { break }
        }
        source.stop()
        while let event = events.nextOfAll() { try take(event) }
        try news.tell(of: source, fault: fault)
        try rest()
    }

    /// What is due; but where nothing is to go wrong, also what says itself that it is due later.
    private mutating func next() -> FeedEvent? {
        let now = start.duration(to: .now)
        guard events.isDisturbed else { return events.nextOfAll() }
        return events.next(upTo: now)
    }

    /// Says why it ended, where that was not the end of the feed.
    func finish() throws(CommandFailure) {
        if let failure = source.failure {
            throw CommandFailure(NetworkFeeds.isOne(name) ? .unavailable : .noInput, failure.description)
        }
        if let signal { throw CommandFailure.stopped(bySignal: signal) }
    }
}
