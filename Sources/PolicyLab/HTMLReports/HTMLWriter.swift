import TerminalText

/// A writer that builds an HTML document element by element, and escapes everything that is not markup.
struct HTMLWriter {
    private(set) var text = ""

    /// The names and values of an element's attributes. An attribute with an empty value is omitted.
    typealias Attributes = KeyValuePairs<String, String>

    /// Adds an element whose content `fill` adds.
    mutating func element(_ name: String, _ attributes: Attributes = [:], _ fill: (inout HTMLWriter) -> Void) {
        begin(name, attributes)
        text += ">\n"
        fill(&self)
        text += "</\(name)>\n"
    }

    /// Adds an element with text as its content.
    mutating func add(_ name: String, _ attributes: Attributes = [:], text content: String) {
        begin(name, attributes)
        text += ">\(Self.escaped(content))</\(name)>\n"
    }

    /// Adds an element that has no content.
    mutating func add(_ name: String, _ attributes: Attributes) {
        begin(name, attributes)
        text += ">\n"
    }

    /// Adds an element of SVG, which has a tooltip if `tooltip` is not empty.
    mutating func shape(_ name: String, _ attributes: Attributes, tooltip: String = "") {
        begin(name, attributes)
        text += tooltip.isEmpty ? "/>\n" : "><title>\(Self.escaped(tooltip))</title></\(name)>\n"
    }

    /// Adds an element whose content is not HTML: a style sheet, a script, or JSON without `<`.
    mutating func raw(_ name: String, _ attributes: Attributes = [:], _ content: String) {
        begin(name, attributes)
        text += ">\(content)</\(name)>\n"
    }

    /// Adds what is already HTML.
    mutating func include(_ html: String) { text += html }

    private mutating func begin(_ name: String, _ attributes: Attributes) {
        text += "<\(name)"
        for (key, value) in attributes where !value.isEmpty { text += " \(key)=\"\(Self.escaped(value))\"" }
    }

    /// Returns text for HTML: special characters are escaped; characters that control, reorder or hide text are omitted.
    static func escaped(_ text: String) -> String { escaping.escaped(text) }

    /// Returns text for a script, which shows it as text: characters that control, reorder or hide text are omitted.
    static func plain(_ text: String) -> String { text.terminalSafe() }

    private static let escaping = XMLText(
        escapesQuotes: true, lineBreaks: .spaces, unsafeCharacters: .removed, substitute: "")
}

/// Numbers in attributes of shapes.
enum Coordinate {
    /// Returns a coordinate with at most two decimal places.
    static func text(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return Int(exactly: rounded).map { String($0) } ?? String(rounded)
    }
}
