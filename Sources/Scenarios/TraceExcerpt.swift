public import Playback

/// Lines of a trace that tell how something came about, with their neighbours.
public struct TraceExcerpt: Hashable, Sendable {
    /// A line of the trace.
    public struct Line: Hashable, Sendable {
        /// Its number, from 1.
        public let number: Int
        /// What it says.
        public let event: TraceEvent
        /// Whether it is what the excerpt is about, and not only near it.
        public let isMain: Bool
    }

    /// The lines, in the order of the trace.
    public private(set) var lines: [Line] = []

    /// How many lines are shown before and after what the excerpt is about.
    private static let neighbours = 2
    /// More lines than this are no excerpt any more.
    private static let greatestCount = 8

    /// No lines.
    init() {}

    /// The lines of `trace` that tell why `failure` came about.
    init(of failure: ExpectationFailure, in trace: [TraceEvent]) {
        var main: [Int]
        var others: [Int] = []
        switch failure.expectation.subject {
        case .gift(let number, _):
            others = trace.indices.filter { trace[$0].kind.isAbout(gift: number) }
            main = others.filter { if case .ended(number, _) = trace[$0].kind { true } else { false } }
        case .totals(let counts, let order):
            main = Self.ends(failure.outcome.map { [$0] } ?? Array(counts.keys), in: trace)
            if failure.outcome == nil, let order {
                let (index, expected) = Self.firstDifference(from: order, in: trace)
                main = index.map { [$0] } ?? []
                others = trace.indices.filter { trace[$0].kind.isAbout(gift: expected ?? 0) }
            }
        }
        if main.isEmpty { main = Array((others.isEmpty ? Array(trace.indices) : others).suffix(1)) }
        main = Array(main.prefix(Self.greatestCount))
        var shown = Set(main).union(others.prefix(Self.greatestCount))
        if main.count <= 2 {
            for index in main {
                shown.formUnion(max(0, index - Self.neighbours)...min(trace.count - 1, index + Self.neighbours))
            }
        }
        lines = shown.sorted().map { Line(number: $0 + 1, event: trace[$0], isMain: main.contains($0)) }
    }

    /// Where gifts ended in one of these ways; where none did, where any ended.
    private static func ends(_ names: [Outcome.Name], in trace: [TraceEvent]) -> [Int] {
        let ends = trace.indices.filter { if case .ended = trace[$0].kind { true } else { false } }
        let wanted = ends.filter {
            if case .ended(_, let outcome) = trace[$0].kind { names.contains(outcome.name) } else { false }
        }
        return wanted.isEmpty ? ends : wanted
    }

    /// The first start of a gift that is not the one expected, or the last one where too few start, and which gift
    /// was expected there.
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
