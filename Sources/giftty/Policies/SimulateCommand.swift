import ArgumentParser
import Configuration
import Playback
import ReportText
import Scenarios

/// `giftty simulate`: runs a session through the playback controller on virtual time.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Runs a scenario or a feed and shows what becomes of every gift.",
        discussion: """
            The scenario's own settings and --set count; neither the configuration file nor the environment does, so \
            that a scenario means the same everywhere. A feed is a file with a JSON object a line, such as \
            {"at": 1.25, "type": "gift", "gift": "rocket", "from": "ann"}; it may have any length.
            """)

    @Argument(help: "A scenario file, a feed, a recorded session, or the name of a built-in scenario.")
    var scenario: String

    @OptionGroup var set: SetOptions

    @Option(help: ArgumentHelp("Write the trace here; - is standard output, and nothing else is.", valueName: "file"))
    var trace: String?

    @Option(help: "How to print what became of the gifts: text or json.")
    var format = ReportFormat.text

    @OptionGroup var picture: TextPictureOption

    func run() throws {
        try picture.check(isText: format == .text, unless: trace == "-" ? "--trace -" : nil)
        let overrides = try set.playback()
        let source = try ScenarioSource(argument: scenario)
        if trace == "-" {
            // A wrong line is found before the first line of the trace is out.
            if source.isRepeatable { try source.session.readThrough() }
            var trace = TraceFile(output: .standard())
            try source.session.play(overriding: overrides, observer: &trace)
            return try trace.flush()
        }
        var observer = SimulationObserver(
            record: SessionRecord(name: source.session.name.isEmpty ? source.path : source.session.name),
            trace: try trace.map { path throws(CommandFailure) in TraceFile(output: try Output(path: path)) })
        try source.session.play(overriding: overrides, observer: &observer)
        try observer.trace?.flush()
        try report(observer)
    }

    private func report(_ observer: SimulationObserver) throws(CommandFailure) {
        switch format {
        case .json:
            var output = Output.standard()
            try output.line(observer.json.text)
            try output.flush()
        case .text:
            let isForScreen = picture.svg == nil && TerminalFacts.hasTerminal
            let width = isForScreen ? TerminalFacts.size?.columns ?? 80 : 80
            let isASCII = picture.svg == nil && TerminalFacts.isASCII
            try picture.write(observer.lines(columns: width, isASCII: isASCII))
        }
    }
}

extension SessionSource {
    /// Plays the session; what is wrong with its events is a fault of its data.
    func play(overriding overrides: [Setting], observer: inout some SessionObserver) throws {
        do {
            try run(overriding: overrides, observer: &observer)
        } catch let error as ConfigurationError {
            throw CommandFailure(.badData, error.description)
        }
    }

    /// Reads all events and throws the first fault there is.
    fileprivate func readThrough() throws(CommandFailure) {
        do throws(ConfigurationError) {
            var events = try events()
            while try events.next() != nil {}
        } catch {
            throw CommandFailure(.badData, error.description)
        }
    }
}

/// Writes each line of a trace as it comes. It is a class because it stands for the file.
private final class TraceFile: SessionObserver {
    private var output: Output

    init(output: consuming Output) {
        self.output = output
    }

    func note(_ event: TraceEvent) throws {
        try output.line { event.appendJSON(to: &$0) }
    }

    func flush() throws(CommandFailure) { try output.flush() }
}

/// Gathers what the report of a simulation says, and writes the trace where one is asked for.
private struct SimulationObserver: SessionObserver {
    var record: SessionRecord
    var figures = SessionFigures()
    var trace: TraceFile?

    init(record: SessionRecord, trace: TraceFile?) {
        self.record = record
        self.trace = trace
    }

    mutating func willHandle(_ input: Input) { figures.willHandle(input) }

    mutating func note(_ event: TraceEvent) throws {
        figures.note(event)
        record.note(event)
        try trace?.note(event)
    }

    mutating func didEnd(at time: Nanoseconds) { figures.didEnd(at: time) }

    /// One object with all that is known.
    var json: JSONValue { .object(record.members + [("figures", figures.json)]) }

    /// A row a gift where they are few enough to be read, figures where they are not.
    func lines(columns: Int, isASCII: Bool) -> [String] {
        let table = SessionTable(record, columns: columns, isASCII: isASCII)
        return record.isComplete ? table.lines : table.title(gifts: figures.gifts) + [""] + figures.lines
    }
}
