import FeedSources
import GiftFeed

/// Takes what a source brings, until it ends or somebody has had enough, and says how it stands on standard error.
struct LiveReading {
    private let name: String
    private let source: FeedSource
    private let stop: StopSignals
    private let end: ContinuousClock.Instant?
    private var state = FeedState.waiting("")
    private var signal: Int32?
    /// Lines and messages that were wrong.
    private(set) var faults = 0

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

    /// Gives out each event as it comes, and calls `rest` where there is none for the moment.
    mutating func run(
        _ take: (FeedEvent) throws(CommandFailure) -> Void, rest: () throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        while !source.isAtEnd {
            while let event = source.nextEvent() { try take(event) }
            try rest()
            tell()
            if source.isAtEnd { break }
            signal = stop.wait(for: source.wakeUpDescriptor, until: end)
            if signal != nil { break }
            if let end, end <= .now { break }
        }
        source.stop()
        while let event = source.nextEvent() { try take(event) }
        tell()
    }

    /// Says why it ended, where that was not the end of the feed.
    func finish() throws(CommandFailure) {
        if let failure = source.failure {
            throw CommandFailure(NetworkFeeds.isOne(name) ? .unavailable : .noInput, failure.description)
        }
        if let signal { throw CommandFailure.stopped(bySignal: signal) }
    }

    private mutating func tell() {
        for fault in source.takeFaults() {
            faults += 1
            writeToStandardError("giftty: \(fault.description)\n")
        }
        let state = source.state
        guard state != self.state else { return }
        switch (self.state, state) {
        case (_, .lost(let reason, _)):
            writeToStandardError("giftty: \(source.name): \(reason); it is tried again\n")
        case (.lost, .open), (.waiting("connecting"), .open):
            writeToStandardError("giftty: \(source.name): connected\n")
        default: break
        }
        self.state = state
    }
}
