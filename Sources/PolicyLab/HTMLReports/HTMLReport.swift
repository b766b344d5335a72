import CLibcrypto
public import JSON
import PolicyReports
import ReportPage
import TerminalText
import TextEncodings

/// A report as one HTML file, which loads nothing and runs no script but its own.
///
///     let report = HTMLReport.fitting { limit in ComparisonPage(…, limit: limit).report }
///     let bytes = report.bytes
public struct HTMLReport: Sendable {
    /// A part of a report below the heading.
    public enum Section: Sendable {
        /// The answer in a few words, and whether it is a good one.
        case verdict(HTMLTable.State, String, details: [String])
        /// Sentences.
        case text(title: String, [String])
        /// A table.
        case table(title: String, HTMLTable)
        /// The stage under several policies, through which the reader moves.
        case film(title: String, FilmStrip)
        /// Curves over the values of a setting.
        case chart(title: String, HTMLChart)
        /// Differences with their intervals.
        case intervals(title: String, IntervalPlot)
        /// What was tried, by two figures.
        case front(title: String, FrontPlot)
    }

    /// The command that made the report, such as `compare`.
    public var command: String
    /// The heading.
    public var title: String
    /// What the report is about, in a line below the heading.
    public var facts: [String]
    /// The parts.
    public var sections: [Section]
    /// All figures, for download: what `--format json` prints.
    public var figures: JSONValue?
    /// What the report leaves out.
    public var notes: [String] = []

    /// Creates a report.
    public init(command: String, title: String, facts: [String], sections: [Section], figures: JSONValue?) {
        self.command = command
        self.title = title
        self.facts = facts
        self.sections = sections
        self.figures = figures
    }

    /// The greatest size of a file, in bytes.
    public static let maxSize = 2_000_000
    /// The greatest number of gifts, rows or steps that a report shows.
    public static let maxEntries = 3_000

    /// Returns the file of the most detailed report that is not larger than ``maxSize``.
    ///
    /// - Parameter make: Makes a report of at most so many gifts, rows and steps; without any, figures alone.
    public static func fitting(_ make: (Int) throws -> HTMLReport) rethrows -> [UInt8] {
        var limit = maxEntries
        while true {
            var report = try make(limit)
            var bytes = report.bytes
            if bytes.count > maxSize, report.figures != nil {
                report.figures = nil
                report.notes.append(
                    "The download is left out, because it would make this page too large; see --format json.")
                bytes = report.bytes
            }
            if bytes.count <= maxSize || limit == 0 { return bytes }
            limit /= 2
        }
    }

    // MARK: - File

    /// The file.
    public var bytes: [UInt8] { Array(("<!doctype html>\n" + html).utf8) }

    private var html: String {
        var page = HTMLWriter()
        page.element("html", ["lang": "en", "data-command": command]) { page in
            page.element("head") { page in writeHead(to: &page) }
            page.element("body") { page in
                page.add("a", ["class": "skip", "href": "#report"], text: "Skip to the report")
                writeHeader(to: &page)
                page.element("main", ["id": "report", "tabindex": "-1"]) { page in
                    for (index, section) in sections.enumerated() { section.write(to: &page, id: "part-\(index + 1)") }
                }
                page.element("footer") { page in
                    for note in notes { page.add("p", text: note) }
                    page.add("p", text: "Made by giftty \(command). This file loads nothing from anywhere.")
                }
                if let figures {
                    page.raw("script", ["type": "application/json", "id": "figures"], Self.embedded(figures))
                }
                page.raw("script", [:], ReportFile.script.text)
            }
        }
        return page.text
    }

