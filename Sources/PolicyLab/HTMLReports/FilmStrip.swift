public import ExactNumbers
import JSON
import Playback
import PolicyReports

/// Films of one session under several policies, one below the other, through which the reader moves.
public struct FilmStrip: Sendable {
    /// A line of the list of steps beside the films.
    public struct Step: Sendable {
        /// The session time.
        public var at: Nanoseconds
        /// The lane that the step belongs to.
        public var lane: String
        /// What happens.
        public var words: String
        /// Why, in the words of the rule.
        public var rule: String
        /// Whether it is as it should be; `nil` if that is not the question.
        public var state: HTMLTable.State?
        /// What the session has made of each claim after the step, in the order of ``FilmStrip/claims``.
        var claims: [ClaimState] = []
        /// Whether a line of the trace says so, and not only the passing of time.
        var isLine = true

        /// Creates a step.
        public init(at: Nanoseconds, lane: String, _ words: String, rule: String, state: HTMLTable.State? = nil) {
            self.at = at
            self.lane = lane
            self.words = words
            self.rule = rule
            self.state = state
        }
    }

    /// What a session has made of a claim.
    enum ClaimState {
        /// The claim can still be kept and broken.
        case open
        /// Whatever follows, the claim is kept.
        case kept
        /// The claim is broken.
        case broken
    }

    /// The films, one for each lane.
    public var films: [SessionFilm]
    /// The session time of all lanes.
    public var window: Range<Nanoseconds>
    /// A moment that the reader should see first, with its name.
    public var mark: (at: Nanoseconds, name: String)?
    /// The steps; empty for those of the films.
    public var steps: [Step] = []
    /// The claims whose state the steps have: promises, and what must never happen.
    var claims: [String] = []

    /// Creates a strip.
    public init(_ films: [SessionFilm], from start: Nanoseconds = 0) {
        self.films = films
        window = start..<max(start + 1, films.map(\.end).max() ?? 0)
    }

    // MARK: - Page

    private static let width = 1_000.0
    private static let barHeight = 26.0
    private static let markHeight = 14.0
    private static let backlogHeight = 18.0
    private static let nameHeight = 20.0
    private static let axisHeight = 22.0
    private static let gap = 12.0

    private var laneHeight: Double {
        Self.nameHeight + Self.barHeight + Self.markHeight + Self.backlogHeight + Self.gap
    }

    func write(to page: inout HTMLWriter, id: String) {
        let kinds = KindIndex(films)
        page.element("div", ["class": "film", "id": "\(id)-film"]) { page in
            writeControls(to: &page, id: id)
            page.element("div", ["class": "drawing"]) { page in writeLanes(to: &page, kinds) }
            page.element("p", ["class": "legend"]) { page in
                for (index, kind) in kinds.names.prefix(KindColors.palette.count).enumerated() {
                    page.element("span", ["class": "key"]) { page in
                        page.element("svg", ["class": "swatch", "viewBox": "0 0 10 10", "aria-hidden": "true"]) {
                            page in
                            page.shape("rect", ["class": "k\(index)", "width": "10", "height": "10"])
                        }
                        page.add("bdi", text: kind)
                    }
                }
                page.add("span", ["class": "key"], text: "× ended without a presentation")
                page.add("span", ["class": "key"], text: "area below: gifts that wait")
            }
            page.element("div", ["class": "stages", "hidden": "hidden"]) { _ in }
            page.raw("script", ["type": "application/json", "class": "film-data"], embeddedFilms)
            writeSteps(to: &page)
            writeGifts(to: &page)
        }
    }

    private func writeControls(to page: inout HTMLWriter, id: String) {
        page.element("div", ["class": "controls", "hidden": "hidden", "role": "group", "aria-label": "Moment"]) {
            page in
            page.add("button", ["type": "button", "class": "previous"], text: "‹ Back")
            page.add(
                "input", ["type": "range", "id": "\(id)-moment", "min": "0", "value": "0", "aria-label": "Moment"])
            page.add("button", ["type": "button", "class": "next"], text: "Next ›")
            page.add("output", ["class": "moment", "for": "\(id)-moment"], text: "0s")
            page.add("p", ["class": "visually-hidden spoken", "aria-live": "polite"], text: "")
        }
    }

