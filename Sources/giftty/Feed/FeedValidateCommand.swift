import ArgumentParser
import FeedAdapters
import GiftFeed
import ReportText

extension FeedCommand {
    /// `giftty feed validate`
    struct Validate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "validate", abstract: "Names every wrong line of feeds; exits 65 when there is one.")

        @Argument(help: "Feeds, or - for standard input.")
        var feeds: [String] = ["-"]

        @OptionGroup var reading: FeedReadingOptions

        @Option(help: "text, or json for an object a wrong line.")
        var format = ReportFormat.text

        func run() throws {
            let adapter = try reading.adapter(requiresOrder: true)
            var output = Output.standard()
            var faults = 0
            for feed in feeds {
                let file = FeedFile(feed)
                var events = 0
                var wrong = 0
                try file.read(by: adapter) { _ in
                    events += 1
                } fault: { fault throws(CommandFailure) in
                    wrong += 1
                    switch format {
                    case .text: try output.line(file.words(fault))
                    case .json: try output.line(fault.json(of: file.name))
                    }
                }
                if format == .text, wrong == 0 { try output.line("ok      \(file.name)  \(events) events") }
                faults += wrong
            }
            try output.flush()
            if faults > 0 { throw CommandFailure.quietly(.badData) }
        }
    }
}

extension FeedFile.Fault {
    fileprivate func json(of name: String) -> String {
        JSONValue.object([
            ("file", .text(name)), ("line", .integer(line)), ("column", .integer(error.column)),
            ("problem", .text(error.problem)),
        ]).text
    }
}
