import ArgumentParser
import CommandLineSupport
import PlatformAdapters
import RoomEvents

extension FeedCommand {
    /// The command `giftty feed convert`, which writes a feed in another format.
    struct Convert: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "convert", abstract: "Writes a feed in another form.",
            discussion: """
                Wrong lines are named and passed over. What reads back from the words of a platform is what was \
                written, with times to the millisecond. What the platform has no words for is left out, and counted on \
                standard error at the end: by all platforms seen and batch, and gifts of a batch; by twitch-irc and \
                eventsub also likes, streaks, and gifts other than cheers and subscriptions; by eventsub joins; by \
                tiktok retracts; by all but twitch-irc leaves. Only ndjson has words for all.
                """)

        @Argument(
            help: "The feed, - for standard input, or what feed record takes; that is converted until Ctrl-C.")
        var feed = "-"

        @OptionGroup var reading: FeedReadingOptions

        @OptionGroup var writing: FeedWritingOptions

        @OptionGroup var chaos: ChaosOptions

        func run() throws {
            let map = try reading.giftMap()
            if FeedSourceFactory.isEndless(feed) { return try convertLive(map: map) }
            let adapter = reading.format.adapter(map: map)
            let file = FeedFile(feed)
            var output = try FeedOutput(writing, map: map)
            try file.read(by: adapter, disturbedBy: try chaos.makeDisturbance()) { event throws(CommandFailure) in
                try output.write(event)
            } fault: { fault in
                StandardError.write(line: "giftty: \(file.message(for: fault))")
            }
            try output.finish()
        }

        private func convertLive(map: GiftMap) throws(CommandFailure) {
            let opening = FeedSourceFactory(
                format: reading.format, map: map,
                options: .init(isLive: true, overflow: .wait, keepsFaults: true))
            var live = try LiveReadLoop(feed, by: opening, for: nil, chaos: chaos)
            var output = try FeedOutput(writing, map: map)
            try live.run { event throws(CommandFailure) in
                try output.write(event)
            } rest: { () throws(CommandFailure) in
                try output.flush()
            }
            try output.finish()
            try live.finish()
        }
    }
}