    // MARK: - Lanes

    private func writeLanes(to page: inout HTMLWriter, _ kinds: KindIndex) {
        let height = Self.axisHeight + Double(films.count) * laneHeight
        let axis = TimeAxis(window, columns: Int(Self.width))
        let names = films.map(\.name).joined(separator: ", ")
        writeNames(height, to: &page)
        page.element(
            "svg",
            [
                "class": "lanes", "viewBox": "0 0 1000 \(Coordinate.text(height))", "role": "img",
                "preserveAspectRatio": "none", "height": Coordinate.text(height),
                "aria-label": "The stage over time under \(names); the tables below have the same",
            ]
        ) { page in
            for time in axis.marks(spacing: 110).times {
                let x = Coordinate.text(axis.position(time))
                page.shape("line", ["class": "grid", "x1": x, "x2": x, "y1": "16", "y2": Coordinate.text(height)])
            }
            if let mark {
                let x = Coordinate.text(axis.position(mark.at))
                page.shape(
                    "line", ["class": "mark", "x1": x, "x2": x, "y1": "0", "y2": Coordinate.text(height)],
                    tooltip: "\(mark.name) at \(mark.at.durationText)")
            }
            for (index, film) in films.enumerated() {
                write(film, top: Self.axisHeight + Double(index) * laneHeight, axis, kinds, to: &page)
            }
            page.shape("line", ["class": "playhead", "x1": "0", "x2": "0", "y1": "0", "y2": Coordinate.text(height)])
        }
        writeScale(axis, to: &page)
    }

    /// Names the lanes, in a layer above the drawing, which is stretched to the width of the page.
    private func writeNames(_ height: Double, to page: inout HTMLWriter) {
        page.element(
            "svg", ["class": "names", "height": Coordinate.text(height), "width": "100%", "aria-hidden": "true"]
        ) { page in
            for (index, film) in films.enumerated() {
                let y = Self.axisHeight + Double(index) * laneHeight + Self.nameHeight - 6
                page.add("text", ["x": "0", "y": Coordinate.text(y)], text: film.name)
            }
        }
    }

    /// The texts are not in the drawing, which is stretched to the width of the page.
    private func writeScale(_ axis: TimeAxis, to page: inout HTMLWriter) {
        let (times, step) = axis.marks(spacing: 110)
        page.element("svg", ["class": "scale", "height": "18", "width": "100%", "aria-hidden": "true"]) { page in
            for time in times {
                let share = axis.position(time) / Self.width * 100
                let anchor = share < 3 ? "start" : share > 97 ? "end" : "middle"
                page.add(
                    "text", ["x": Coordinate.text(share) + "%", "y": "13", "text-anchor": anchor],
                    text: TimeFormat.mark(time, step: step))
            }
        }
    }

    private func write(
        _ film: SessionFilm, top: Double, _ axis: TimeAxis, _ kinds: KindIndex, to page: inout HTMLWriter
    ) {
        let bar = top + Self.nameHeight
        page.shape(
            "rect",
            [
                "class": "lane", "x": "0", "y": Coordinate.text(bar), "width": "1000",
                "height": Coordinate.text(Self.barHeight),
            ])
        for gift in film.gifts {
            if let start = gift.started {
                let (x, end) = (axis.position(start), axis.position(gift.ended ?? film.end))
                page.shape(
                    "rect",
                    [
                        "class": "gift k\(kinds.index(of: gift.kind))", "x": Coordinate.text(x),
                        "y": Coordinate.text(bar + 1), "width": Coordinate.text(max(1, end - x)),
                        "height": Coordinate.text(Self.barHeight - 2), "data-gift": String(gift.number),
                    ], tooltip: gift.tooltip)
                if gift.outcomeName == .replaced {
                    page.shape(
                        "path",
                        ["class": "cut", "d": "M\(Coordinate.text(end)) \(Coordinate.text(bar))v\(Self.barHeight)"])
                }
            } else if let ended = gift.ended {
                let x = Coordinate.text(axis.position(ended) - 3)
                let y = Coordinate.text(bar + Self.barHeight + 3)
                page.shape("path", ["class": "cross", "d": "M\(x) \(y)l6 7m0 -7l-6 7"], tooltip: gift.tooltip)
            }
        }
        writeBacklog(film, top: bar + Self.barHeight + Self.markHeight, axis, to: &page)
    }

