import HalfBlocks

/// Writes an SVG document, element by element.
struct SVGWriter {
    private(set) var text = ""
    private var openElements: [String] = []

    /// An attribute's name and value.
    typealias Attributes = KeyValuePairs<String, String>

    /// Begins an element whose content follows until ``close()``.
    mutating func open(_ name: String, _ attributes: Attributes = [:]) {
        begin(name, attributes)
        text += ">\n"
        openElements.append(name)
    }

    /// Ends the element that was begun last.
    mutating func close() {
        guard let name = openElements.popLast() else { return }
        indent()
        text += "</\(name)>\n"
    }

    /// An element without content, or with this text.
    mutating func add(_ name: String, _ attributes: Attributes = [:], text content: String? = nil) {
        begin(name, attributes)
        if let content {
            text += ">\(Self.escaped(content))</\(name)>\n"
        } else {
            text += "/>\n"
        }
    }

    /// An element with a description that shows when somebody points at it.
    mutating func add(_ name: String, _ attributes: Attributes, tip: String) {
        begin(name, attributes)
        text += "><title>\(Self.escaped(tip))</title></\(name)>\n"
    }

    /// Everything that was written to another one.
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

    /// Text as XML can hold it: what means something is escaped, what XML forbids is left out.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: result.append(contentsOf: "&amp;".unicodeScalars)
            case 0x3C: result.append(contentsOf: "&lt;".unicodeScalars)
            case 0x3E: result.append(contentsOf: "&gt;".unicodeScalars)
            case 0x22: result.append(contentsOf: "&quot;".unicodeScalars)
            case 0x9, 0xA, 0xD: result.append(" ")
            case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: break
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}

/// Numbers and widths in pictures.
enum Drawn {
    /// A coordinate, to the hundredth.
    static func number(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return Int(exactly: rounded).map { String($0) } ?? String(rounded)
    }

    /// The most pixels a text takes in a font of this size. Fonts differ; most letters of proportional ones are narrower.
    static func width(_ text: String, size: Double = 13) -> Double {
        Double(DisplayWidth.columns(of: text)) * size * 0.6
    }

    /// A text of at most so many pixels, its end given for an ellipsis where it is longer.
    static func fitted(_ text: String, width: Double, size: Double = 13) -> String {
        Fitted.text(text, columns: Int(max(0, width / (size * 0.6))), TextStyle())
    }
}
