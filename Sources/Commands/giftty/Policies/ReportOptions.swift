import ArgumentParser
import PolicyReports
import TerminalCells

/// The formats of a report on policies.
enum PolicyReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, csv, svg

    /// The file name extension.
    var fileExtension: String { self == .text ? "txt" : rawValue }

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

/// The options `--format`, `--output` and `--colors` of commands that report on policies.
struct ReportOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The form of the report; by the ending of --output unless given.", valueName: "form"))
    var format: PolicyReportFormat?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write the report into this file.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("Colours of the text.", valueName: "truecolor|256|16|none"))
    var colors: ColorChoice?

    /// The requested format; without `--format`, the extension of the output file determines it, and `text` is the
    /// default.
    var chosenFormat: PolicyReportFormat {
        format ?? output.flatMap { FileExtension.of($0) }.flatMap { PolicyReportFormat(fileExtension: $0) } ?? .text
    }

    /// Checks that the command supports the format and that the output file can be written.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for a format that the command does not support, or an extension
    ///   that is not that of a format; 73 if the file cannot be written.
    func check(formats: [PolicyReportFormat]) throws(CommandFailure) {
        if let output, format == nil, let ending = FileExtension.of(output),
            PolicyReportFormat(fileExtension: ending) == nil
        {
            throw FileExtension.failure(output, of: "--output", among: formats.map(\.fileExtension))
        }
        guard !formats.contains(chosenFormat) else {
            if let output { try OutputFile.checkIsWritable(output) }
            return
        }
        let words = formats.map(\.rawValue)
        throw CommandFailure(
            .usage,
            "--format: expected \(words.alternatives), found \(chosenFormat.rawValue)"
        )
    }

    /// The style of text: the width and the colors of the terminal, or 80 columns without colors.
    var style: TextStyle {
        let isTerminal = output == nil && TerminalFacts.hasTerminal
        let detected = isTerminal ? ColorDepth.detected(environment: TerminalFacts.environment) : .none
        return TextStyle(
            columns: isTerminal ? TerminalFacts.size?.columns ?? 80 : 80, depth: colors?.depth ?? detected,
            repertoire: TerminalFacts.isASCII ? .ascii : .unicode)
    }

    /// Writes lines to the output file or to standard output.
    func write(_ lines: [String]) throws(CommandFailure) {
        try write(lines.joined(separator: "\n") + "\n")
    }

    /// Writes a text to the output file or to standard output. A file is replaced atomically.
    func write(_ text: String) throws(CommandFailure) {
        if let output, output != "-" { return try OutputFile.replace(output, with: Array(text.utf8)) }
        var screen = Output.standard()
        try screen.write(Array(text.utf8))
        try screen.flush()
    }
}
