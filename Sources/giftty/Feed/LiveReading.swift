import FeedSources
import GiftFeed

/// Takes what a source brings, until it ends or somebody has had enough.
struct LiveReading {
    private let name: String
    private let source: FeedSource
    private let stop: StopSignals
    private let end: ContinuousClock.Instant?
    private var news = SourceNews()
    private var signal: Int32?

    /// Opens a source and reads it for so long, or until its end.
    init(_ name: String, by opening: FeedOpening, for time: Duration?) throws(CommandFailure) {
        let start = ContinuousClock.now
        self.name = name
        stop = try StopSignals()
        source = try opening.source(name) { start.duration(to: .now) }
        end = time.map { start.advanced(by: $0) }
    }

    /// What people read of it; an address without its secrets.
    var sourceName: String { source.name }

    /// Lines and messages that were wrong.
    var faults: Int { news.faults }

    /// Why it came to its end too early; nil where it has not.
    var failure: FeedSourceError? { source.failure }

    /// Gives out each event as it comes, and calls `rest` where there is none for the moment.
    /// - Parameter fault: is given each wrong line; else standard error is.
    mutating func run(
        _ take: (FeedEvent) throws(CommandFailure) -> Void,
        fault: (FeedFault) throws(CommandFailure) -> Void = { writeToStandardError("giftty: \($0.description)\n") },
        rest: () throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        while !source.isAtEnd {
            while let event = source.nextEvent() { try take(event) }
            try news.tell(of: source, fault: fault)
            try rest()
            if source.isAtEnd { break }
            signal = stop.wait(for: source.wakeUpDescriptor, until: end)
            if signal != nil { break }
            if let end, end <= .now { break }
        }
        source.stop()
        while let event = source.nextEvent() { try take(event) }
        try news.tell(of: source, fault: fault)
        try rest()
    }

    /// Says why it ended, where that was not the end of the feed.
    func finish() throws(CommandFailure) {
        if let failure = source.failure {
            throw CommandFailure(NetworkFeeds.isOne(name) ? .unavailable : .noInput, failure.description)
        }
        if let signal { throw CommandFailure.stopped(bySignal: signal) }
    }
}
