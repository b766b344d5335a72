import ExactNumbers
import Playback

// What follows from a step.
extension ConformanceSearch {
    /// The states after a step, or the decision that the log does not have.
    enum Expansion {
        case state(ConformanceState)
        case mismatch(ConformanceMismatch)
    }

    /// Returns what can follow a step; nothing if its time does not allow it.
    func expand(_ state: ConformanceState, _ step: ConformanceStep) -> [Expansion] {
        if step == .due { return expandDue(state).map { [$0] } ?? [] }
        let due = due(after: state)
        return ages(of: step, in: state, due: due).flatMap { ages in
            merging(in: step, after: state).compactMap { expand(state, step, ages: ages, merging: $0, due: due) }
        }
    }

    private func expandDue(_ state: ConformanceState) -> Expansion? {
        guard let due = due(after: state) else { return nil }
        let time = due.span.common(TimeSpan(state.now, limit(of: state)))
        var next = state
        let before = state.controller.running
        let lines = next.move(to: due.at)
        guard !time.isEmpty else {
            guard due.span.high >= state.now else { return nil }
            // It comes too late for the next line, or the line comes too late for it.
            let first = firstDecision(of: state)
            return .mismatch(
                ConformanceMismatch(line: first, expected: lines, time: due.span, state: state, step: .due))
        }
        return settle(next, lines, at: time, Cause(state: state, step: .due, running: before, ages: nil))
    }

    /// What the lines of a step are compared with.
    struct Cause {
        let state: ConformanceState
        let step: ConformanceStep
        let running: Presentation?
        let ages: TimeSpan?
    }

    private func expand(
        _ state: ConformanceState, _ step: ConformanceStep, ages: TimeSpan, merging: Merging, due: Due?
    ) -> Expansion? {
        var next = state
        var time = TimeSpan(state.now, limit(of: state))
        // What no line says happens just before the next line, which it explains.
        var logged = index.lines[state.front].at
        if let line = step.line {
            time = time.common(index.span(line))
            logged = index.lines[line].at
        }
        time = time.common(merging.span)
        // Whatever falls due at the time of an input comes before it.
        if let due, due.age == nil { time.high = min(time.high, due.span.high - 1) }
        let hasStart = state.controller.running != nil || due?.age != nil || openGap(after: state) != nil
        if hasStart, !next.limit(&time, ages: ages) { return nil }
        guard !time.isEmpty else { return nil }
        var moment = max(time.clamped(logged), merging.earliest)
        if let due { moment = min(moment, due.at - 1) }
        moment = max(state.controller.now, moment)
        if next.controller.running == nil, hasStart, !next.controller.isPaused {
            let began = state.controller.now - state.age
            moment = max(moment, began.addingSaturating(ages.low))
            moment = max(state.controller.now, min(moment, began.addingSaturating(ages.high)))
        }
        _ = next.move(to: moment)
        if next.controller.running != nil, next.age < ages.low || next.age > ages.high {
            next.scrub(to: max(0, ages.low, min(ages.high, next.age)))
        }
        let before = next.controller.running
        let lines = perform(step, merging, on: &next, time: time)
        return settle(
            next, lines, at: time, Cause(state: state, step: step, running: before, ages: hasStart ? ages : nil))
    }

    /// Returns the length of the gap in which the controller is; `nil` if it is in none.
    private func openGap(after state: ConformanceState) -> Nanoseconds? {
        let controller = state.controller
        guard controller.running == nil, controller.settings.mode == .queue, controller.settings.gap > 0,
            controller.forecast(value: 0) != .starts
        else { return nil }
        return controller.settings.gap
    }

    /// Has the controller handle the input of a step, with the window that merges an arrival or not.
    private func perform(
        _ step: ConformanceStep, _ merging: Merging, on state: inout ConformanceState, time: TimeSpan
    ) -> [TraceEvent] {
        let now = state.controller.now
        guard let window = state.controller.settings.combineWithin, let other = merging.window(window, at: now) else {
            return perform(step, on: &state, time: time)
        }
        _ = state.handle(.set([.combineWithin(other)]))
        let lines = perform(step, on: &state, time: time)
        _ = state.handle(.set([.combineWithin(window)]))
        return lines
    }

    /// Has the controller handle the input of a step.
    private func perform(
        _ step: ConformanceStep, on state: inout ConformanceState, time: TimeSpan
    ) -> [TraceEvent] {
        let now = state.controller.now
        switch step {
        case .due: return []
        case .arrival(let line, let asset):
            guard case .arrived(let gift) = index.lines[line].event, var arrival = index.gifts[line] else { return [] }
            arrival.asset = asset
            arrival.policy = policy(of: arrival, gift.gift, state.controller.settings)
            if asset != .ready { state.mayLackAnimations = true }
            if asset == .missing { state.inferences.append(.missingAnimation(gift: gift.gift)) }
            state.take(line)
            state.arrivals.append(line)
            let number = state.controller.counts.arrivals + 1
            state.present.add(
                PresentGift(
                    line: line, arrivedAt: now, arrivedIn: time, latestIn: time, latest: now, latestNumber: number),
                number: number, family: index.families[line] ?? 0)
            return state.handle(.arrival(arrival))
        case .control(let line):
            state.take(line)
            switch index.lines[line].event {
            case .settings(let changes): return state.handle(.set(changes))
            case .paused: return state.handle(.pause)
            default: return state.handle(.resume)
            }
        case .close: return state.handle(.close)
        case .clear: return state.handle(.clear)
        case .end: return state.handle(.end)
        case .withdrawal(let kind, _):
            state.inferences.append(.withdrawnAnimation(kind: kind, at: now))
            state.changedKinds.insert(kind)
            state.mayLackAnimations = true
            return state.handle(.asset(kind: kind, .withdrawn))
        case .ready(let kind):
            state.inferences.append(.readyAnimation(kind: kind, at: now))
            state.changedKinds.insert(kind)
            return state.handle(.asset(kind: kind, .ready))
        case .unloggedClose:
            if let number = state.controller.running?.gift.number, let gift = state.present[number] {
                state.inferences.append(.close(gift: index.name(ofArrival: gift.line), at: now))
            }
            return state.handle(.close)
        }
    }

