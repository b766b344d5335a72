import AnimationExport
import ArgumentParser
import TerminalCells
import TerminalText

/// The option `--svg` of commands that print text.
struct TextPictureOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Draw the text into this file instead of printing it, as an SVG of a terminal; - is standard output.",
            valueName: "file.svg"), completion: .file())
    var svg: String?

    /// Writes the lines to standard output, or as a picture to the file of the option.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - arguments: The arguments of the program, with which the picture begins.
    func write(_ lines: [String], arguments: [String] = CommandLine.arguments) throws(CommandFailure) {
        guard let svg else {
            var output = Output.standard()
            for line in lines { try output.writeLine(line) }
            return try output.flush()
        }
        let bytes: [UInt8]
        do throws(MovingPictureError) {
            bytes = try TextPicture(command: TextPicture.command(arguments), lines: lines).svg
        } catch {
            throw CommandFailure(error, path: svg)
        }
        try OutputFile.replace(svg, with: bytes)
    }

    /// Checks that the command prints text, which is drawn, and that the picture can be written.
    ///
    /// - Parameters:
    ///   - isText: Whether the output is text.
    ///   - other: The name of an option that replaces the text, if it is set.
    /// - Throws: `CommandFailure` if the options conflict or the file cannot be written.
    func check(isText: Bool, unless other: String? = nil) throws(CommandFailure) {
        guard let svg else { return }
        try FileExtension.check(svg, of: "--svg", among: ["svg"])
        guard isText else {
            throw CommandFailure(.usage, "--svg: can only be used with --format text")
        }
        if let other { throw CommandFailure(.usage, "--svg: cannot be combined with \(other)") }
        try OutputFile.checkIsWritable(svg)
    }
}

/// Text as a terminal shows it after a command.
struct TextPicture {
    let command: String
    let lines: [String]

    /// The minimum number of columns, the width of reports without a terminal.
    private static let minColumns = 80
    /// The maximum number of columns; longer lines are truncated.
    private static let maxColumns = 1_000

    /// The cells: the command, an empty row and the lines, with a margin.
    var cells: CellGrid {
        let rows = (["$ \(command)", ""] + lines).map {
            DisplayWidth.fitted($0.terminalSafe(), toColumns: Self.maxColumns, ellipsis: "…")
        }
        let width = rows.map { DisplayWidth.columns(of: $0) }.max() ?? 0
        var grid = CellGrid(columns: max(Self.minColumns, width) + 2, rows: rows.count + 2)
        for (row, text) in rows.enumerated() {
            grid.write(text, column: 1, row: row + 1, foreground: .terminalDefault, attributes: row == 0 ? .bold : [])
        }
        return grid
    }

    /// The SVG document.
    var svg: [UInt8] {
        get throws(MovingPictureError) { try AnimatedSVGWriter.still(cells, frame: .terminal(title: command)) }
    }

    /// Returns the command that prints the text of the picture: the arguments without `--svg`, quoted for a shell.
    static func command(_ arguments: [String]) -> String {
        var words = ["giftty"]
        var isPath = false
        for argument in arguments.dropFirst() {
            defer { isPath = argument == "--svg" }
            if isPath || argument == "--svg" || argument.hasPrefix("--svg=") { continue }
            words.append(argument.shellWord)
        }
        return words.joined(separator: " ")
    }
}
