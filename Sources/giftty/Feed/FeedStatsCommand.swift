import ArgumentParser
import FeedAdapters
import FeedReports
import GiftFeed
import ReportText

extension FeedCommand {
    /// The command `giftty feed stats`, which prints statistics of a feed.
    struct Stats: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stats",
            abstract: "Counts what a feed brings: arrivals, senders, kinds, prices, streaks and bursts.")

        @Argument(help: "The feed, - for standard input, or what feed record takes; that is counted until Ctrl-C.")
        var feed = "-"

        @OptionGroup var reading: FeedReadingOptions

        @OptionGroup var chaos: ChaosOptions

        @Option(
            help: ArgumentHelp("Stop after this time, where the feed has no end.", valueName: "30s"),
            transform: DurationArgument.checked)
        var duration: DurationArgument?

        @Option(help: "text, or json for one object.")
        var format = ReportFormat.text

        func run() throws {
            guard !FeedOpening.isEndless(feed) else { return try runLive() }
            guard duration == nil else {
                throw CommandFailure(.usage, "--duration: expected a feed without an end, such as twitch:CHANNEL")
            }
            let file = FeedFile(feed)
            var figures = FeedFigures()
            var badLines = 0
            try file.read(by: reading.format.adapter(map: try reading.giftMap()), disturbedBy: try chaos.disturbance())
            { event in
                figures.add(event)
            } fault: { _ in
                badLines += 1
            }
            try show(figures, of: file.name, badLines: badLines)
        }

        private func runLive() throws(CommandFailure) {
            let opening = FeedOpening(
                format: reading.format, map: try reading.giftMap(),
                options: .init(isLive: true, overflow: .wait, keepsFaults: true))
            var live = try LiveReading(feed, by: opening, for: duration.map { .nanoseconds($0.time) }, chaos: chaos)
            var figures = FeedFigures()
            try live.run { event in
                figures.add(event)
            } rest: {
            }
            try show(figures, of: live.sourceName, badLines: live.faults)
            try live.finish()
        }

        private func show(_ figures: FeedFigures, of name: String, badLines: Int) throws(CommandFailure) {
            var output = Output.standard()
            switch format {
            case .json: try output.line(figures.json(of: name, badLines: badLines))
            case .text:
                let columns = TerminalFacts.hasTerminal ? TerminalFacts.size?.columns ?? 80 : 80
                let report = FeedReport(
                    figures, name: name, badLines: badLines, columns: columns, isASCII: TerminalFacts.isASCII)
                for line in report.lines { try output.line(line) }
            }
            try output.flush()
        }
    }
}

extension FeedFigures {
    fileprivate func json(of name: String, badLines: Int) -> JSONValue {
        let mostNames = 20
        return .object([
            ("feed", .text(name)), ("seconds", .number(Self.seconds(end))), ("badLines", .integer(badLines)),
            ("late", .integer(late)),
            ("events", .object(events.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
            ("arrivals", .integer(arrivals)), ("gifts", .integer(gifts)), ("value", .integer(value)),
            ("duplicates", .integer(duplicates)),
            (
                "prices",
                .object([
                    ("p50", .integer(price(atShare: 0.5))), ("p90", .integer(price(atShare: 0.9))),
                    ("p99", .integer(price(atShare: 0.99))), ("most", .integer(price(atShare: 1))),
                ])
            ),
            ("senderCount", .integer(senderCount)), ("senders", .list(senders(mostNames).map(Self.json))),
            ("kinds", .list(kinds(mostNames).map(Self.json))),
            (
                "streaks",
                .object([
                    ("count", .integer(streaks.count)), ("ended", .integer(streaks.ended)),
                    ("gifts", .integer(streaks.gifts)), ("longest", .integer(streaks.longest)),
                ])
            ),
            ("bursts", .list(course.bursts.map(Self.json))), ("slotSeconds", .integer(course.slotSeconds)),
            ("course", .list(course.summed(240).map { .integer($0.gifts) })),
        ])
    }

    private static func json(_ tally: Tally) -> JSONValue {
        .object([("name", .text(tally.name)), ("gifts", .integer(tally.gifts)), ("value", .integer(tally.value))])
    }

    private static func json(_ burst: FeedCourse.Burst) -> JSONValue {
        .object([
            ("at", .number(seconds(burst.start))), ("seconds", .number(seconds(burst.length))),
            ("gifts", .integer(burst.gifts)), ("value", .integer(burst.value)),
        ])
    }

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
