import ArgumentParser
import CommandLineSupport
import ExactNumbers
import JSON
import Playback
import PlayerSettings
import Scenarios

/// The command `giftty simulate`, which runs a session through the playback controller in virtual time.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Runs a scenario or a feed and shows the outcome of every gift.",
        discussion: """
            Only the scenario's own settings and --set apply, not the configuration file or the environment, so that a \
            scenario has the same result everywhere. A feed is a file with a JSON object a line, such as \
            {"at": 1.25, "type": "gift", "gift": "rocket", "from": "ann"}; it may have any length.
            """)

    @Argument(
        help: "A scenario file, a feed, a recorded session, the name of a built-in scenario, or - for standard input.",
        completion: .scenarios
    )
    var scenario: String

    @OptionGroup var set: SetOptions

    @OptionGroup var logs: LogOptions

    @Option(
        help: ArgumentHelp("Write the trace to this file; with - only it goes to standard output.", valueName: "file"),
        completion: .file())
    var trace: String?

    /// A form of the report.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, csv
    }

    @Option(help: "How to print what became of the gifts: text, json, or csv with a line a price, kind and sender.")
    var format = Format.text

    @Flag(name: .customLong("figures"), help: "Print the figures of the session below its gifts, too.")
    var hasFigures = false

    @OptionGroup var picture: TextPictureOption

    func run() throws {
        try picture.check(isText: format == .text, unless: trace == "-" ? "--trace -" : nil)
        try OutputFile.check([trace, picture.svg], differFrom: [scenario, logs.mapping.mapping])
        let overrides = try set.playback()
        let source = try logs.source(scenario)
        if trace == "-" {
            // An invalid line must be found before the first line of the trace is written.
            if source.isRepeatable { try source.session.validateEvents() }
            var trace = TraceFile(output: .standard())
            try source.session.play(overriding: overrides, observer: &trace)
            source.session.reportSkippedLines()
            return try trace.flush()
        }
        var observer = SimulationObserver(
            sessionRecord: SessionRecord(name: source.session.name.isEmpty ? source.path : source.session.name),
            trace: try trace.map { path throws(CommandFailure) in TraceFile(output: try Output(path: path)) })
        try source.session.play(overriding: overrides, observer: &observer)
        try observer.trace?.flush()
        source.session.reportSkippedLines()
        try report(observer)
    }

    private func report(_ observer: SimulationObserver) throws(CommandFailure) {
        switch format {
        case .json:
            var output = Output.standard()
            try output.writeLine(observer.json)
            try output.flush()
        case .csv:
            var output = Output.standard()
            for fields in [SessionFigures.groupHeader] + observer.figures.groupFields {
                try output.writeLine(encoded: fields.joined(separator: ","))
            }
            try output.flush()
        case .text:
            let isForScreen = picture.svg == nil && TerminalFacts.hasTerminal
            let width = isForScreen ? TerminalFacts.size?.columns ?? 80 : 80
            let isASCII = picture.svg == nil && TerminalFacts.isASCII
            try picture.write(observer.lines(columns: width, isASCII: isASCII, hasFigures: hasFigures))
        }
    }
}

extension SessionSource {
    /// Runs the session and converts errors in its events to failures with exit status 65.
    func play(overriding overrides: [Setting], observer: inout some SessionObserver) throws {
        do {
            try run(overriding: overrides, observer: &observer)
        } catch let error as ConfigurationError {
            throw CommandFailure(.badData, error.description)
        }
    }

    /// Reports the skipped lines of a feed on standard error.
    func reportSkippedLines() { skippedLines.report(path: path) }

    /// Reads all events.
    ///
    /// - Throws: `CommandFailure` with exit status 65 for the first invalid event.
    fileprivate func validateEvents() throws(CommandFailure) {
        do throws(ConfigurationError) {
            var events = try events()
            while try events.next() != nil {}
        } catch {
            throw CommandFailure(.badData, error.description)
        }
    }
}

extension SkippedLines {
    /// Prints the lines to standard error, as lines of the feed in the file at `path`.
    func report(path: String) {
        for line in warnings(path: path) { StandardError.write(line: "giftty: \(line)") }
    }
}

/// An observer that writes each trace line to a file. It is a class because it owns the file.
private final class TraceFile: SessionObserver {
    private var output: Output

    init(output: consuming Output) {
        self.output = output
    }

    func receive(_ event: TraceEvent) throws {
        try output.writeLine { event.appendJSON(to: &$0) }
    }

    func flush() throws(CommandFailure) { try output.flush() }
}

/// An observer that collects the report of a simulation and writes the trace if it is requested.
private struct SimulationObserver: SessionObserver {
    var sessionRecord: SessionRecord
    var figures = SessionFigures()
    var trace: TraceFile?

    mutating func willHandle(_ input: Input) {
        figures.willHandle(input)
        sessionRecord.willHandle(input)
    }

    mutating func receive(_ event: TraceEvent) throws {
        figures.receive(event)
        sessionRecord.record(event)
        try trace?.receive(event)
    }

    mutating func didEnd(at time: Nanoseconds) { figures.didEnd(at: time) }

    /// The report as a JSON object.
    var json: JSONValue { .object(sessionRecord.members + [("figures", figures.json())]) }

    /// Returns the report: a table with a row per gift if the record is complete, otherwise only the figures.
    ///
    /// - Parameter hasFigures: Whether the figures are below the table, too.
    func lines(columns: Int, isASCII: Bool, hasFigures: Bool) -> [String] {
        let table = SessionTable(sessionRecord, columns: columns, isASCII: isASCII)
        guard sessionRecord.isComplete else { return table.title(gifts: figures.gifts) + [""] + figures.lines }
        return table.lines + (hasFigures ? [""] + figures.lines : [])
    }
}
