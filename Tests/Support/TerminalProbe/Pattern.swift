import TerminalCells

/// Returns a grid whose pixels differ from cell to cell and from number to number, as a gradient or as noise.
func pattern(_ number: Int, columns: Int, rows: Int, hasText: Bool, isNoise: Bool = false) -> CellGrid {
    var grid = CellGrid(columns: columns, rows: rows)
    for row in 0..<rows {
        for column in 0..<columns {
            grid[column, row] = Cell(
                top: color(column, row * 2, number, isNoise), bottom: color(column, row * 2 + 1, number, isNoise))
        }
    }
    if hasText {
        grid.write(
            "plain é 漢字 ❤ 🎁 end", column: 2, row: 1, foreground: CellColor(0xFFFFFF), background: CellColor(0x102030))
        grid.write(
            "bold", column: 2, row: 2, foreground: CellColor(0xFF8000), background: CellColor(0),
            attributes: [.bold, .underline])
        grid[columns - 1, rows - 1] = Cell(Glyph("#"), foreground: CellColor(0x00FF00), background: CellColor(0))
    }
    return grid
}

func color(_ x: Int, _ y: Int, _ number: Int, _ isNoise: Bool) -> CellColor {
    if isNoise {
        var value = UInt64(x &+ y &* 1009 &+ number &* 1_000_003) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 29
        value = value &* 0xBF58_476D_1CE4_E5B9
        return CellColor(UInt32(truncatingIfNeeded: value >> 40))
    }
    return CellColor(
        red: UInt8(truncatingIfNeeded: x + number * 3), green: UInt8(truncatingIfNeeded: y * 2 + number * 5),
        blue: UInt8(truncatingIfNeeded: (x + y) / 2 + number * 7))
}
