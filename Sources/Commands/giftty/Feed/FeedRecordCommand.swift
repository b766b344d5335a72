import ArgumentParser
import FeedSources
import PlatformAdapters

extension FeedCommand {
    /// The command `giftty feed record`, which writes the events of a live source with their times of arrival.
    struct Record: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "record",
            abstract: "Records the events of a live source, with their times of arrival.",
            discussion: """
                The source is a file, a FIFO, - for standard input, or unix:PATH, a socket: giftty connects to the \
                program that listens there, or listens itself if no program does. Over the network it is \
                twitch:CHANNEL, a channel of another IRC server as irc://host/#channel or ircs://, eventsub:CHANNEL with \
                the token in GIFTTY_TWITCH_TOKEN and the application's number in GIFTTY_TWITCH_CLIENT_ID, or \
                mqtt://host/topic or mqtts://; with ?client=NAME after the topic the broker keeps events while giftty is \
                not connected. Each line is written at once, so that Ctrl-C loses nothing. Invalid lines are reported \
                and skipped.
                """)

        @Argument(help: ArgumentHelp("Where the feed comes from.", valueName: "source"), completion: .file())
        var source: String

        @OptionGroup var reading: FeedReadingOptions

        @OptionGroup var writing: FeedWritingOptions

        @OptionGroup var chaos: ChaosOptions

        @Flag(help: "Continue at the end of a file as it grows, and wait for the next writer of a FIFO.")
        var follow = false

        @Option(help: ArgumentHelp("Stop after this time.", valueName: "30s"), transform: DurationArgument.parse)
        var duration: DurationArgument?

        func run() throws {
            let map = try reading.giftMap()
            try OutputFile.check([writing.output], differFrom: [source, reading.map])
            let opening = FeedSourceFactory(
                format: reading.format, map: map,
                options: .init(isFollowing: follow, isLive: true, overflow: .wait, keepsFaults: true))
            var live = try LiveReadLoop(source, by: opening, for: duration.map { .nanoseconds($0.time) }, chaos: chaos)
            try live.write(to: try FeedOutput(writing, map: map))
        }
    }
}
