import TerminalCells
import TerminalText

/// The SVG elements of a group's marks: one path for each color, then the letters.
struct SVGMarks {
    /// The SVG elements.
    private(set) var text = ""

    private struct Pixel {
        let color: Int16
        let row: Int
        let column: Int
    }

    private struct Letters {
        let letter: SVGCell.Letter
        let row: Int
        let column: Int
        var columns: Int
        var text: String
    }

    init(_ marks: [SVGLayers.Mark], colors: inout Set<Int16>) {
        var pixels: [Pixel] = []
        var letters: [Letters] = []
        for mark in marks {
            switch mark.content {
            case .pixel(let color, let row): pixels.append(Pixel(color: color, row: row, column: mark.column))
            case .letter(let letter, let row):
                letters.append(
                    Letters(
                        letter: letter, row: row, column: mark.column, columns: letter.glyph.columns,
                        text: letter.glyph.description))
                if letter.color >= 0 { colors.insert(letter.color) }
            }
        }
        for pixel in pixels { colors.insert(pixel.color) }
        write(pixels)
        write(letters)
    }

    /// Appends one path for each color, with a horizontal line for each run of adjacent pixels.
    ///
    /// The lines have the default stroke width of one pixel.
    private mutating func write(_ pixels: [Pixel]) {
        let ordered = pixels.sorted { ($0.color, $0.row, $0.column) < ($1.color, $1.row, $1.column) }
        var index = 0
        var color: Int16?
        var pen = (column: 0, row: 0)
        while index < ordered.count {
            let first = ordered[index]
            if first.color != color {
                if color != nil { text += "\"/>" }
                text += "<path class=\"c\(String(first.color, radix: 16))\" d=\""
                text += "M\(first.column) \(first.row)"
                color = first.color
            } else {
                let (right, down) = (first.column - pen.column, first.row - pen.row)
                text += "m\(right)"
                text += down < 0 ? "\(down)" : " \(down)"
            }
            var count = 1
            while index + count < ordered.count, ordered[index + count].color == first.color,
                ordered[index + count].row == first.row, ordered[index + count].column == first.column + count
            { count += 1 }
            text += "h\(count)"
            pen = (first.column + count, first.row)
            index += count
        }
        if color != nil { text += "\"/>" }
    }

    private mutating func write(_ letters: [Letters]) {
        guard !letters.isEmpty else { return }
        text += "<g transform=\"translate(0-.5)scale(.125)\">"
        var line: Letters?
        for next in letters.sorted(by: { ($0.row, $0.column) < ($1.row, $1.column) }) {
            if var open = line, open.row == next.row, open.column + open.columns == next.column,
                open.letter.color == next.letter.color, open.letter.attributes == next.letter.attributes,
                open.letter.glyph.columns == next.letter.glyph.columns
            {
                open.text += next.text
                open.columns += next.columns
                line = open
            } else {
                if let line { write(line) }
                line = next
            }
        }
        if let line { write(line) }
        text += "</g>"
    }

    private mutating func write(_ line: Letters) {
        text += "<text x=\"\(line.column * 8)\" y=\"\(line.row * 16 + 12)\""
        if line.text.unicodeScalars.count > 1 || line.columns > 1 { text += " textLength=\"\(line.columns * 8)\"" }
        if line.letter.color >= 0 { text += " class=\"c\(String(line.letter.color, radix: 16))\"" }
        let attributes = line.letter.attributes
        if attributes.contains(.bold) { text += " font-weight=\"700\"" }
        if attributes.contains(.italic) { text += " font-style=\"italic\"" }
        if attributes.contains(.underline) { text += " text-decoration=\"underline\"" }
        if attributes.contains(.dim) { text += " opacity=\".6\"" }
        // The cells already have the visual order, so the viewer must not reorder the letters.
        if TextOrder.isRelevant(to: line.text) { text += " direction=\"ltr\" unicode-bidi=\"bidi-override\"" }
        text += ">\(Self.escaped(line.text))</text>"
    }

    /// Returns text escaped for XML, with `�` for characters that XML does not permit.
    static func escaped(_ text: String) -> String { escaping.escaped(text) }

    private static let escaping = XMLText(lineBreaks: .kept, unsafeCharacters: .removed, substitute: "\u{FFFD}")
}
