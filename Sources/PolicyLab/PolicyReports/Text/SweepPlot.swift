/// The curves of a chart in character cells.
///
/// With many colors, all curves are lines of braille dots, each in its color. Without colors, or with the 16 of the
/// terminal, of which some look alike, a single curve is too, and several curves are rows of different signs. Where
/// curves overlap, they alternate from column to column, so that each one is visible.
struct SweepPlot {
    /// The character of each cell, row by row, and the index of its curve.
    private(set) var cells: [(glyph: String, curve: Int)?]
    let columns: Int
    let rows: Int

    init(_ panel: SweepPanel, columns: Int, rows: Int, _ style: TextStyle) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: nil, count: columns * rows)
        if Self.isDotted(panel, style) {
            drawDots(panel)
        } else {
            drawSymbols(panel, style)
        }
    }

    /// Returns the sign of a curve for the legend.
    static func symbol(_ index: Int, of panel: SweepPanel, _ style: TextStyle) -> String {
        if isDotted(panel, style) { return "⠤⠤" }
        let signs =
            style.isASCII ? ["*", "o", "x", "+", "#", "@", "%", "="] : ["●", "○", "×", "+", "◆", "◇", "■", "□"]
        return signs[index % signs.count]
    }

    /// Returns whether the curves are lines of dots, which differ only in their colors.
    private static func isDotted(_ panel: SweepPanel, _ style: TextStyle) -> Bool {
        !style.isASCII && (style.depth > .palette16 || panel.curves.count == 1)
    }

    private mutating func drawDots(_ panel: SweepPanel) {
        let canvases = panel.curves.map { curve in
            var canvas = BrailleCanvas(columns: columns, rows: rows)
            var last: (x: Int, y: Int)?
            for (index, value) in curve.values.enumerated() {
                guard let value else {
                    last = nil
                    continue
                }
                let share = curve.values.count > 1 ? Double(index) / Double(curve.values.count - 1) : 0.5
                let x = Int((share * Double(canvas.width - 1)).rounded())
                let y = Int(((1 - min(1, value / panel.upperBound)) * Double(canvas.height - 1)).rounded())
                canvas.drawLine(from: last ?? (x, y), to: (x, y))
                last = (x, y)
            }
            return canvas
        }
        for row in 0..<rows {
            for column in 0..<columns {
                let present = canvases.indices.filter { canvases[$0][column, row] != nil }
                guard !present.isEmpty else { continue }
                let curve = present[column % present.count]
                cells[row * columns + column] = canvases[curve][column, row].map { ($0, curve) }
            }
        }
    }

    private mutating func drawSymbols(_ panel: SweepPanel, _ style: TextStyle) {
        for column in 0..<columns {
            var places: [Int: [Int]] = [:]
            for (index, curve) in panel.curves.enumerated() {
                let share = columns > 1 ? Double(column) / Double(columns - 1) : 0.5
                guard let value = curve.value(at: share) else { continue }
                let row = Int(((1 - min(1, value / panel.upperBound)) * Double(rows - 1)).rounded())
                places[row, default: []].append(index)
            }
            for (row, curves) in places {
                let curve = curves[column % curves.count]
                cells[row * columns + column] = (Self.symbol(curve, of: panel, style), curve)
            }
        }
    }
}

extension SweepCurve {
    /// Returns the linearly interpolated value at a position from 0 to 1.
    fileprivate func value(at share: Double) -> Double? {
        guard values.count > 1 else { return values.first ?? nil }
        let place = share * Double(values.count - 1)
        let index = min(values.count - 2, Int(place))
        guard let left = values[index] else { return place - Double(index) > 0.5 ? values[index + 1] : nil }
        guard let right = values[index + 1] else { return place - Double(index) <= 0.5 ? left : nil }
        return left + (right - left) * (place - Double(index))
    }
}
