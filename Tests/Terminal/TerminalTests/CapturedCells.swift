import TerminalCells

/// Cells that are parsed from lines with escape sequences, as tmux prints its screen.
struct CapturedCells {
    /// The rows of cells; the right half of a wide glyph is a continuation.
    private(set) var rows: [[Cell]] = []

    init(_ text: String) {
        var pen = Cell()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            rows.append(Self.cells(of: line, &pen))
        }
    }

    private static func cells(of line: Substring, _ pen: inout Cell) -> [Cell] {
        var cells: [Cell] = []
        var plain = ""
        func flush(_ pen: Cell) {
            var grid = CellGrid(columns: DisplayWidth.columns(of: plain), rows: 1)
            grid.write(plain, column: 0, row: 0, foreground: pen.foreground, background: pen.background)
            for var cell in grid.cells {
                cell.attributes = pen.attributes
                cells.append(cell)
            }
            plain = ""
        }
        var rest = line.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1B}" else {
                plain.unicodeScalars.append(scalar)
                continue
            }
            flush(pen)
            rest = rest.dropFirst()
            let body = rest.prefix { $0 != "m" }
            rest = rest.dropFirst(body.count + 1)
            apply(String(body).split(separator: ";").compactMap { Int($0) }, to: &pen)
        }
        flush(pen)
        return cells
    }

    private static func apply(_ parameters: [Int], to pen: inout Cell) {
        var rest = parameters.isEmpty ? [0] : parameters[...]
        while let first = rest.popFirst() {
            switch first {
            case 0: pen = Cell()
            case 1: pen.attributes.insert(.bold)
            case 2: pen.attributes.insert(.dim)
            case 3: pen.attributes.insert(.italic)
            case 4: pen.attributes.insert(.underline)
            case 7: pen.attributes.insert(.reverse)
            case 30...37: pen.foreground = .palette(UInt8(first - 30))
            case 90...97: pen.foreground = .palette(UInt8(first - 82))
            case 40...47: pen.background = .palette(UInt8(first - 40))
            case 100...107: pen.background = .palette(UInt8(first - 92))
            case 39: pen.foreground = .terminalDefault
            case 49: pen.background = .terminalDefault
            case 38: pen.foreground = color(&rest)
            case 48: pen.background = color(&rest)
            default: break
            }
        }
    }

    private static func color(_ rest: inout ArraySlice<Int>) -> CellColor {
        if rest.popFirst() == 5 { return .palette(UInt8(rest.popFirst() ?? 0)) }
        let channels = (0..<3).map { _ in UInt8(rest.popFirst() ?? 0) }
        return CellColor(red: channels[0], green: channels[1], blue: channels[2])
    }

    /// Returns a description of the first cell that looks different from the expected one, or `nil` if there is none.
    func difference(from grid: CellGrid) -> String? {
        guard rows.count == grid.rows else { return "\(rows.count) rows for \(grid.rows)" }
        for row in 0..<grid.rows {
            guard rows[row].count <= grid.columns else { return "row \(row): \(rows[row].count) columns" }
            for column in 0..<grid.columns {
                // tmux does not print cells that nothing was written to since the screen was cleared.
                let shown = column < rows[row].count ? rows[row][column] : Cell()
                if !Self.looksIdentical(shown, grid[column, row]) {
                    return "column \(column), row \(row): \(shown) for \(grid[column, row])"
                }
            }
        }
        return nil
    }

    private static func looksIdentical(_ shown: Cell, _ wanted: Cell) -> Bool {
        if wanted.glyph == .continuation { return shown.glyph == .continuation }
        if let wanted = wanted.pixels, let shown = shown.pixels {
            return wanted == shown
        }
        let ignored: CellAttributes = .undithered
        guard shown.glyph == wanted.glyph, shown.background == wanted.background,
            shown.attributes.subtracting(ignored) == wanted.attributes.subtracting(ignored)
        else { return false }
        return shown.foreground == wanted.foreground || wanted.glyph == .space
    }
}
