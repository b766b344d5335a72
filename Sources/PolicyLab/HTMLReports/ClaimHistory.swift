import ExactNumbers
import Playback
import PolicyProperties

/// When each of several promises was decided in a session, for the steps of a film.
struct ClaimHistory {
    private let properties: [Property]
    private var run: PropertyRun
    /// The number of steps before each promise was decided as kept.
    private var keptAfter: [Int?]

    init(_ properties: [Property]) {
        self.properties = properties
        run = PropertyRun(properties)
        keptAfter = properties.map { _ in nil }
        noteKept()
    }

    /// The promises in words, as heads of columns.
    static func names(_ properties: [Property]) -> [String] {
        properties.map { $0.name.isEmpty ? $0.text : "\($0.name): \($0.text)" }
    }

    mutating func record(_ input: Input?, _ lines: [TraceEvent], _ controller: PlaybackController) {
        guard !properties.isEmpty else { return }
        run.record(input, lines, controller)
        noteKept()
    }

    mutating func passTime(until time: Nanoseconds) { run.passTime(until: time) }

    mutating func end(at time: Nanoseconds) {
        run.end(at: time)
        noteKept()
    }

    private mutating func noteKept() {
        for (index, monitor) in run.monitors.enumerated() where monitor.verdict == .kept && keptAfter[index] == nil {
            keptAfter[index] = run.lineCount
        }
    }

    private func moment(_ index: Int) -> PropertyBreak? {
        if case .broken(let moment) = run.monitors[index].verdict { moment } else { nil }
    }

    /// Returns the state of a promise after some lines, and before the time that breaks it after them.
    private func state(_ index: Int, after lines: Int) -> FilmStrip.ClaimState {
        if let moment = moment(index) {
            let isBroken = moment.cause == .line ? moment.line <= lines : moment.line < lines
            return isBroken ? .broken : .open
        }
        return keptAfter[index].map { $0 <= lines } ?? false ? .kept : .open
    }

    /// Returns steps, one for each line of the trace, with the state of the promises after each, and with a step of its
    /// own where a promise was broken because its time was over.
    func steps(_ lines: [FilmStrip.Step]) -> [FilmStrip.Step] {
        guard !properties.isEmpty else { return lines }
        let late = properties.indices.compactMap { index in
            moment(index).flatMap { $0.cause == .line ? nil : (index, $0) }
        }.sorted { ($0.1.line, $0.1.at) < ($1.1.line, $1.1.at) }
        var steps: [FilmStrip.Step] = []
        for number in 0...lines.count {
            if number > 0 {
                var step = lines[number - 1]
                step.claims = properties.indices.map { state($0, after: number) }
                steps.append(step)
            }
            var broken: Set<Int> = []
            for (index, moment) in late where moment.line == number {
                broken.insert(index)
                let words = moment.cause == .end ? "the session ends" : "its time is over"
                var step = FilmStrip.Step(at: moment.at, lane: "", words, rule: "broken: \(properties[index].text)")
                step.isLine = false
                step.claims = properties.indices.map { broken.contains($0) ? .broken : state($0, after: number) }
                steps.append(step)
            }
        }
        return steps
    }
}