    private func writeHead(to page: inout HTMLWriter) {
        page.add("meta", ["charset": "utf-8"])
        // The hashes permit only the two files that every report has, whatever a gift's name contains.
        page.add(
            "meta",
            [
                "http-equiv": "Content-Security-Policy",
                "content": "default-src 'none'; style-src '\(ReportFile.style.hash)'; script-src "
                    + "'\(ReportFile.script.hash)'; base-uri 'none'; form-action 'none'",
            ])
        page.add("title", text: "\(title) · giftty \(command)")
        page.add("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        page.add("meta", ["name": "color-scheme", "content": "light dark"])
        page.raw("style", [:], ReportFile.style.text)
    }

    private func writeHeader(to page: inout HTMLWriter) {
        page.element("header", ["class": "bar"]) { page in
            page.element("div", ["class": "head"]) { page in
                page.add("p", ["class": "kicker"], text: "giftty \(command)")
                page.element("h1") { page in page.add("bdi", text: title) }
                if !facts.isEmpty { page.add("p", ["class": "facts"], text: facts.joined(separator: " · ")) }
            }
            page.element("div", ["class": "actions", "hidden": "hidden"]) { page in
                page.add("button", ["type": "button", "id": "scheme"], text: "Colors: system")
                if figures != nil {
                    page.add("button", ["type": "button", "id": "download"], text: "Download figures")
                }
            }
        }
    }

    /// Returns JSON for a script element: nothing in it can end the element or begin a comment.
    static func embedded(_ value: JSONValue) -> String { embedded(json: value.text) }

    /// Returns JSON for a script element.
    static func embedded(json: String) -> String {
        var text = ""
        text.reserveCapacity(json.utf8.count)
        for scalar in json.unicodeScalars {
            switch scalar {
            case "<": text += #"\u003c"#
            case ">": text += #"\u003e"#
            case "&": text += #"\u0026"#
            case "\u{2028}": text += #"\u2028"#
            case "\u{2029}": text += #"\u2029"#
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension HTMLReport.Section {
    fileprivate func write(to page: inout HTMLWriter, id: String) {
        switch self {
        case .verdict(let state, let words, let details):
            page.element("section", ["class": "verdict \(state.rawValue)", "aria-label": "Answer"]) { page in
                page.element("p", ["class": "answer"]) { page in
                    page.add("span", ["class": "sign", "aria-hidden": "true"], text: state.sign)
                    page.add("bdi", text: words)
                }
                for detail in details { page.add("p", text: detail) }
            }
        case .text(let title, let lines):
            Self.write(title, id, to: &page) { page in
                page.element("ul", ["class": "lines"]) { page in
                    for line in lines { page.add("li", text: line) }
                }
            }
        case .table(let title, let table): Self.write(title, id, to: &page) { table.write(to: &$0) }
        case .film(let title, let strip): Self.write(title, id, to: &page) { strip.write(to: &$0, id: id) }
        case .chart(let title, let chart): Self.write(title, id, to: &page) { chart.write(to: &$0, id: id) }
        case .intervals(let title, let plot): Self.write(title, id, to: &page) { plot.write(to: &$0) }
        case .front(let title, let plot): Self.write(title, id, to: &page) { plot.write(to: &$0) }
        }
    }

    private static func write(
        _ title: String, _ id: String, to page: inout HTMLWriter, _ fill: (inout HTMLWriter) -> Void
    ) {
        page.element("section", ["class": "panel", "aria-labelledby": "\(id)-title"]) { page in
            page.add("h2", ["id": "\(id)-title"], text: title)
            fill(&page)
        }
    }
}

/// A file that is in every report.
struct ReportFile {
    let text: String
    /// The hash by which the page's security policy permits the file.
    let hash: String

    static let style = ReportFile(
        text(of: report_page_style) + "\n\(KindColors.rules)\n\(CurveLook.patternRules)\n")
    static let script = ReportFile(text(of: report_page_script))

    private static func text(of file: report_page_file) -> String {
        String(decoding: UnsafeBufferPointer(start: file.bytes, count: Int(file.length)), as: UTF8.self)
    }

    private init(_ text: String) {
        self.text = text
        let bytes = Array(text.utf8)
        var digest = [UInt8](repeating: 0, count: 32)
        precondition(
            EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil) == 1, "OpenSSL has no SHA-256")
        hash = "sha256-" + Base64Text.text(of: digest)
    }
}
