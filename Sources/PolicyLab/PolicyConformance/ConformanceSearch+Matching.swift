import ExactNumbers
import Playback

// The comparison of decisions with the lines of the log.
extension ConformanceSearch {
    /// Finds the lines of what a step decided, and returns the state after them.
    func settle(
        _ after: ConformanceState, _ lines: [TraceEvent], at span: TimeSpan, _ cause: Cause
    ) -> Expansion? {
        var state = after
        var time = span
        var isExplained = true
        for line in lines {
            isExplained = explain(line, in: &state, at: &time, cause)
            if !isExplained { break }
        }
        if isExplained {
            time.high = min(time.high, limit(of: state))
            if let ages = cause.ages { isExplained = state.limit(&time, ages: ages) }
        }
        guard isExplained, !time.isEmpty else {
            return .mismatch(
                ConformanceMismatch(
                    line: firstDecision(of: state), expected: lines, time: span, state: cause.state, step: cause.step))
        }
        state.now = time.low
        let isNew = lines.contains { if case .started = $0.kind { true } else { false } }
        if isNew || cause.running?.gift.number != state.controller.running?.gift.number { state.begin(in: time) }
        for line in lines {
            if line.kind == .paused { state.pause(in: time) }
            if line.kind == .resumed { state.resume(in: time) }
        }
        return .state(state)
    }

    /// Finds the line of one decision, and limits the time to that of the line; false if there is none.
    private func explain(
        _ line: TraceEvent, in state: inout ConformanceState, at time: inout TimeSpan, _ cause: Cause
    ) -> Bool {
        switch line.kind {
        case .settings, .arrived, .paused, .resumed, .speed, .looped, .scrubbed: return true
        case .started(let number):
            guard let gift = state.present[number], let found = index.starts[index.name(ofArrival: gift.line)] else {
                return false
            }
            return take(found, in: &state, at: &time)
        case .ended(let number, let outcome):
            guard let gift = state.present.remove(number, in: index) else { return false }
            let name = index.name(ofArrival: gift.line)
            guard let found = index.ends[name] else {
                return outcome.name == .unplayed || cause.step == .unloggedClose && outcome.name == .dismissed
            }
            guard matches(name, outcome, in: state, at: time, cause), take(found, in: &state, at: &time) else {
                return false
            }
            if case .merged(let target) = outcome {
                state.present.renew(target, in: time, at: line.at, by: number, family: index.families[gift.line] ?? 0)
            }
            return true
        }
    }

    private func take(_ line: Int, in state: inout ConformanceState, at time: inout TimeSpan) -> Bool {
        let common = time.common(index.span(line))
        guard !state.isTaken(line), !common.isEmpty else { return false }
        time = common
        state.take(line)
        return true
    }

    /// Returns whether the logged end of a gift is this outcome; what is not logged matches.
    private func matches(
        _ name: String, _ outcome: Outcome, in state: ConformanceState, at time: TimeSpan, _ cause: Cause
    ) -> Bool {
        guard let end = index.end(of: name), end.outcome == outcome.name else { return false }
        if let reason = end.reason, reason != outcome.reason { return false }
        if let other = outcome.otherGift, let logged = end.by ?? end.into {
            guard state.present[other].map({ index.name(ofArrival: $0.line) }) == logged else { return false }
        }
        guard let logged = end.progress, let progress = outcome.progress else { return true }
        if index.tolerance == 0 { return logged == progress }
        guard let running = cause.running, running.gift.duration > 0 else { return true }
        let age = cause.state.age(at: time)
        let duration = running.gift.duration
        let low = Millionths(Int128(max(0, age.low)) * 1_000_000, of: duration, rounded: .down)
        let high = Millionths(Int128(max(0, age.high)) * 1_000_000, of: duration, rounded: .halfUp)
        return logged.count >= low.count - 1 && logged.count <= high.count + 1
    }

    /// Returns the first decision that a state does not explain; if there is none, the first such line.
    func firstDecision(of state: ConformanceState) -> Int {
        var line = index.nextDecision(from: state.front)
        while line < index.lines.count {
            if !state.isTaken(line) { return line }
            line = index.nextDecision(from: line + 1)
        }
        return min(state.front, index.lines.count - 1)
    }
}
