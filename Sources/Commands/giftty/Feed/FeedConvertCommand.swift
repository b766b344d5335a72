import ArgumentParser
import CommandLineSupport
import PlatformAdapters
import RoomEvents

extension FeedCommand {
    /// The command `giftty feed convert`, which writes a feed in another format.
    struct Convert: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "convert", abstract: "Writes a feed in another format.",
            discussion: """
                Invalid lines are reported and skipped. The written lines read back as the same events, with times to \
                the millisecond. Events that the platform's format cannot represent are left out, and counted on \
                standard error at the end: all platforms omit seen, batch and the gifts of a batch; twitch-irc and \
                eventsub also likes, streaks, and gifts other than cheers and subscriptions; eventsub joins; tiktok \
                retracts; all but twitch-irc leaves. Only ndjson can represent all events.
                """)

        @Argument(
            help: "The feed, - for standard input, or a source of feed record, converted until Ctrl-C.",
            completion: .file())
        var feed = "-"

        @OptionGroup var reading: FeedReadingOptions

        @OptionGroup var writing: FeedWritingOptions

        @OptionGroup var chaos: ChaosOptions

        func run() throws {
            let map = try reading.giftMap()
            try OutputFile.check([writing.output], differFrom: [feed, reading.map])
            if FeedSourceFactory.isEndless(feed) { return try convertLive(map: map) }
            let adapter = reading.format.adapter(map: map)
            let file = FeedFile(feed)
            let disturbance = try chaos.makeDisturbance()
            // A missing feed must be known before the output is made.
            let opened = try file.open()
            var output = try FeedOutput(writing, map: map)
            try file.read(opened, by: adapter, disturbedBy: disturbance) { event throws(CommandFailure) in
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
            try live.write(to: try FeedOutput(writing, map: map))
        }
    }
}
