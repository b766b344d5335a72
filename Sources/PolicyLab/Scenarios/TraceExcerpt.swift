public import Playback

/// The trace lines that explain a result, with neighbouring lines.
public struct TraceExcerpt: Hashable, Sendable {
    /// A line of the trace.
    public struct Line: Hashable, Sendable {
        /// The line number, from 1.
        public let number: Int
        /// The content of the line.
        public let event: TraceEvent
        /// Whether the line is the subject of the excerpt, and not only context.
        public let isMain: Bool
    }

    /// The lines, in trace order.
    public private(set) var lines: [Line] = []

    /// The number of context lines before and after each subject.
    private static let contextLines = 2
    /// The maximum number of subject lines, and of other lines about the same gift.
    private static let maxCount = 8

    /// Creates an empty excerpt.
    init() {}

    /// Creates an excerpt of these lines.
    init(_ lines: [Line]) { self.lines = lines }

    /// Creates an excerpt with the lines of `trace` that explain `failure`.
    init(of failure: ExpectationFailure, in trace: [TraceEvent]) {
        var main: [Int]
        var others: [Int] = []
        switch failure.expectation.subject {
        case .gift(let number, _):
            others = trace.indices.filter { trace[$0].kind.isAbout(gift: number) }
            main = others.filter { if case .ended(number, _) = trace[$0].kind { true } else { false } }
        case .totals(let counts, let order):
            main = Self.endIndices(failure.outcome.map { [$0] } ?? Array(counts.keys), in: trace)
            if failure.outcome == nil, let order {
                let (index, expected) = Self.firstDifference(from: order, in: trace)
                main = index.map { [$0] } ?? []
                others = trace.indices.filter { trace[$0].kind.isAbout(gift: expected ?? 0) }
            }
        case .property: main = failure.propertyBreak.map { [max(0, min(trace.count, $0.line) - 1)] } ?? []
        }
        if main.isEmpty { main = Array((others.isEmpty ? Array(trace.indices) : others).suffix(1)) }
        main = Array(main.prefix(Self.maxCount))
        var shown = Set(main).union(others.prefix(Self.maxCount))
        if main.count <= 2 {
            for index in main {
                shown.formUnion(max(0, index - Self.contextLines)...min(trace.count - 1, index + Self.contextLines))
            }
        }
        lines = shown.sorted().map { Line(number: $0 + 1, event: trace[$0], isMain: main.contains($0)) }
    }

    /// Returns the indices of the lines in which gifts ended with one of these outcomes; if there are none, of all
    /// ends.
    private static func endIndices(_ names: [Outcome.Name], in trace: [TraceEvent]) -> [Int] {
        let ends = trace.indices.filter { if case .ended = trace[$0].kind { true } else { false } }
        let wanted = ends.filter {
            if case .ended(_, let outcome) = trace[$0].kind { names.contains(outcome.name) } else { false }
        }
        return wanted.isEmpty ? ends : wanted
    }

    /// Returns the first start that differs from the expected order, or the last start if too few gifts start, and the
    /// number of the gift expected there.
    private static func firstDifference(from order: [Int], in trace: [TraceEvent]) -> (index: Int?, expected: Int?) {
        var started = 0
        var last: Int?
        for index in trace.indices {
            guard case .started(let gift) = trace[index].kind else { continue }
            last = index
            guard started < order.count, order[started] == gift else { break }
            started += 1
        }
        return (last, started < order.count ? order[started] : nil)
    }
}

extension TraceEvent.Kind {
    fileprivate func isAbout(gift number: Int) -> Bool {
        switch self {
        case .arrived(number, _, _, _), .started(number), .ended(number, _), .scrubbed(number, _): true
        case .ended(_, .replaced(by: number, _)), .ended(_, .merged(into: number)): true
        default: false
        }
    }
}
