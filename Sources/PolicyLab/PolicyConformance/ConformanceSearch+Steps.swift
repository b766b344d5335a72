import ExactNumbers
import Playback

// What can come next.
extension ConformanceSearch {
    /// Returns the steps that are possible after a state, the simplest explanation first.
    func steps(after state: ConformanceState) -> [ConformanceStep] {
        guard state.front < index.lines.count else { return [] }
        var found: [(time: Nanoseconds, rank: Int, step: ConformanceStep)] = []
        if let due = due(after: state) {
            found.append((due.span.low / 2 + due.span.high / 2, -1, .due))
        }
        let latest = limit(of: state)
        var hasClear = false
        var line = state.front
        while line < index.lines.count, index.span(line).low <= latest {
            defer { line += 1 }
            guard !state.isTaken(line) else { continue }
            for (rank, step) in steps(line, after: state).enumerated() {
                if case .clear = step {
                    if hasClear { continue }
                    hasClear = true
                }
                // What the log has to say first comes first; what must be inferred for it comes later.
                let hasDoubt = rank > 0
                found.append((index.lines[line].at, line + (hasDoubt ? index.lines.count : 0), step))
            }
        }
        orderArrivals(in: &found, after: state)
        let sorted = found.sorted { ($0.time, $0.rank) < ($1.time, $1.rank) }.map(\.step)
        return sorted + hiddenSteps(after: state)
    }

    /// Puts arrivals that are too close to tell their order into the order in which the log decides about their gifts: the
    /// earliest time goes to the first of them.
    ///
    /// Gifts start, expire, and give way to others in the order of their arrival. Of a dozen gifts that arrive in one
    /// moment, no search tries all orders.
    private func orderArrivals(
        in found: inout [(time: Nanoseconds, rank: Int, step: ConformanceStep)], after state: ConformanceState
    ) {
        guard index.numberedArrivals == nil else { return }
        let places = found.indices.filter { if case .arrival(_, .ready) = found[$0].step { true } else { false } }
        guard places.count > 1 else { return }
        let times = places.map { found[$0] }.sorted { ($0.time, $0.rank) < ($1.time, $1.rank) }
        let steps = times.map { (decision(about: $0.step, state.controller.settings), $0.step) }.enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
        for (place, (time, step)) in zip(places, zip(times, steps)) {
            found[place] = (time.time, time.rank, step)
        }
    }

    /// Returns the index of the line that decides about the gift of an arrival in the order of its turn; the greatest
    /// number for one that others must be ahead of.
    private func decision(about step: ConformanceStep, _ settings: Settings) -> Int {
        guard case .arrival(let line, _) = step else { return .max }
        let name = index.name(ofArrival: line)
        if let start = index.starts[name] { return start }
        guard let end = index.ends[name], let reason = index.end(of: name)?.reason else { return .max }
        switch Outcome.DropReason(rawValue: reason) {
        case .expired, .superseded: return end
        case .overflow: return settings.overflow == .dropOldest ? end : .max
        case .early, .missing, .modeSwitch, .cleared, .duplicate, nil: return .max
        }
    }

    /// Returns the latest true time of the next event: every line that is not explained must still happen.
    func limit(of state: ConformanceState) -> Nanoseconds {
        state.front < index.lines.count ? index.span(state.front).high : .max / 4
    }

    /// Returns the inputs that a line stands for.
    private func steps(_ line: Int, after state: ConformanceState) -> [ConformanceStep] {
        switch index.lines[line].event {
        case .arrived(let gift):
            if let order = index.numberedArrivals {
                guard state.arrivals.count < order.count, order[state.arrivals.count] == line else { return [] }
            }
            return assets(of: gift.gift, line, after: state).map { .arrival(line: line, $0) }
        case .settings, .paused, .resumed: return [.control(line: line)]
        case .started: return []
        case .ended(let name, let end): return steps(ofEnd: end, name, line, after: state)
        }
    }

    private func steps(
        ofEnd end: LoggedEnd, _ name: String, _ line: Int, after state: ConformanceState
    ) -> [ConformanceStep] {
        guard let arrival = index.arrivals[name], let number = state.present.number(arrivedOn: arrival) else {
            return []
        }
        let running = state.controller.running?.gift
        switch end.outcome {
        case .dismissed where running?.number == number:
            var steps: [ConformanceStep] = [.close(line: line)]
            if hasDrop(.cleared, after: state) { steps.append(.clear(line: line)) }
            if let kind = running?.kind, hasDrop(.missing, of: kind, after: state) {
                steps.append(.withdrawal(kind: kind, line: line))
            }
            return steps
        case .dropped where end.reason == Outcome.DropReason.cleared.rawValue: return [.clear(line: line)]
        case .dropped where end.reason == Outcome.DropReason.missing.rawValue:
            guard let kind = index.gifts[arrival]?.kind, !state.changedKinds.contains(kind) else { return [] }
            return [.withdrawal(kind: kind, line: line)]
        case .unplayed: return [.end(line: line)]
        case .completed, .replaced, .dismissed, .dropped, .merged: return []
        }
    }

