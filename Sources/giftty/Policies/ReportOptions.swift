import ArgumentParser
import HalfBlocks
import PolicyReports

/// The forms of a report on policies.
enum PolicyReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, csv, svg
}

/// `--format`, `--output` and `--colors`, for commands that report on policies.
struct ReportOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The form of the report; by the ending of --output unless given.", valueName: "form"))
    var format: PolicyReportFormat?

    @Option(name: .shortAndLong, help: ArgumentHelp("Write the report into this file.", valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("Colours of the text.", valueName: "truecolor|256|16|none"))
    var colors: ColorChoice?

    /// The format asked for, by the name of the file where no other is.
    var chosenFormat: PolicyReportFormat {
        if let format { return format }
        let ending = output?.split(separator: "/").last?.split(separator: ".").dropFirst().last
        return ending.flatMap { PolicyReportFormat(rawValue: $0.lowercased()) } ?? .text
    }

    /// Checks that a command has the format.
    func check(formats: [PolicyReportFormat]) throws(CommandFailure) {
        guard !formats.contains(chosenFormat) else { return }
        let words = formats.map(\.rawValue)
        throw CommandFailure(
            .usage,
            "--format: expected \(words.dropLast().joined(separator: ", ")) or \(words.last ?? ""), found \(chosenFormat.rawValue)"
        )
    }

    /// How text looks where it goes: as wide as the terminal and in its colours, or plain and 80 columns wide.
    var style: TextStyle {
        let isTerminal = output == nil && TerminalFacts.hasTerminal
        let detected = isTerminal ? ColorDepth.detected(environment: TerminalFacts.environment) : .none
        return TextStyle(
            columns: isTerminal ? TerminalFacts.size?.columns ?? 80 : 80, depth: colors?.depth ?? detected,
            repertoire: TerminalFacts.isASCII ? .ascii : .unicode)
    }

    /// Writes lines where they should go.
    func write(_ lines: [String]) throws(CommandFailure) {
        try write(lines.joined(separator: "\n") + "\n")
    }

    /// Writes a text where it should go. A file is replaced only when all of it is there.
    func write(_ text: String) throws(CommandFailure) {
        if let output, output != "-" { return try OutputFile.replace(output, with: Array(text.utf8)) }
        var screen = Output.standard()
        try screen.write(Array(text.utf8))
        try screen.flush()
    }
}
