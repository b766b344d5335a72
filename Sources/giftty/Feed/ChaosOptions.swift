import ArgumentParser
import FeedFaults
import GiftFeed

/// `--chaos`: what is to go wrong with a feed on purpose.
struct ChaosOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Faults of the feed, by chance from the seed.",
            valueName: "duplicate=5%,reorder=200ms,drop=1%,burst=50@30s,disconnect=1/min"))
    var chaos: String?

    /// The faults asked for; nil for none.
    /// - Throws: 64 where it names no faults.
    func faults() throws(CommandFailure) -> FeedChaos? {
        guard let chaos else { return nil }
        do {
            return try FeedChaos(chaos)
        } catch {
            throw CommandFailure(configuration: error)
        }
    }
}

/// `--chaos` and `--seed`, for feeds from outside.
struct ChaosOptions: ParsableArguments {
    @OptionGroup var option: ChaosOption

    @Option(help: "The seed of --chaos: the same seed does the same to the same file.")
    var seed: UInt64 = 1

    /// The faults asked for; nil for none.
    func faults() throws(CommandFailure) -> FeedChaos? { try option.faults() }

    /// What happens to the events of a feed that is read as fast as it can be; nil for nothing.
    func disturbance() throws(CommandFailure) -> FeedDisturbance? {
        try faults().map { FeedDisturbance($0, seed: seed) }
    }
}

extension FeedFile {
    /// The same with faults on purpose: `take` is given the events as they arrive then.
    func read(
        by adapter: any FeedAdapter, disturbedBy disturbance: FeedDisturbance?,
        _ take: (FeedEvent) throws(CommandFailure) -> Void, fault: (Fault) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        guard var disturbance else { return try read(by: adapter, take, fault: fault) }
        try read(by: adapter) { event throws(CommandFailure) in
            try disturbance.take(event, giving: take)
        } fault: { wrong throws(CommandFailure) in
            try fault(wrong)
        }
        while let event = disturbance.nextOfAll() { try take(event) }
    }
}
