import ExactNumbers

/// An SVG document of layers of cells, with one group for all marks of the same time span, in order of start time.
struct SVGDocument {
    let layers: SVGLayers
    let palette: ColorPalette
    let frame: AnimatedSVGWriter.Frame
    /// The duration of the animation, in milliseconds.
    let duration: Int

    /// The side of a pixel in the SVG's units; a cell is one pixel wide and two high.
    private static let pixel = 8
    private static let font =
        "13.2px ui-monospace,SFMono-Regular,Menlo,'DejaVu Sans Mono',Consolas,monospace"

    /// The time span of a group, in milliseconds.
    ///
    /// Of groups that start together, text follows pixels, because a wide letter extends over the neighbouring cell.
    private struct Span: Hashable, Comparable {
        let start: Int
        let isText: Bool
        let end: Int

        var duration: Int { end - start }

        static func < (first: Span, second: Span) -> Bool {
            if first.start != second.start { return first.start < second.start }
            return first.isText == second.isText ? first.end < second.end : second.isText
        }
    }

    /// The bytes of the SVG document.
    var bytes: [UInt8] {
        var groups: [Span: [Int]] = [:]
        for (index, mark) in layers.marks.enumerated() {
            let span = Span(start: mark.start, isText: mark.isLetter, end: min(duration, mark.end ?? duration))
            if span.duration > 0 { groups[span, default: []].append(index) }
        }
        let spans = groups.keys.sorted()
        var colors: Set<Int16> = []
        var body = ""
        for span in spans {
            body += "<g\(visibilityAttributes(of: span))>"
            body += SVGMarks(groups[span, default: []].map { layers.marks[$0] }, colors: &colors).text
            body += "</g>\n"
        }
        var text = header
        text += "<style>\(style(spans, colors))</style>\n"
        if let background = frame.background {
            text += "<rect width=\"100%\" height=\"100%\" fill=\"\(Self.hexadecimal(background))\"/>\n"
        }
        text += "<g transform=\"scale(\(Self.pixel))translate(0 .5)\" shape-rendering=\"crispEdges\">\n"
        return Array((text + body + "</g>\n</svg>\n").utf8)
    }

    private var header: String {
        let (width, height) = (layers.columns * Self.pixel, layers.rows * 2 * Self.pixel)
        var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\""
        text += " viewBox=\"0 0 \(width) \(height)\" role=\"img\">\n"
        if !frame.title.isEmpty { text += "<title>\(SVGMarks.escaped(frame.title))</title>\n" }
        return text
    }

    /// Returns the attributes that show and hide a group: an animation over the whole cycle, delayed so that it begins
    /// with the group.
    private func visibilityAttributes(of span: Span) -> String {
        if span.duration == duration { return "" }
        if span.start == 0 { return " class=\"l\(span.duration) z\"" }
        return " class=\"l\(span.duration)\" style=\"animation-delay:\(span.start - duration)ms\""
    }

    private func style(_ spans: [Span], _ colors: Set<Int16>) -> String {
        var text = "path{fill:none;stroke:currentColor}"
        text += "text{font:\(Self.font);fill:currentColor;white-space:pre}"
        text += "svg{color:\(Self.hexadecimal(frame.foreground))}"
        for color in colors.sorted() {
            text += ".c\(String(color, radix: 16)){color:\(Self.hexadecimal(palette.colors[Int(color)]))}"
        }
        let lengths = Set(spans.map(\.duration)).subtracting([duration]).sorted()
        guard !lengths.isEmpty else { return text }
        text += "g[class]{visibility:hidden;animation:\(duration)ms step-end infinite}.z.z{visibility:visible}"
        for part in lengths {
            text += ".l\(part){animation-name:l\(part)}"
            text += "@keyframes l\(part){0%{visibility:visible}\(percent(part)){visibility:hidden}}"
        }
        return text
    }

    /// Returns a part of the duration in per cent with up to six decimals, precise to about a microsecond for a film of
    /// some minutes.
    private func percent(_ part: Int) -> String {
        "\(ExactDecimal(Int64((part * 100_000_000 + duration / 2) / duration), digits: 6))%"
    }

    private static func hexadecimal(_ color: UInt32) -> String {
        let digits = String(color & 0xFF_FFFF, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
