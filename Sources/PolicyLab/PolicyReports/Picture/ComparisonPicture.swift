import Playback
public import PolicyComparison

/// A comparison as an SVG picture: a timeline for each policy, the first differences and the figures.
///
/// The file needs no other files, its text is text, and it follows the reader's light or dark color scheme.
public struct ComparisonPicture {
    private let comparison: Comparison
    private let colors: KindColors
    private let summary: DifferenceSummary
    private let settings: SettingsSummary

    /// Creates a picture of a comparison.
    public init(_ comparison: Comparison) {
        self.comparison = comparison
        colors = KindColors(comparison)
        summary = DifferenceSummary(comparison)
        settings = SettingsSummary(comparison.sessions.map(\.settings))
    }

    /// The SVG document.
    public var svg: String {
        var body = SVGWriter()
        var y = PictureStyle.margin
        drawHeading(&body, &y)
        let timelines = TimelinePicture(comparison, colors, settings)
        timelines.draw(&body, &y)
        drawSentences(timelines.notes, &body, &y)
        FiguresPicture(comparison.sessions).draw(&body, &y)
        return SVGDocument(
            title: "Gift policies compared: \(comparison.name)", description: description, height: y, body: body
        ).text
    }

    /// A description of the picture for screen readers.
    private var description: String {
        let names = comparison.sessions.map(\.policy.name).joined(separator: ", ")
        let moments = summary.moments.map { moment in
            moment.heading + ". " + moment.sides.map { "\($0.policy): \($0.decisions)" }.joined(separator: "; ")
        }
        let shown = comparison.sessions.map { session in
            "\(session.policy.name) shows \(session.figures.shown) of \(Self.gifts(session.figures.gifts))"
        }
        return
            (["A timeline for each of the policies \(names)"] + moments
            + [summary.equalPoliciesSentence].compactMap { $0 } + shown)
            .joined(separator: ". ") + "."
    }

    private static func gifts(_ count: Int) -> String { count == 1 ? "1 gift" : "\(count) gifts" }

    private func drawHeading(_ body: inout SVGWriter, _ y: inout Double) {
        let figures = comparison.sessions.first?.figures
        var facts = [Self.gifts(figures?.gifts ?? 0)]
        if let worth = figures?.value, worth > 0 { facts.append("worth \(worth)") }
        if !settings.shared.isEmpty { facts.append("all with \(settings.shared)") }
        y += 16
        body.drawLine(comparison.name, y, class: "title", size: 20)
        y += 22
        body.drawLine(facts.joined(separator: " · "), y, class: "faint")
        y += 14
    }

    private func drawSentences(_ notes: [String], _ body: inout SVGWriter, _ y: inout Double) {
        y += 10
        for moment in summary.moments {
            y += 20
            body.drawLine(moment.heading, y, class: "head")
            for side in moment.sides {
                y += 18
                body.drawLine("\(side.policy): \(side.decisions)", y, class: "", indent: 16)
            }
        }
        for note in [summary.equalPoliciesSentence].compactMap({ $0 }) + notes {
            y += 20
            body.drawLine(note, y, class: "faint")
        }
    }
}

extension SVGWriter {
    /// Draws a line of text across the picture. Text that is too long ends with an ellipsis.
    mutating func drawLine(_ text: String, _ y: Double, class name: String, size: Double = 13, indent: Double = 0) {
        let x = PictureStyle.margin + indent
        let room = PictureStyle.width - PictureStyle.margin - x
        add(
            "text", ["x": PictureText.coordinate(x), "y": PictureText.coordinate(y), "class": name],
            text: PictureText.fitted(text, width: room, size: size))
    }
}

/// An SVG document with a title, a description, a style sheet and a background.
struct SVGDocument {
    let title: String
    let description: String
    let height: Double
    let body: SVGWriter
    /// The rules of the classes that only this document uses.
    var styleSheet = ""

    var text: String {
        var document = SVGWriter()
        let size = (
            width: PictureText.coordinate(PictureStyle.width),
            height: PictureText.coordinate(height + PictureStyle.margin)
        )
        document.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": size.width, "height": size.height,
                "viewBox": "0 0 \(size.width) \(size.height)", "role": "img", "aria-labelledby": "title description",
            ])
        document.add("title", ["id": "title"], text: title)
        document.add("desc", ["id": "description"], text: description)
        document.add("style", text: PictureStyle.styleSheet + styleSheet)
        document.add("rect", ["class": "paper", "width": size.width, "height": size.height, "rx": "8"])
        document.include(body)
        document.close()
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + document.text
    }
}
