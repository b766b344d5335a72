import ArgumentParser
import FeedAdapters
import FeedFaults
import GiftFeed
import GiftStore

extension FeedCommand {
    /// `giftty feed generate`
    struct Generate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "generate", abstract: "Writes the feed of a simulated room.",
            discussion: "The same seed, profile, rate and faults give the same feed, byte for byte.")

        @Option(help: "The room's seed: the same seed gives the same room.")
        var seed: UInt64 = 1

        @Option(help: "How lively the room is: calm, party or storm.")
        var profile = ProfileArgument.party

        @Option(help: ArgumentHelp("Gifts a minute, instead of the profile's.", valueName: "gifts-per-minute"))
        var rate: RateArgument?

        @Option(help: ArgumentHelp("How long it goes on.", valueName: "60s"))
        var duration = DurationArgument(time: 60_000_000_000)

        @Option(
            help: ArgumentHelp(
                "Faults, by chance from the seed.",
                valueName: "duplicate=5%,reorder=200ms,drop=1%,burst=50@30s,disconnect=1/min"))
        var chaos: String?

        @OptionGroup var writing: FeedWritingOptions

        @Flag(name: .customLong("live"), help: "Write each line when it happens.")
        var isLive = false

        func run() throws {
            let gifts = try embeddedGifts()
            let room = try room(gifts)
            let chaos = try chaos.map { text throws(CommandFailure) in try ChaosArgument(text).chaos } ?? FeedChaos()
            let end = Duration.nanoseconds(duration.time)
            let events = DisturbedFeed(room.prefix { $0.at < end }.makeIterator(), chaos: chaos, seed: seed)
            let start = ContinuousClock.now
            var output = try FeedOutput(writing, kinds: gifts.kinds, map: GiftMap(kinds: gifts.kinds))
            for event in events {
                if isLive {
                    try output.flush()
                    SleepingClock.sleep(until: start.advanced(by: event.at))
                }
                try output.write(event)
            }
            try output.finish()
        }

        private func room(_ gifts: EmbeddedGifts) throws(CommandFailure) -> LazySequence<SimulatedRoom> {
            do {
                let script = try gifts.room()
                guard let profile = script.profiles[profile.rawValue] else {
                    throw CommandFailure(.software, "room.yaml: expected a profile \"\(profile.rawValue)\"")
                }
                return SimulatedRoom(
                    script: script, profile: profile, kinds: gifts.kinds, seed: seed, giftsPerMinute: rate?.perMinute
                ).lazy
            } catch let failure as CommandFailure {
                throw failure
            } catch {
                throw CommandFailure(.software, "\(error)")
            }
        }
    }
}
