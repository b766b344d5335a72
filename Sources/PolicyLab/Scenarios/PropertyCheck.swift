import ExactNumbers
import Playback
import PolicyProperties

/// A check of a session against properties. It keeps only the lines around the moments at which one is broken.
struct PropertyCheck: SessionObserver {
    private let expectations: [Expectation]
    private var run: PropertyRun
    private var stepLines: [TraceEvent] = []
    /// The last lines, of which the newest is the last one of the trace so far.
    private var recentLines: [TraceExcerpt.Line] = []
    /// The lines around the moment at which each property was broken.
    private var excerpts: [[TraceExcerpt.Line]?]

    /// The number of lines that are kept now, which does not grow with the session.
    var keptLineCount: Int { stepLines.count + recentLines.count }

    /// The number of lines before and after the one that breaks a property.
    private static let contextLines = 2

    /// Creates a check before the session; other expectations than properties are left out.
    init(_ expectations: [Expectation]) {
        var properties: [Property] = []
        var kept: [Expectation] = []
        for expectation in expectations {
            guard case .property(let property) = expectation.subject else { continue }
            kept.append(expectation)
            properties.append(property)
        }
        self.expectations = kept
        run = PropertyRun(properties)
        excerpts = Array(repeating: nil, count: kept.count)
    }

    mutating func receive(_ event: TraceEvent) {
        if !expectations.isEmpty { stepLines.append(event) }
    }

    mutating func didStep(_ input: Input?, _ controller: PlaybackController) {
        guard !expectations.isEmpty else { return }
        let first = run.lineCount + 1
        run.record(input, stepLines, controller)
        if case .end = input { run.end(at: controller.now) }
        // Only the last lines are kept, so that a session may be larger than the memory.
        for (offset, line) in stepLines.enumerated() {
            recentLines.append(TraceExcerpt.Line(number: first + offset, event: line, isMain: false))
        }
        for (index, monitor) in run.monitors.enumerated() {
            guard case .broken(let moment) = monitor.verdict else { continue }
            collect(around: moment.line, for: index)
        }
        // A deadline is found to have passed at the next line.
        recentLines.removeFirst(max(0, recentLines.count - Self.contextLines - 1))
        stepLines.removeAll(keepingCapacity: true)
    }

    private mutating func collect(around line: Int, for index: Int) {
        var excerpt = excerpts[index] ?? []
        for recent in recentLines
        where abs(recent.number - line) <= Self.contextLines && recent.number > excerpt.last?.number ?? 0 {
            excerpt.append(
                TraceExcerpt.Line(number: recent.number, event: recent.event, isMain: recent.number == line))
        }
        excerpts[index] = excerpt
    }

    /// The properties that the session broke.
    var failures: [ExpectationFailure] {
        zip(expectations, zip(run.monitors, excerpts)).compactMap { expectation, result in
            guard case .broken(let moment) = result.0.verdict else { return nil }
            var failure = ExpectationFailure(
                expectation: expectation, problem: "\(expectation.summary): \(moment.summary)", outcome: nil)
            failure.propertyBreak = moment
            failure.trace = TraceExcerpt(result.1 ?? [])
            return failure
        }
    }
}

extension PropertyBreak {
    /// The moment in words: `broken at 3.2s by line 14 of the trace`.
    fileprivate var summary: String {
        switch cause {
        case .line: "broken at \(at.durationText) by line \(line) of the trace"
        case .deadline: "broken at \(at.durationText), when its time was over, after line \(line) of the trace"
        case .end: "broken at the end of the session, at \(at.durationText), after line \(line) of the trace"
        }
    }
}
