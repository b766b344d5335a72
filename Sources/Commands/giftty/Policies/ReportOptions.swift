import ArgumentParser
import CommandLineSupport
import PolicyReports
import TerminalCells

/// The formats of a report, among them text.
protocol PolicyReportFormat: RawRepresentable<String>, ExpressibleByArgument, CaseIterable, Sendable {
    static var text: Self { get }
}

extension PolicyReportFormat {
    /// The file name extension.
    var fileExtension: String { rawValue == Self.text.rawValue ? "txt" : rawValue }

    init?(fileExtension: String) {
        guard
            let format = Self.allCases.first(where: {
                $0.fileExtension == fileExtension || $0.rawValue == fileExtension
            })
        else {
            return nil
        }
        self = format
    }
}

/// The formats of a report that compares policies.
enum ComparisonFormat: String, PolicyReportFormat {
    case text, json, csv, svg
}

/// The formats of the report of an evaluation.
enum EvaluationFormat: String, PolicyReportFormat {
    case text, json, csv
}

/// The formats of the report of a tuning.
enum TuningFormat: String, PolicyReportFormat {
    case text, json
}

/// The formats of the report of a branch of a recording.
enum BranchFormat: String, PolicyReportFormat {
    case text, json, svg
}

/// The options `--format`, `--output` and `--colors` of commands that report on policies.
struct ReportOptions<Format: PolicyReportFormat>: ParsableArguments {
    @Option(help: ArgumentHelp("The form of the report; by the ending of --output unless given.", valueName: "form"))
    var format: Format?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write the report into this file.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("Colors of the text.", valueName: "truecolor|256|16|none"))
    var colors: ColorChoice?

    /// The requested format; without `--format`, the extension of the output file determines it, and `text` is the
    /// default.
    var chosenFormat: Format {
        format ?? output.flatMap { FileExtension.of($0) }.flatMap { Format(fileExtension: $0) } ?? .text
    }

    /// Checks that the output file can be written.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for an extension that is not that of a format; 73 if the file cannot
    ///   be written.
    func check() throws(CommandFailure) {
        guard let output else { return }
        if format == nil, let ending = FileExtension.of(output), Format(fileExtension: ending) == nil {
            throw FileExtension.failure(output, of: "--output", among: Format.allCases.map(\.fileExtension))
        }
        try OutputFile.checkIsWritable(output)
    }

    /// The style of text: the width and the colors of the terminal, or 80 columns without colors.
    var style: TextStyle {
        let isTerminal = output == nil && TerminalFacts.hasTerminal
        let detected = isTerminal ? ColorDepth.detected(environment: TerminalFacts.environment) : .none
        return TextStyle(
            columns: isTerminal ? TerminalFacts.size?.columns ?? 80 : 80, depth: colors?.depth ?? detected,
            repertoire: TerminalFacts.isASCII ? .ascii : .unicode)
    }

    /// Opens the output file, or standard output, for a report that is written piece by piece.
    func open() throws(CommandFailure) -> Output { try Output(path: output ?? "-") }

    /// Writes lines to the output file or to standard output.
    func write(_ lines: [String]) throws(CommandFailure) {
        let text = lines.joined(separator: "\n") + "\n"
        try write(chosenFormat.rawValue == Format.text.rawValue ? ASCIISigns.adapted(text) : text)
    }

    /// Writes a text to the output file or to standard output. A file is replaced atomically.
    func write(_ text: String) throws(CommandFailure) {
        if let output, output != "-" { return try OutputFile.replace(output, with: Array(text.utf8)) }
        var screen = Output.standard()
        try screen.write(Array(text.utf8))
        try screen.flush()
    }
}
