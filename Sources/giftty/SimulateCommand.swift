import ArgumentParser
import Playback
import Scenarios

/// `giftty simulate`: runs a scenario through the playback controller on virtual time.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Runs a scenario and shows what becomes of every gift.",
        discussion: """
            The scenario's own settings and --set count; neither the configuration file nor the environment does, so \
            that a scenario means the same everywhere.
            """)

    @Argument(help: "A scenario file, or the name of a built-in scenario.")
    var scenario: String

    @OptionGroup var set: SetOptions

    @Option(help: ArgumentHelp("Write the trace here; - is standard output, and nothing else is.", valueName: "file"))
    var trace: String?

    @Option(help: "How to print what became of the gifts: text or json.")
    var format = ReportFormat.text

    func run() throws {
        let overrides = try set.playback()
        let source = try ScenarioSource(argument: scenario)
        if trace == "-" {
            try source.scenario.writeTrace(to: "-", overriding: overrides)
            return
        }
        var record = SessionRecord(name: source.scenario.name.isEmpty ? source.path : source.scenario.name)
        if let trace {
            try source.scenario.writeTrace(to: trace, overriding: overrides) { record.note($0) }
        } else {
            source.scenario.run(overriding: overrides) { record.note($0) }
        }
        var output = Output.standard()
        switch format {
        case .json:
            try output.line(record.json.text)
        case .text:
            let width = TerminalFacts.hasTerminal ? TerminalFacts.size?.columns ?? 80 : 80
            for line in SessionTable(record, columns: width, isASCII: TerminalFacts.isASCII).lines {
                try output.line(line)
            }
        }
        try output.flush()
    }
}

extension Scenario {
    /// Runs the scenario and writes each line of its trace as it comes.
    fileprivate func writeTrace(
        to path: String, overriding overrides: [Setting], noting note: (TraceEvent) -> Void = { _ in }
    ) throws(CommandFailure) {
        var output = try Output(path: path)
        try run(overriding: overrides) { (event) throws(CommandFailure) in
            note(event)
            try output.line { event.appendJSON(to: &$0) }
        }
        try output.flush()
    }
}
