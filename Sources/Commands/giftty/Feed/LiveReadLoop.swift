import CommandLineSupport
import FeedSources
import FeedTools
import RoomEvents
import SystemIO

/// A loop that reads a source until it ends, a time limit is reached or a signal arrives.
struct LiveReadLoop {
    /// The maximum number of events between two checks of the time and the signals, since a source can be faster than
    /// its reader.
    private static let maxEventsPerTurn = 256

    private let name: String
    private var events: DisturbedSource
    private let stop: StopSignals
    private let start: ContinuousClock.Instant
    private let end: ContinuousClock.Instant?
    private var reporter = SourceReporter()
    private var signal: Int32?
    /// Whether the time limit ended the loop.
    private var hasReachedLimit = false

    /// Opens a source.
    ///
    /// - Parameters:
    ///   - name: The name of the source.
    ///   - opening: The factory that opens the source.
    ///   - time: The time limit; `nil` for none.
    ///   - chaos: The disturbances; `nil` for none.
    init(
        _ name: String, by opening: FeedSourceFactory, for time: Duration?, chaos: ChaosOptions? = nil
    ) throws(CommandFailure) {
        let start = ContinuousClock.now
        let faults = try chaos?.disturbances()
        self.name = name
        self.start = start
        stop = try StopSignals()
        events = DisturbedSource(
            try opening.makeSource(name) { start.duration(to: .now) }, chaos: faults, seed: chaos?.seed ?? 0)
        end = time.map { start.advanced(by: $0) }
    }

    private var source: FeedSource { events.source }

    /// The name of the source for reports, without secrets of its address.
    var sourceName: String { source.name }

    /// The number of invalid lines and messages.
    var faultCount: Int { reporter.faultCount }

    /// The error that ended the source; `nil` without one.
    var failure: FeedSourceError? { source.failure }

    /// Reads the source until its end, the time limit or a signal.
    ///
    /// - Parameters:
    ///   - take: Called with each event as it arrives.
    ///   - fault: Called with each invalid line; prints it to standard error by default.
    ///   - rest: Called when no event is available, and after ``maxEventsPerTurn`` events at the latest.
    mutating func run(
        _ take: (FeedEvent) throws(CommandFailure) -> Void,
        fault: (FeedFault) throws(CommandFailure) -> Void = { StandardError.write(line: "giftty: \($0.description)") },
        rest: () throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        while !events.isAtEnd {
            var taken = 0
            while taken < Self.maxEventsPerTurn, let event = next() {
                try take(event)
                taken += 1
            }
            try reporter.reportChanges(of: source, fault: fault)
            try rest()
            if events.isAtEnd { break }
            let due = taken == Self.maxEventsPerTurn ? start : events.nextDue.map { start.advanced(by: $0) }
            signal = stop.wait(
                for: [AwaitedDescriptor(events.wakeDescriptor)], until: [due, end].compactMap(\.self).min())
            if signal != nil { break }
            if let end, end <= .now {
                hasReachedLimit = true
                break
            }
        }
        source.stop()
        while let event = events.nextInFeedTime() { try take(event) }
        try reporter.reportChanges(of: source, fault: fault)
        try rest()
    }

    /// Writes all events as they arrive, and ends the source and the output.
    mutating func write(to output: consuming FeedOutput) throws(CommandFailure) {
        var output = output
        try run { event throws(CommandFailure) in
            try output.write(event)
        } rest: { () throws(CommandFailure) in
            try output.flush()
        }
        // What is there stays if the source gave nothing before it failed or a signal came.
        if output.isUntouched { try finish() }
        // Nor does a source that has not begun within the time limit empty an earlier recording.
        if hasReachedLimit, let file = output.untouchedFile {
            return StandardError.write(
                line: "giftty: \(sourceName): no event came within the time, so \(file) stays as it is")
        }
        try output.finish()
        try finish()
    }

    /// Returns the next event that is due. Without disturbances, events with a later time are returned too.
    private mutating func next() -> FeedEvent? {
        let now = start.duration(to: .now)
        guard events.isDisturbed else { return events.nextInFeedTime() }
        return events.next(upTo: now)
    }

    /// Throws the error or the signal that ended the source before its end.
    func finish() throws(CommandFailure) {
        if let failure = source.failure {
            throw CommandFailure(NetworkFeeds.matches(name) ? .unavailable : .noInput, failure.description)
        }
        if let signal { throw CommandFailure.stopped(bySignal: signal) }
    }
}
