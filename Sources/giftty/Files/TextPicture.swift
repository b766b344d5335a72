import ArgumentParser
import HalfBlocks
import MovingPictures

/// `--svg`, for commands that print text.
struct TextPictureOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Draw the text into this file instead of printing it, as an SVG of a terminal; - is standard output.",
            valueName: "file.svg"))
    var svg: String?

    /// Writes lines where they should go.
    /// - Parameter arguments: those of the program, which the picture begins with.
    func write(_ lines: [String], arguments: [String] = CommandLine.arguments) throws(CommandFailure) {
        guard let svg else {
            var output = Output.standard()
            for line in lines { try output.line(line) }
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

    /// Checks that text is printed, which is drawn.
    /// - Parameter other: the option that has something else printed, where it is given.
    func check(isText: Bool, unless other: String? = nil) throws(CommandFailure) {
        guard svg != nil else { return }
        guard isText else {
            throw CommandFailure(.usage, "--svg: expected --format text, which it draws")
        }
        if let other { throw CommandFailure(.usage, "--svg: expected no \(other), as nothing is left to draw") }
    }
}

/// Text as a terminal shows it after a command.
struct TextPicture {
    let command: String
    let lines: [String]

    /// The fewest columns, as reports have them without a terminal.
    private static let least = 80

    /// The cells: the command, an empty row, the lines.
    var cells: CellGrid {
        let rows = ["$ \(command)", ""] + lines
        let width = rows.map { DisplayWidth.columns(of: $0) }.max() ?? 0
        var grid = CellGrid(columns: max(Self.least, width) + 2, rows: rows.count + 2)
        for (row, text) in rows.enumerated() {
            grid.write(text, column: 1, row: row + 1, foreground: .terminalDefault, attributes: row == 0 ? .bold : [])
        }
        return grid
    }

    /// The picture.
    var svg: [UInt8] {
        get throws(MovingPictureError) { try AnimatedSVGWriter.still(cells, frame: .terminal(title: command)) }
    }

    /// The command that prints what the picture shows: the arguments without what asks for the picture, quoted for a shell.
    static func command(_ arguments: [String]) -> String {
        var words = ["giftty"]
        var isPath = false
        for argument in arguments.dropFirst() {
            defer { isPath = argument == "--svg" }
            if isPath || argument == "--svg" || argument.hasPrefix("--svg=") { continue }
            words.append(quoted(argument))
        }
        return words.joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_=./,:+%@".contains($0) }
        return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }
}