    /// Returns the own settings of a gift, with a limit of its own if it waited about as long as `expireAfter` permits.
    ///
    /// The controller's times are not exactly the true ones, so that it could decide otherwise than the log.
    private func policy(of arrival: Arrival, _ gift: String, _ settings: Settings) -> GiftPolicy {
        let own = arrival.policy.settings
        let isOwnLimit = own.contains { $0.key == Setting.expireAfter.key }
        guard let limit = arrival.policy.applied(to: settings).expireAfter, index.tolerance > 0,
            isOwnLimit || !index.changesExpiry
        else { return arrival.policy }
        let slack = 4 * index.tolerance
        let hasExpired = index.starts[gift] == nil && index.end(of: gift)?.outcome == .dropped
        let widened = hasExpired ? max(0, limit - slack) : limit.addingSaturating(slack)
        return GiftPolicy(own.filter { $0.key != Setting.expireAfter.key } + [.expireAfter(widened)])
    }

    // MARK: - Both sides of a window for merging

    /// Whether an arrival is merged.
    struct Merging {
        /// The true times at which it is.
        var span = TimeSpan.all
        /// The controller's time of the latest arrival of the same gift, and whether the new one is within the window;
        /// `nil` if that does not matter.
        var kin: (latest: Nanoseconds, isWithin: Bool)?

        /// The earliest time at which the controller can decide so.
        var earliest: Nanoseconds {
            guard let kin, !kin.isWithin else { return TimeSpan.all.low }
            return kin.latest + 1
        }

        /// Returns the window with which the controller decides so at its own time, which is not exactly the true one.
        func window(_ window: Nanoseconds, at now: Nanoseconds) -> Nanoseconds? {
            guard let kin else { return nil }
            let distance = now - kin.latest
            return kin.isWithin ? max(window, distance) : max(0, min(window, distance - 1))
        }
    }

    private func merging(in step: ConformanceStep, after state: ConformanceState) -> [Merging] {
        guard case .arrival(let line, _) = step, let window = state.controller.settings.combineWithin,
            index.tolerance > 0, let family = index.families[line],
            let kin = state.present.latest(ofFamily: family)
        else { return [Merging()] }
        let end = kin.latestIn + window
        return [
            Merging(span: TimeSpan(TimeSpan.all.low, end.high), kin: (kin.latest, true)),
            Merging(span: TimeSpan(end.low.addingSaturating(1), TimeSpan.all.high), kin: (kin.latest, false)),
        ]
    }

    // MARK: - Both sides of a threshold

    /// Returns the ranges of the running presentation's age in which a step has the same effect.
    private func ages(of step: ConformanceStep, in state: ConformanceState, due: Due?) -> [TimeSpan] {
        let end = due?.age.map { $0 - 1 } ?? .max
        guard let running = state.controller.running else {
            // With nothing that waits, nothing falls due at the end of a gap, but a gift that arrives then can start.
            guard let gap = openGap(after: state), gap <= end, case .arrival = step else { return [TimeSpan(0, end)] }
            return [TimeSpan(0, gap - 1), TimeSpan(gap, end)]
        }
        var thresholds: Set<Nanoseconds> = []
        func add(_ replaceAt: Millionths) {
            guard replaceAt <= .one else { return }
            let threshold = (Int128(replaceAt.count) * Int128(running.gift.duration) + 999_999) / 1_000_000
            thresholds.insert(Nanoseconds(threshold))
        }
        switch step {
        case .arrival, .ready:
            if state.controller.settings.mode == .replace { add(running.replaceAt) }
        case .control(let line):
            guard case .settings(let changes) = index.lines[line].event else { break }
            var changed = state.controller.settings
            for change in changes { changed.apply(change) }
            if changed.mode == .replace, state.controller.held != nil { add(changed.replaceAt) }
        case .due, .close, .clear, .end, .withdrawal, .unloggedClose: break
        }
        var ranges: [TimeSpan] = []
        var low: Nanoseconds = 0
        for threshold in thresholds.sorted() where threshold > low && threshold <= end {
            ranges.append(TimeSpan(low, threshold - 1))
            low = threshold
        }
        ranges.append(TimeSpan(low, end))
        // The range of the controller's own time explains without a move.
        let age = state.age
        return ranges.enumerated().sorted {
            let (left, right) = ($0.element.contains(TimeSpan(age, age)), $1.element.contains(TimeSpan(age, age)))
            return left != right ? left : $0.offset < $1.offset
        }.map(\.element)
    }
}

extension ConformanceStep {
    /// The line that the step explains.
    var line: Int? {
        switch self {
        case .arrival(let line, _), .control(let line), .close(let line), .clear(let line), .end(let line),
            .withdrawal(_, let line):
            line
        case .due, .ready, .unloggedClose: nil
        }
    }
}