    /// Draws how many gifts wait, as an area with steps.
    private func writeBacklog(_ film: SessionFilm, top: Double, _ axis: TimeAxis, to page: inout HTMLWriter) {
        let changes = film.gifts.flatMap { gift in
            [(gift.arrived, 1), (min(gift.started ?? .max, gift.ended ?? film.end), -1)]
        }.sorted { $0.0 < $1.0 }
        var waiting = 0
        var steps: [(at: Nanoseconds, count: Int)] = []
        for (time, change) in changes {
            waiting += change
            if steps.last?.at == time { steps.removeLast() }
            steps.append((time, waiting))
        }
        let most = steps.map(\.count).max() ?? 0
        guard most > 0 else { return }
        let bottom = top + Self.backlogHeight
        var path = "M\(Coordinate.text(axis.position(steps[0].at))) \(Coordinate.text(bottom))"
        for step in steps {
            let y = bottom - Self.backlogHeight * Double(step.count) / Double(most)
            path += "H\(Coordinate.text(axis.position(step.at)))V\(Coordinate.text(y))"
        }
        page.shape(
            "path", ["class": "backlog", "d": path + "H1000V\(Coordinate.text(bottom))z"],
            tooltip: "at most \(most) \(most == 1 ? "gift waits" : "gifts wait")")
    }

    // MARK: - Data of the script

    /// The films as JSON, in which names and rules are numbers of a list of texts.
    private var embeddedFilms: String {
        var texts = TextList()
        let films = films.map { film in
            JSONValue.object([
                ("name", .string(film.name)), ("settings", .string(film.settings)), ("end", .time(film.end)),
                ("gifts", .array(film.gifts.map { $0.json(&texts) })),
                (
                    "notes",
                    .array(film.notes.map { .array([.time($0.at), .integer(texts.number(of: $0.words))]) })
                ),
            ])
        }
        return HTMLReport.embedded(
            .object([
                ("from", .time(window.lowerBound)), ("to", .time(window.upperBound)),
                ("mark", mark.map { .time($0.at) } ?? .null), ("films", .array(films)),
                ("texts", .array(texts.texts.map { .string(HTMLWriter.plain($0)) })),
            ]))
    }
}

/// The colors of the kinds of all films, in the order of their arrival.
private struct KindIndex {
    private(set) var names: [String] = []
    private var indices: [String: Int] = [:]

    init(_ films: [SessionFilm]) {
        for gift in films.flatMap(\.gifts) where indices[gift.kind] == nil {
            indices[gift.kind] = names.count
            names.append(gift.kind)
        }
    }

    func index(of kind: String) -> Int { indices[kind, default: 0] % KindColors.palette.count }
}

/// Texts that occur often, each once.
private struct TextList {
    private(set) var texts: [String] = []
    private var numbers: [String: Int] = [:]

    mutating func number(of text: String) -> Int {
        if let number = numbers[text] { return number }
        numbers[text] = texts.count
        texts.append(text)
        return texts.count - 1
    }
}

extension SessionFilm.Gift {
    fileprivate var tooltip: String {
        let span = [started ?? arrived, ended].compactMap { $0?.durationText }.joined(separator: " to ")
        return "gift \(label) \(kind) from \(sender): \(span), \(outcome ?? "present")"
    }

    /// An array: label, kind, sender, count, arrival, start, end, outcome, its rules, and the knots.
    fileprivate func json(_ texts: inout TextList) -> JSONValue {
        func text(_ text: String?) -> JSONValue { text.map { .integer(texts.number(of: $0)) } ?? .null }
        var values: [JSONValue] = [text(label), text(kind), text(sender), .integer(count), .time(arrived)]
        values += [started.map { .time($0) } ?? .null, ended.map { .time($0) } ?? .null]
        values += [text(outcome), text(startRule), text(endRule)]
        return .array(values + knots.flatMap { [.time($0.at), .integer(Int($0.progress))] })
    }
}

extension JSONValue {
    /// A session time in nanoseconds, which a script reads exactly up to a hundred days.
    fileprivate static func time(_ time: Nanoseconds) -> JSONValue { .integer(Int(time)) }
}
