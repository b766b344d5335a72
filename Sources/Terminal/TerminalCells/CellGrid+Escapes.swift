extension CellGrid {
    /// Returns the grid as lines of text with color sequences, for standard output instead of a screen.
    ///
    /// Within a line only changes are written. Every line ends with a reset, so that lines can be separated and do not
    /// color the following text. Every line has all of its columns. Without colors the only sequences are those of text
    /// attributes, and a reset follows only after these.
    public func escapes(depth: ColorDepth, repertoire: GlyphRepertoire = .unicode) -> [UInt8] {
        let grid = adapted(to: depth, repertoire: repertoire)
        var output: [UInt8] = []
        output.reserveCapacity(cells.count * (depth == .trueColor ? 40 : 16))
        for row in 0..<rows {
            var pen = Pen()
            for cell in grid.cells[row * columns..<(row + 1) * columns] where cell.glyph != .continuation {
                pen.update(for: cell, into: &output)
                output.append(contentsOf: cell.glyph.description.utf8)
            }
            if depth == .none { pen.reset(into: &output) } else { output += Pen.resetSequence }
            output.append(UInt8(ascii: "\n"))
        }
        return output
    }
}

/// The terminal's current colors and attributes.
struct Pen {
    private var foreground = CellColor.terminalDefault
    private var background = CellColor.terminalDefault
    private var attributes: CellAttributes = []

    /// Whether the pen has the default colors and no attributes.
    private var isReset: Bool { foreground == .terminalDefault && background == .terminalDefault && attributes.isEmpty }

    /// The SGR sequence that resets all attributes.
    static let resetSequence = Array("\u{1B}[0m".utf8)

    /// The SGR parameter of each attribute.
    private static let parameters: [(attribute: CellAttributes, parameter: UInt8)] = [
        (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7),
    ]

    /// Appends the sequences that change the pen to the cell's colors and attributes.
    mutating func update(for cell: Cell, into output: inout [UInt8]) {
        let wanted = cell.attributes.subtracting(.hints)
        if !attributes.isSubset(of: wanted) { reset(into: &output) }
        let showsForeground = cell.glyph != .space || wanted.contains(.underline) || wanted.contains(.reverse)
        let added = wanted.subtracting(attributes)
        let newForeground = showsForeground && cell.foreground != foreground ? cell.foreground : nil
        let newBackground = cell.background != background ? cell.background : nil
        guard !added.isEmpty || newForeground != nil || newBackground != nil else { return }
        // Each attribute needs two bytes and each of both colors `maxParameterLength` + 1: fewer than 64 in total.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { room in
            guard let text = room.baseAddress else { return }
            var length = 0
            for (attribute, parameter) in Self.parameters where added.contains(attribute) {
                text[length] = 0x30 + parameter
                text[length + 1] = UInt8(ascii: ";")
                length += 2
            }
            for (color, place) in [(newForeground, CellColor.Role.foreground), (newBackground, .background)] {
                guard let color else { continue }
                length += color.writeParameters(place, to: text + length)
                text[length] = UInt8(ascii: ";")
                length += 1
            }
            output += [0x1B, UInt8(ascii: "[")]
            output.append(contentsOf: UnsafeBufferPointer(start: text, count: length - 1))
            output.append(UInt8(ascii: "m"))
        }
        attributes = wanted
        foreground = newForeground ?? foreground
        background = newBackground ?? background
    }

    /// Appends a reset unless the pen is in its initial state.
    mutating func reset(into output: inout [UInt8]) {
        guard !isReset else { return }
        output += Self.resetSequence
        self = Pen()
    }
}
