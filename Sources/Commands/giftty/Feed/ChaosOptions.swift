import ArgumentParser
import FeedTools
import RoomEvents

/// The option `--chaos`, which adds disturbances to a feed.
struct ChaosOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Faults of the feed, by chance from the seed.",
            valueName: "duplicate=5%,reorder=200ms,drop=1%,burst=50@30s,disconnect=1/min"))
    var chaos: String?

    /// Returns the requested disturbances; `nil` without the option.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if the value is invalid.
    func disturbances() throws(CommandFailure) -> FeedChaos? {
        guard let chaos else { return nil }
        do {
            return try FeedChaos(chaos)
        } catch {
            throw CommandFailure(configuration: error)
        }
    }
}

/// The options `--chaos` and `--seed`, for feeds from outside.
struct ChaosOptions: ParsableArguments {
    @OptionGroup var option: ChaosOption

    @Option(
        help: "The seed of --chaos: the same seed gives the same faults for the same file (default: 1).",
        transform: WholeNumber.parseSeed)
    var seed: UInt64 = 1

    /// Returns the requested disturbances; `nil` without the option.
    func disturbances() throws(CommandFailure) -> FeedChaos? { try option.disturbances() }

    /// Returns a processor that disturbs the events of a feed that is read without waiting; `nil` without the option.
    func makeDisturbance() throws(CommandFailure) -> FeedDisturbance? {
        try disturbances().map { FeedDisturbance($0, seed: seed) }
    }
}

extension FeedFile {
    /// Reads the feed with disturbances, and passes the events to `take` in the order in which they arrive.
    ///
    /// `opened` is the result of ``FeedFile/open()``; `nil` opens the feed.
    func read(
        _ opened: ReadableFile? = nil, by adapter: any FeedAdapter, disturbedBy disturbance: FeedDisturbance?,
        _ take: (FeedEvent) throws(CommandFailure) -> Void, fault: (Fault) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        guard var disturbance else { return try read(opened, by: adapter, take, fault: fault) }
        try read(opened, by: adapter) { event throws(CommandFailure) in
            try disturbance.receive(event, emit: take)
        } fault: { wrong throws(CommandFailure) in
            try fault(wrong)
        }
        while let event = disturbance.nextDelayed() { try take(event) }
    }
}
