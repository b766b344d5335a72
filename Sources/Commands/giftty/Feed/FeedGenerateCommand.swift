import ArgumentParser
import BuiltInGifts
import FeedTools
import PlatformAdapters
import RoomEvents
import SystemIO

extension FeedCommand {
    /// The command `giftty feed generate`, which writes the feed of a simulated room.
    struct Generate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "generate", abstract: "Writes the feed of a simulated room.",
            discussion: "The same seed, profile, rate and faults give the same feed, byte for byte.")

        @OptionGroup var room: SimulatedRoomOptions

        @Option(
            help: ArgumentHelp("The length of the feed (default: 60s).", valueName: "60s"),
            transform: DurationArgument.parse)
        var duration = DurationArgument(time: 60_000_000_000)

        @OptionGroup var chaos: ChaosOption

        @OptionGroup var writing: FeedWritingOptions

        @Flag(name: .customLong("live"), help: "Write each line when it happens.")
        var isLive = false

        func run() throws {
            let gifts = try embeddedGifts()
            let chaos = try chaos.disturbances() ?? FeedChaos()
            let end = Duration.nanoseconds(duration.time)
            let events = DisturbedFeed(
                try room.room(gifts).lazy.prefix { $0.at < end }.makeIterator(), chaos: chaos, seed: room.seed)
            let start = ContinuousClock.now
            var output = try FeedOutput(writing, map: GiftMap(kinds: gifts.kinds))
            for event in events {
                if isLive {
                    try output.flush()
                    SystemClock.sleep(until: start.advanced(by: event.at))
                }
                try output.write(event)
            }
            try output.finish()
        }
    }
}
