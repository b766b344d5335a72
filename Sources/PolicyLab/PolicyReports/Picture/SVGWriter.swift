import TerminalCells
import TerminalText

/// A writer that builds an SVG document element by element.
struct SVGWriter {
    private(set) var text = ""
    private var openElements: [String] = []

    /// The names and values of an element's attributes.
    typealias Attributes = KeyValuePairs<String, String>

    /// Opens an element; its content follows until ``close()``.
    mutating func open(_ name: String, _ attributes: Attributes = [:]) {
        begin(name, attributes)
        text += ">\n"
        openElements.append(name)
    }

    /// Closes the element that was opened last.
    mutating func close() {
        guard let name = openElements.popLast() else { return }
        indent()
        text += "</\(name)>\n"
    }

    /// Adds an element without content or with text as its content.
    mutating func add(_ name: String, _ attributes: Attributes = [:], text content: String? = nil) {
        begin(name, attributes)
        if let content {
            text += ">\(Self.escaped(content))</\(name)>\n"
        } else {
            text += "/>\n"
        }
    }

    /// Adds an element with a tooltip.
    mutating func add(_ name: String, _ attributes: Attributes, tooltip: String) {
        begin(name, attributes)
        text += "><title>\(Self.escaped(tooltip))</title></\(name)>\n"
    }

    /// Adds a mark for each part of a row at its first time: a shape for one event, otherwise the number of events.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - axis: The scale of time.
    ///   - left: The left edge of the axis.
    ///   - y: The middle of the row.
    ///   - shape: The path of the shape, 8 wide and high, from its upper left corner.
    ///   - name: The class of the shape.
    ///   - numberClass: The class of the numbers.
    mutating func addMarks(
        of row: CountRow, _ axis: TimeAxis, left: Double, y: Double, shape: String, class name: String,
        numberClass: String
    ) {
        for (count, first) in zip(row.counts, row.firstTimes) where count > 0 {
            let x = left + axis.position(first)
            if count == 1 {
                let start = "M\(PictureText.coordinate(x - 4)) \(PictureText.coordinate(y - 4))"
                add("path", ["class": name, "d": start + shape])
            } else {
                add(
                    "text",
                    [
                        "class": "middle \(numberClass) small", "x": PictureText.coordinate(x),
                        "y": PictureText.coordinate(y + 4),
                    ], text: String(count))
            }
        }
    }

    /// Appends everything that `other` contains.
    mutating func include(_ other: SVGWriter) {
        text += other.text
    }

    private mutating func begin(_ name: String, _ attributes: Attributes) {
        indent()
        text += "<\(name)"
        for (key, value) in attributes where !value.isEmpty { text += " \(key)=\"\(Self.escaped(value))\"" }
    }

    private mutating func indent() {
        text += String(repeating: " ", count: openElements.count)
    }

    /// Returns text for XML: special characters are escaped, and characters that XML forbids are omitted.
    private static func escaped(_ text: String) -> String { escaping.escaped(text) }

    private static let escaping = XMLText(
        escapesQuotes: true, lineBreaks: .spaces, unsafeCharacters: .removed, substitute: "")
}

/// Formatting of numbers and measuring of text in pictures.
enum PictureText {
    /// Returns a coordinate with at most two decimal places.
    static func coordinate(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return Int(exactly: rounded).map { String($0) } ?? String(rounded)
    }

    /// Returns an estimate of the width of a text in pixels. Most letters of proportional fonts are narrower.
    static func width(_ text: String, size: Double = 13) -> Double {
        Double(DisplayWidth.columns(of: text)) * size * 0.6
    }

    /// Returns a text with a width of at most `width` pixels; a longer one is truncated and ends with an ellipsis.
    static func fitted(_ text: String, width: Double, size: Double = 13) -> String {
        TextFitting.text(text, columns: Int(max(0, width / (size * 0.6))), TextStyle())
    }
}
