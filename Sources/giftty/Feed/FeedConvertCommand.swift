import ArgumentParser
import FeedAdapters
import GiftFeed

extension FeedCommand {
    /// `giftty feed convert`
    struct Convert: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "convert", abstract: "Writes a feed in another form.",
            discussion: """
                Wrong lines are named and passed over. What reads back from the words of a platform is what was \
                written, with times to the millisecond; what the platform has no words for is counted and left out.
                """)

        @Argument(help: "The feed, or - for standard input.")
        var feed = "-"

        @OptionGroup var reading: FeedReadingOptions

        @OptionGroup var writing: FeedWritingOptions

        func run() throws {
            let kinds = try reading.kinds()
            let map = try reading.map(onto: kinds)
            let adapter = reading.format.adapter(kinds: kinds, map: map)
            let file = FeedFile(feed)
            var output = try FeedOutput(writing, kinds: kinds, map: map)
            try file.read(by: adapter) { event throws(CommandFailure) in
                try output.write(event)
            } fault: { fault in
                writeToStandardError("giftty: \(file.words(fault))\n")
            }
            try output.finish()
        }
    }
}
