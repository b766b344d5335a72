import PolicyComparison

/// The figures of sessions as a table in a picture.
struct FiguresPicture {
    private let names: [String]
    private let table: FiguresTable

    private static let rowHeight = 19.0
    private static let gap = 28.0

    init(_ sessions: [PolicySession]) {
        names = sessions.map { PictureText.fitted($0.policy.name, width: 200) }
        table = FiguresTable(sessions.map(\.figures))
    }

    func draw(_ body: inout SVGWriter, _ y: inout Double) {
        let margin = table.rows.map { PictureText.width($0.label) }.max() ?? 0
        let widths = names.indices.map { index in
            ([names[index]] + table.rows.map { $0.values[index] }).map { PictureText.width($0) }.max() ?? 0
        }
        let room = PictureStyle.width - 2 * PictureStyle.margin
        for block in FiguresTable.columnBlocks(widths, margin: margin, gap: Self.gap, width: room) {
            y += 32
            var ends: [Double] = []
            var x = PictureStyle.margin + margin
            for index in block {
                x += Self.gap + widths[index]
                ends.append(x)
            }
            for (index, end) in zip(block, ends) { write(names[index], "number head", end, &body, y) }
            let line = PictureText.coordinate(y + 6)
            body.add(
                "line",
                [
                    "class": "grid", "x1": PictureText.coordinate(PictureStyle.margin), "x2": PictureText.coordinate(x),
                    "y1": line,
                    "y2": line,
                ])
            y += 3
            for row in table.rows {
                y += Self.rowHeight
                let indent = row.isPart ? 14.0 : 0
                write(row.label, row.isPart ? "faint" : "", PictureStyle.margin + indent, &body, y)
                for (index, end) in zip(block, ends) {
                    write(row.values[index], row.isPart ? "number faint" : "number", end, &body, y)
                }
            }
        }
    }

    private func write(_ text: String, _ name: String, _ x: Double, _ body: inout SVGWriter, _ y: Double) {
        body.add("text", ["class": name, "x": PictureText.coordinate(x), "y": PictureText.coordinate(y)], text: text)
    }
}
