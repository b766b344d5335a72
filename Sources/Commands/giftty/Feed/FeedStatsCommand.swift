import ArgumentParser
import CommandLineSupport
import FeedTools
import JSON
import PlatformAdapters
import RoomEvents

extension FeedCommand {
    /// The command `giftty feed stats`, which prints statistics of a feed.
    struct Stats: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stats",
            abstract: "Counts what is in a feed: arrivals, senders, kinds, prices, streaks and bursts.")

        @Argument(
            help: "The feed, - for standard input, or a source of feed record, counted until Ctrl-C.",
            completion: .file())
        var feed = "-"

        @OptionGroup var reading: FeedReadingOptions

        @OptionGroup var chaos: ChaosOptions

        @Option(
            help: ArgumentHelp("Stop after this time, where the feed has no end.", valueName: "30s"),
            transform: DurationArgument.parse)
        var duration: DurationArgument?

        @Option(help: "text, or json for one object.")
        var format = ReportFormat.text

        func run() throws {
            guard !FeedSourceFactory.isEndless(feed) else { return try runLive() }
            guard duration == nil else {
                throw CommandFailure(.usage, "--duration: expected a feed without an end, such as twitch:CHANNEL")
            }
            let file = FeedFile(feed)
            var figures = FeedFigures()
            var badLines = 0
            try file.read(
                by: reading.format.adapter(map: try reading.giftMap()), disturbedBy: try chaos.makeDisturbance()
            ) { event in
                figures.add(event)
            } fault: { _ in
                badLines += 1
            }
            try printReport(figures, of: file.name, badLines: badLines)
        }

        private func runLive() throws(CommandFailure) {
            let opening = FeedSourceFactory(
                format: reading.format, map: try reading.giftMap(),
                options: .init(isLive: true, overflow: .wait, keepsFaults: true))
            var live = try LiveReadLoop(feed, by: opening, for: duration.map { .nanoseconds($0.time) }, chaos: chaos)
            var figures = FeedFigures()
            try live.run { event in
                figures.add(event)
            } rest: {
            }
            try printReport(figures, of: live.sourceName, badLines: live.faultCount)
            try live.finish()
        }

        private func printReport(_ figures: FeedFigures, of name: String, badLines: Int) throws(CommandFailure) {
            var output = Output.standard()
            switch format {
            case .json: try output.writeLine(figures.json(of: name, badLines: badLines))
            case .text:
                let columns = TerminalFacts.hasTerminal ? TerminalFacts.size?.columns ?? 80 : 80
                let report = FeedReport(
                    figures, name: name, invalidLines: badLines, columns: columns, isASCII: TerminalFacts.isASCII)
                for line in report.lines { try output.writeLine(line) }
            }
            try output.flush()
        }
    }
}

extension FeedFigures {
    fileprivate func json(of name: String, badLines: Int) -> JSONValue {
        let mostNames = 20
        return .object([
            ("feed", .string(name)), ("seconds", .number(Self.seconds(end))), ("badLines", .integer(badLines)),
            ("late", .integer(lateEvents)),
            ("events", .object(events.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
            ("arrivals", .integer(giftEvents)), ("gifts", .integer(gifts)), ("value", .integer(value)),
            ("duplicates", .integer(duplicates)),
            (
                "prices",
                .object([
                    ("p50", .integer(price(atShare: 0.5))), ("p90", .integer(price(atShare: 0.9))),
                    ("p99", .integer(price(atShare: 0.99))), ("most", .integer(price(atShare: 1))),
                ])
            ),
            ("senderCount", .integer(senderCount)), ("senders", .array(topSenders(mostNames).map(Self.json))),
            ("kinds", .array(topKinds(mostNames).map(Self.json))),
            (
                "streaks",
                .object([
                    ("count", .integer(streaks.count)), ("ended", .integer(streaks.ended)),
                    ("gifts", .integer(streaks.gifts)), ("longest", .integer(streaks.maxGifts)),
                ])
            ),
            ("bursts", .array(timeSeries.bursts.map(Self.json))), ("slotSeconds", .integer(timeSeries.slotSeconds)),
            ("course", .array(timeSeries.merged(into: 240).map { .integer($0.gifts) })),
        ])
    }

    private static func json(_ tally: Tally) -> JSONValue {
        .object([("name", .string(tally.name)), ("gifts", .integer(tally.gifts)), ("value", .integer(tally.value))])
    }

    private static func json(_ burst: GiftTimeSeries.Burst) -> JSONValue {
        .object([
            ("at", .number(seconds(burst.start))), ("seconds", .number(seconds(burst.duration))),
            ("gifts", .integer(burst.gifts)), ("value", .integer(burst.value)),
        ])
    }

    private static func seconds(_ duration: Duration) -> Double {
        duration / .seconds(1)
    }
}
