import ArgumentParser
import Scenarios

/// `giftty check`: runs scenarios and compares what comes of them with what they expect.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Runs scenarios and checks what they expect; exits 1 when something did not hold.")

    @Argument(help: "Scenario files, or names of built-in scenarios.")
    var scenarios: [String]

    @OptionGroup var set: SetOptions

    @Option(help: "text or json, an object a scenario.")
    var format = ReportFormat.text

    func run() throws {
        let overrides = try set.playback()
        var sources: [ScenarioSource] = []
        for argument in scenarios { sources.append(try ScenarioSource(argument: argument)) }
        var output = Output.standard()
        var failed = 0
        for source in sources {
            let failures = source.scenario.check(overriding: overrides)
            if !failures.isEmpty { failed += 1 }
            switch format {
            case .text:
                try output.line("\(failures.isEmpty ? "ok      " : "FAILED  ")\(source.path)  \(source.scenario.name)")
                for failure in failures { try output.line("        \(failure)") }
            case .json:
                let line = JSONValue.object([
                    ("scenario", .text(source.path)), ("name", .text(source.scenario.name)),
                    ("expectations", .integer(source.scenario.expectations.count)),
                    ("failures", .list(failures.map { .text($0.description) })),
                ])
                try output.line(line.text)
            }
        }
        if format == .text, sources.count > 1 {
            try output.line("\(sources.count) scenarios, \(failed) failed")
        }
        try output.flush()
        if failed > 0 { throw CommandFailure.quietly(.checkFailed) }
    }
}
