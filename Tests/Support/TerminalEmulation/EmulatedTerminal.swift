package import TerminalCells

/// A terminal emulator that supports exactly the sequences that recordings use.
///
/// These are cursor positions, 24-bit colors, attributes, clearing and the cursor's visibility.
package struct EmulatedTerminal {
    /// The error that is thrown for output that the emulator does not support.
    package struct UnsupportedOutput: Error, CustomStringConvertible {
        package let description: String
    }

    package private(set) var screen: CellGrid
    package private(set) var isCursorVisible = true
    private var column = 0
    private var row = 0
    /// Whether the last column has been written. Terminals differ in where the next glyph goes then.
    private var isPastLastColumn = false
    private var foreground = CellColor.terminalDefault
    private var background = CellColor.terminalDefault
    private var attributes: CellAttributes = []

    package init(columns: Int, rows: Int) {
        screen = CellGrid(columns: columns, rows: rows)
    }

    /// Processes the output of a program.
    ///
    /// - Throws: `UnsupportedOutput` if the output contains anything that the emulator does not support.
    package mutating func process(_ text: String) throws(UnsupportedOutput) {
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            if scalar != "\u{1B}" {
                try write(scalar)
                continue
            }
            guard rest.popFirst() == "[" else { throw UnsupportedOutput(description: "an escape that is no CSI") }
            let isInside = { (scalar: Unicode.Scalar) in ("0"..."9").contains(scalar) || scalar == ";" || scalar == "?"
            }
            let parameters = String(String.UnicodeScalarView(rest.prefix(while: isInside)))
            rest = rest.drop(while: isInside)
            guard let command = rest.popFirst() else {
                throw UnsupportedOutput(description: "an escape without an end")
            }
            try performControl(command, parameters)
        }
    }

    private mutating func performControl(_ command: Unicode.Scalar, _ parameters: String) throws(UnsupportedOutput) {
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        switch (command, parameters) {
        case ("H", _):
            (row, column) = (numbers.first.map { $0 - 1 } ?? 0, numbers.dropFirst().first.map { $0 - 1 } ?? 0)
            isPastLastColumn = false
            guard screen.bounds.contains(column: column, row: row) else {
                throw UnsupportedOutput(description: "a place off the screen: \(parameters)")
            }
        case ("J", "2"):
            screen.clear(to: Cell(foreground: foreground, background: background))
        // Bidirectional support mode (BDSM) has no effect here: this emulator never reorders letters.
        case ("l", "8"), ("h", "8"): break
        case ("h", "?25"): isCursorVisible = true
        case ("l", "?25"): isCursorVisible = false
        case ("m", _): try applyRendition(numbers)
        default: throw UnsupportedOutput(description: "CSI \(parameters)\(command)")
        }
    }

    private mutating func applyRendition(_ numbers: [Int]) throws(UnsupportedOutput) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: (foreground, background, attributes) = (.terminalDefault, .terminalDefault, [])
            case 1: attributes.insert(.bold)
            case 2: attributes.insert(.dim)
            case 3: attributes.insert(.italic)
            case 4: attributes.insert(.underline)
            case 7: attributes.insert(.reverse)
            case 39: foreground = .terminalDefault
            case 49: background = .terminalDefault
            case 38, 48:
                let color = rest.prefix(4).map { UInt32($0) }
                guard color.count == 4, color[0] == 2 else { throw UnsupportedOutput(description: "SGR \(numbers)") }
                rest = rest.dropFirst(4)
                let exact = CellColor(color[1] << 16 | color[2] << 8 | color[3])
                if number == 38 { foreground = exact } else { background = exact }
            default: throw UnsupportedOutput(description: "SGR \(numbers)")
            }
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) throws(UnsupportedOutput) {
        guard scalar.value >= 0x20 else { throw UnsupportedOutput(description: "control character \(scalar.value)") }
        if DisplayWidth.columns(of: scalar) == 0 {
            // The scalar is a combining mark of the glyph before it.
            let place = column - 1
            guard place >= 0 else { throw UnsupportedOutput(description: "a mark on nothing") }
            let base = screen[place, row].glyph == .continuation ? place - 1 : place
            let cell = screen[base, row]
            _ = screen.write(
                cell.glyph.description + String(Character(scalar)), column: base, row: row,
                foreground: cell.foreground, background: cell.background, attributes: cell.attributes)
            return
        }
        guard !isPastLastColumn else { throw UnsupportedOutput(description: "a glyph behind the last column") }
        column = screen.write(
            String(Character(scalar)), column: column, row: row, foreground: foreground, background: background,
            attributes: attributes)
        isPastLastColumn = column >= screen.columns
    }
}

extension CellGrid {
    /// The cells in a form in which equal appearance means equal values.
    ///
    /// The foreground of a space is ignored, and half-blocks with the same two pixels are equal.
    package var normalized: [Cell] {
        cells.map { cell in
            if let (top, bottom) = cell.pixels { return Cell(top: top, bottom: bottom) }
            var result = cell
            result.attributes.remove(.undithered)
            if cell.glyph == .space, result.attributes.isDisjoint(with: [.underline, .reverse]) {
                return Cell(top: cell.background, bottom: cell.background)
            }
            if cell.glyph == .continuation {
                result.foreground = .terminalDefault
                result.attributes = []
            }
            return result
        }
    }
}

extension CellGrid {
    /// Returns descriptions of the first few cells in which two screens of the same size look different, one per line.
    package func differences(from other: CellGrid) -> [String] {
        let pairs = zip(normalized, other.normalized).enumerated().filter { $0.element.0 != $0.element.1 }
        return pairs.prefix(4).map { "(\($0 % columns), \($0 / columns)): \($1.0) instead of \($1.1)" }
    }
}
