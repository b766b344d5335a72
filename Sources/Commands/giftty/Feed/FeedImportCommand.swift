import ArgumentParser
import CommandLineSupport
import LogImport

extension FeedCommand {
    /// The command `giftty feed import`, which makes sessions of production logs.
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Makes feeds of production logs in CSV or NDJSON; one for each session.",
            discussion: """
                A mapping in YAML names the columns, or the members of JSON objects, with the time, the gift, its sender, \
                count, value and id, and the key of the session, such as {session: room, at: time, gift: product, sender: \
                user, value: price}. Logs may be compressed with gzip or Zstandard. The memory does not grow with the number \
                of rows.

                A row that is wrong is named on standard error with its line, and counted; the others are imported. The \
                exit status is then 65, or 0 with --keep-going.

                Examples:
                  giftty feed import gifts.csv.gz --mapping mapping.yaml --to sessions
                  kcat -C -b broker -t gifts -e -q |
                    giftty feed import - --mapping mapping.yaml --to sessions
                  giftty feed import gifts.csv --mapping mapping.yaml --session room-7 \\
                    --to - | giftty feed stats
                """)

        @Argument(help: ArgumentHelp("Logs, or - for standard input.", valueName: "log"), completion: .file())
        var logs: [String]

        @Option(
            help: ArgumentHelp("The file that says what the columns mean.", valueName: "file"), completion: .yamlFiles)
        var mapping: String

        @Option(
            help: ArgumentHelp(
                "The folder for the feeds of the sessions; - writes the only session to standard output.",
                valueName: "folder"), completion: .directory)
        var to: String

        @Option(help: ArgumentHelp("Import only the session with this key.", valueName: "key"))
        var session: String?

        @Flag(help: "Exit with 0 although rows are wrong.")
        var keepGoing = false

        func run() throws {
            let inputs = self.logs + [mapping]
            let logs = try MappedLogs(logs, mapping: mapping)
            var sessionCount = 0
            let counts: LogImport.Counts
            if to == "-" {
                var output = Output.standard()
                counts = try logs.importGifts(session: session) { lines, sessions throws(CommandFailure) in
                    sessionCount = sessions.count
                    guard sessions.count <= 1 else { throw Self.severalSessions(sessions) }
                    for line in lines { try output.write(line.bytes) }
                }
                try output.flush()
            } else {
                var folder = try ImportFolder(to)
                do throws(CommandFailure) {
                    counts = try logs.importGifts(session: session) { lines, sessions throws(CommandFailure) in
                        sessionCount = sessions.count
                        try folder.write(lines, sessions)
                    }
                    try folder.finish(reading: inputs)
                } catch {
                    folder.discard()
                    throw error
                }
            }
            StandardError.write(line: "giftty: \(counts.summary(sessions: sessionCount))")
            if counts.wrong > 0, !keepGoing { throw CommandFailure.silent(.badData) }
        }

        private static func severalSessions(_ keys: [String]) -> CommandFailure {
            CommandFailure(
                .badData,
                "--to -: expected one session, found \(keys.prefix(3).joined(separator: ", ")); "
                    + "expected --session or a folder")
        }
    }
}

extension LogImport.Counts {
    /// The numbers in words.
    func summary(sessions: Int) -> String {
        func number(_ count: Int, _ thing: String) -> String { "\(count) \(thing)\(count == 1 ? "" : "s")" }
        var words = [number(rows, "row"), "\(number(gifts, "gift")) in \(number(sessions, "session"))"]
        if leftOut > 0 { words.append("\(leftOut) left out") }
        if wrong > 0 { words.append("\(wrong) wrong") }
        return words.joined(separator: ", ")
    }
}
