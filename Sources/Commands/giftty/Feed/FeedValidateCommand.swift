import ArgumentParser
import CommandLineSupport
import FeedSources
import FeedTools
import JSON
import PlatformAdapters
import RoomEvents

extension FeedCommand {
    /// The command `giftty feed validate`, which reports every invalid line of feeds.
    struct Validate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "validate", abstract: "Reports every invalid line of feeds; exits 65 if there is one.",
            discussion: """
                A feed may be any source of giftty feed record. The invalid lines of a feed without an end are reported \
                as they arrive, until --duration is over or Ctrl-C. In files in giftty's own form, unknown members and \
                types are warned about, which does not change the exit status.
                """)

        @Argument(
            help: "Feeds, or - for standard input; or one that has no end, such as unix:PATH or twitch:CHANNEL.",
            completion: .file())
        var feeds: [String] = ["-"]

        @OptionGroup var reading: FeedReadingOptions

        @Flag(help: "Continue at the end of a file as it grows, and wait for the next writer of a FIFO.")
        var follow = false

        @Option(help: ArgumentHelp("Stop after this time.", valueName: "30s"), transform: DurationArgument.parse)
        var duration: DurationArgument?

        @Option(help: "text, or json with one object per invalid line.")
        var format = ReportFormat.text

        func run() throws {
            var findings = Findings(format: format)
            // A single source that is not a file may have no end.
            let live = feeds.first { feed in
                follow || duration != nil || FeedSourceFactory.isEndless(feed)
                    || feeds.count == 1 && !PublishedFeed.isFile(feed)
            }
            if let live {
                guard feeds.count == 1 else {
                    let name = NetworkFeeds.matches(live) ? NetworkFeeds.scheme(of: live) : live
                    throw CommandFailure(.usage, "\(name): a feed that may have no end cannot be combined with others")
                }
                try validateLive(live, &findings)
            } else {
                let adapter = reading.format.adapter(map: try reading.giftMap(), requiresOrder: true)
                for feed in feeds {
                    let file = FeedFile(feed)
                    let review = reading.format == .ndjson ? FeedLineReview.warnings(about:) : nil
                    try file.read(by: adapter, reviewing: review) { _ in
                        findings.eventCount += 1
                    } fault: { fault throws(CommandFailure) in
                        let found = FeedFault(source: file.name, line: fault.line, error: fault.error)
                        if fault.isWarning { try findings.warn(found) } else { try findings.report(found) }
                    }
                    try findings.finish(file.name)
                }
            }
            try findings.output.flush()
            if findings.faultCount > 0 { throw CommandFailure.silent(.badData) }
        }

        /// Checks a live source. The times of the lines apply, so that the lines are checked without waiting.
        private func validateLive(_ feed: String, _ findings: inout Findings) throws(CommandFailure) {
            try InputFile.refuseTerminal(as: feed)
            let opening = FeedSourceFactory(
                format: reading.format, map: try reading.giftMap(),
                options: .init(isFollowing: follow, isLive: false, overflow: .wait, keepsFaults: true),
                requiresOrder: true)
            var live = try LiveReadLoop(feed, by: opening, for: duration.map { .nanoseconds($0.time) })
            try live.run { _ in
                findings.eventCount += 1
            } fault: { fault throws(CommandFailure) in
                try findings.report(fault)
            } rest: { () throws(CommandFailure) in
                try findings.output.flush()
            }
            if live.failure == nil { try findings.finish(live.sourceName) }
            try findings.output.flush()
            try live.finish()
        }
    }
}

/// The invalid lines of all feeds, printed as they are found.
private struct Findings: ~Copyable {
    let format: ReportFormat
    var output = Output.standard()
    /// The number of events of the current feed.
    var eventCount = 0
    /// The number of invalid lines of all feeds.
    private(set) var faultCount = 0
    private var previousFaultCount = 0
    /// The number of lines of the current feed with something that is ignored.
    private var warningCount = 0

    init(format: ReportFormat) {
        self.format = format
    }

    mutating func report(_ fault: FeedFault) throws(CommandFailure) {
        faultCount += 1
        switch format {
        case .text: try output.writeLine(fault.description)
        case .json: try output.writeLine(.object(fault.members))
        }
    }

    mutating func warn(_ fault: FeedFault) throws(CommandFailure) {
        warningCount += 1
        switch format {
        case .text:
            try output.writeLine(
                "\(fault.source):\(fault.line):\(fault.error.column): warning: \(fault.error.problem)")
        case .json: try output.writeLine(.object(fault.members + [("warning", .bool(true))]))
        }
    }

    /// Finishes the current feed and prints `ok` if it has no invalid lines.
    mutating func finish(_ name: String) throws(CommandFailure) {
        if format == .text, faultCount == previousFaultCount {
            let warnings = warningCount == 0 ? "" : ", \(warningCount) warning\(warningCount == 1 ? "" : "s")"
            let events = eventCount == 1 ? "1 event" : "\(eventCount) events"
            try output.writeLine("ok      \(name)  \(events)\(warnings)")
        }
        (eventCount, previousFaultCount, warningCount) = (0, faultCount, 0)
    }
}

extension FeedFault {
    fileprivate var members: [(key: String, value: JSONValue)] {
        [
            ("file", .string(source)), ("line", .integer(line)), ("column", .integer(error.column)),
            ("problem", .string(error.problem)),
        ]
    }
}
