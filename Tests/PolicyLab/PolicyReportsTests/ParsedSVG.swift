import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// An SVG document, parsed as XML.
final class ParsedSVG: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        var text = ""
    }

    private(set) var elements: [Element] = []
    private var openElements: [Int] = []

    /// Parses the document.
    ///
    /// - Throws: An error if it is not well-formed.
    init(_ svg: String) throws {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        let isWellFormed = parser.parse()
        try #require(isWellFormed, "line \(parser.lineNumber): \(String(describing: parser.parserError))")
    }

    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    var texts: [String] { all("text").map(\.text) }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        openElements.append(elements.count)
        elements.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard let index = openElements.last else { return }
        elements[index].text += string
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        openElements.removeLast()
    }

    /// Expects what holds for every picture: it is self-contained, and its texts and shapes are inside.
    func expectWellFormed() throws {
        let root = try #require(elements.first)
        #expect(root.name == "svg" && root.attributes["xmlns"] == "http://www.w3.org/2000/svg")
        #expect(root.attributes["role"] == "img" && root.attributes["aria-labelledby"] == "title description")
        #expect(elements.contains { $0.name == "title" && $0.attributes["id"] == "title" && !$0.text.isEmpty })
        #expect(elements.contains { $0.name == "desc" && $0.attributes["id"] == "description" && !$0.text.isEmpty })
        let style = try #require(all("style").first).text
        #expect(style.contains("prefers-color-scheme:dark") && !style.contains("url(") && !style.contains("@import"))
        #expect(!elements.contains { ["image", "use", "script", "foreignObject"].contains($0.name) })
        #expect(!elements.contains { $0.attributes.keys.contains { $0.hasSuffix("href") } })
        let width = try #require(root.attributes["width"].flatMap(Double.init))
        let height = try #require(root.attributes["height"].flatMap(Double.init))
        for element in elements {
            for (name, limit) in [
                ("x", width), ("x1", width), ("x2", width), ("y", height), ("y1", height), ("y2", height),
            ] {
                guard let text = element.attributes[name] else { continue }
                let value = try #require(Double(text))
                #expect(value >= 0 && value <= limit, "\(element)")
            }
        }
        // Every class in use has a rule.
        for name in Set(elements.flatMap { ($0.attributes["class"] ?? "").split(separator: " ") }) {
            #expect(style.contains(".\(name){"), "\(name)")
        }
    }
}
