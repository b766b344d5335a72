/// A canvas of dots in braille characters, with two dots per column and four per row.
///
/// - SeeAlso: The Unicode Standard, block Braille Patterns.
struct BrailleCanvas {
    let columns: Int
    let rows: Int
    private var cells: [UInt32]

    /// The bit of each dot of a cell, by row and column.
    private static let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        cells = [UInt32](repeating: 0, count: self.columns * self.rows)
    }

    /// The number of dots in each direction; the origin is at the top left.
    var width: Int { 2 * columns }
    var height: Int { 4 * rows }

    /// The character of a cell; `nil` if the cell has no dots.
    subscript(column: Int, row: Int) -> String? {
        let dots = cells[row * columns + column]
        return dots == 0 ? nil : Unicode.Scalar(0x2800 + dots).map { String($0) }
    }

    /// Sets a dot. Dots outside the canvas are ignored.
    mutating func setDot(_ x: Int, _ y: Int) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        cells[y / 4 * columns + x / 2] |= Self.bits[y % 4][x % 2]
    }

    /// Draws a straight line, including both ends.
    mutating func drawLine(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
        let steps = max(abs(end.x - start.x), abs(end.y - start.y))
        guard steps > 0 else { return setDot(start.x, start.y) }
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            setDot(
                start.x + Int((Double(end.x - start.x) * share).rounded()),
                start.y + Int((Double(end.y - start.y) * share).rounded()))
        }
    }
}