    /// Returns the states that the animation of an arriving gift can have, the likeliest first.
    private func assets(of name: String, _ line: Int, after state: ConformanceState) -> [AssetState] {
        let isDroppedAsMissing = index.end(of: name)?.reason == Outcome.DropReason.missing.rawValue
        if isDroppedAsMissing { return [.missing, .ready] }
        let settings = (index.gifts[line]?.policy ?? .none).applied(to: state.controller.settings)
        guard settings.missing == .wait, settings.mode == .replace || isLate(name) else { return [.ready] }
        return [.ready, .missing]
    }

    /// Returns whether a gift did not start when its turn came, as far as the log shows: another one that arrived later
    /// started before it, it started when no other one ended, or it never started.
    private func isLate(_ name: String) -> Bool {
        guard let start = index.starts[name], let arrival = index.arrivals[name] else { return true }
        return lateStarts.contains(start) || index.lines[start].at < index.lines[arrival].at
    }

    /// Returns whether a gift that waits is dropped for a reason, as the log says.
    private func hasDrop(_ reason: Outcome.DropReason, of kind: String? = nil, after state: ConformanceState) -> Bool {
        // That many gifts wait is no reason to look at each of them at every line.
        let canWait = reason == .missing && (state.controller.settings.missing == .wait || index.hasWaitingKinds)
        guard canWait || index.dropReasons.contains(reason.rawValue) else { return false }
        return state.present.contains { number, gift in
            guard number != state.controller.running?.gift.number else { return false }
            guard kind == nil || index.gifts[gift.line]?.kind == kind else { return false }
            return canWait || index.end(of: index.name(ofArrival: gift.line))?.reason == reason.rawValue
        }
    }

    /// Returns what may have happened without a line.
    private func hiddenSteps(after state: ConformanceState) -> [ConformanceStep] {
        var steps: [ConformanceStep] = []
        var kinds: [String] = []
        for gift in state.waitingForAnimation
        where !kinds.contains(gift.kind) && !state.changedKinds.contains(gift.kind) {
            kinds.append(gift.kind)
        }
        steps += kinds.map { .ready(kind: $0) }
        if infersClose, let running = state.controller.running?.gift.number, let gift = state.present[running],
            index.ends[index.name(ofArrival: gift.line)] == nil
        {
            steps.append(.unloggedClose)
        }
        return steps
    }

    // MARK: - What falls due

    /// What falls due next.
    struct Due {
        /// The controller's time.
        let at: Nanoseconds
        /// The true times.
        let span: TimeSpan
        /// The age of the running presentation or of the gap then; `nil` if it does not depend on stage time.
        let age: Nanoseconds?
    }

    func due(after state: ConformanceState) -> Due? {
        guard let at = state.controller.nextDue else { return nil }
        if !state.waitingForAnimation.isEmpty, let end = endOfWaiting(at, state) {
            return Due(at: at, span: TimeSpan(max(end.low, state.now), max(end.high, state.now)), age: nil)
        }
        let age = state.age + (at - state.controller.now)
        return Due(at: at, span: state.start + age, age: age)
    }

    /// Returns the true times at which the gift that falls due has waited for its animation long enough; `nil` if
    /// something else falls due.
    private func endOfWaiting(_ due: Nanoseconds, _ state: ConformanceState) -> TimeSpan? {
        var ahead = state.controller
        guard case .ended(let number, .dropped(.missing, _))? = ahead.advance(to: due).first?.kind,
            let gift = state.present[number]
        else { return nil }
        return gift.arrivedIn + state.controller.settings.waitAtMost
    }

    /// Returns the starts of gifts that began at another moment than their turn.
    static func lateStarts(in index: LogIndex) -> Set<Int> {
        let order = index.numberedArrivals ?? index.arrivals.values.sorted()
        let ranks = Dictionary(order.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        var late: Set<Int> = []
        var greatestRank = -1
        var lastEnd: Nanoseconds?
        let reach = 2 * index.tolerance
        for (line, content) in index.lines.enumerated() {
            switch content.event {
            case .ended(let gift, let end):
                if index.starts[gift] != nil, end.outcome != .dropped { lastEnd = content.at }
            case .started(let gift):
                guard let arrival = index.arrivals[gift], let rank = ranks[arrival] else { continue }
                let isAtOnce = abs(content.at - index.lines[arrival].at) <= reach
                let follows = lastEnd.map { abs(content.at - $0) <= reach } ?? false
                if rank < greatestRank || !(isAtOnce || follows) { late.insert(line) }
                greatestRank = max(greatestRank, rank)
            case .arrived, .settings, .paused, .resumed: break
            }
        }
        return late
    }
}
