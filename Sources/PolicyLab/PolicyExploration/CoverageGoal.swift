import ExactNumbers
import Playback

/// What a set of scripts covers.
public enum Coverage: String, CaseIterable, Sendable {
    /// Every situation of stage and queue, with everything that can happen in it and what follows.
    case transitions
    /// Every setting: a script that goes another way if the setting has another value.
    case settings
    /// Everything that can happen one nanosecond before, at, and after each boundary of the policy.
    case boundaries
}

/// Something that a script can cover.
public struct CoverageGoal: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The kind of coverage to which it counts.
    public let coverage: Coverage
    /// The goal in words.
    public let description: String

    /// Compares by kind, then by text.
    public static func < (left: CoverageGoal, right: CoverageGoal) -> Bool {
        (left.coverage.rawValue, left.description) < (right.coverage.rawValue, right.description)
    }
}

/// The boundaries near the current moment of a session, and what a move there covers.
struct CoverageObserver: Hashable, Sendable {
    /// A boundary at a session time.
    struct Mark: Hashable, Sendable {
        let boundary: GridBoundary
        let at: Nanoseconds
    }

    /// The boundaries at most 1 ns away, also those that are over.
    private(set) var marks: Set<Mark> = []

    /// Looks at the boundaries before a move.
    mutating func look<Controller>(_ session: ExploredSession<Controller>, _ vocabulary: ExplorationContext) {
        for (boundary, times) in session.checker.boundariesAhead(vocabulary.abstraction) {
            for time in times { marks.insert(Mark(boundary: boundary, at: time)) }
        }
    }

    /// Keeps the boundaries at most 1 ns from `now`.
    mutating func settle(at now: Nanoseconds) { marks = marks.filter { abs($0.at - now) <= 1 } }

    /// The boundaries with their distance from now, as numbers for a fingerprint.
    func appendMarks(to numbers: inout [Int64], now: Nanoseconds) {
        for text in nearNames(at: now) { numbers += text.utf8.map { Int64($0) } + [-1] }
    }

    private func nearNames(at now: Nanoseconds) -> [String] {
        Set(
            marks.filter { abs($0.at - now) <= 1 }.map { mark in
                let name = mark.boundary.rawValue
                return mark.at == now ? "at \(name)" : mark.at > now ? "1 ns before \(name)" : "1 ns after \(name)"
            }
        ).sorted()
    }

    /// Returns what a move covers.
    ///
    /// - Parameters:
    ///   - move: The move.
    ///   - input: Its input; `nil` if only time passes.
    ///   - before: The session before the move.
    ///   - now: The session time after the move.
    ///   - trace: What follows.
    func goals<Controller>(
        of input: Input?, in before: ExploredSession<Controller>, now: Nanoseconds, _ trace: [TraceEvent],
        _ coverage: Set<Coverage>
    ) -> [CoverageGoal] {
        let decisions = before.checker.words(trace)
        // Where time passes and nothing happens there is nothing to see.
        guard input != nil || !decisions.isEmpty else { return [] }
        let cause = before.checker.words(input)
        let effect = decisions.isEmpty ? "nothing" : decisions.joined(separator: ", ")
        var goals: [CoverageGoal] = []
        if coverage.contains(.transitions) {
            goals.append(
                CoverageGoal(
                    coverage: .transitions, description: "\(before.checker.situation): \(cause) → \(effect)"))
        }
        if coverage.contains(.boundaries) {
            let place = "\(before.checker.settings.mode.rawValue)\(before.checker.isPaused ? ", paused" : "")"
            goals += nearNames(at: now).map { name in
                CoverageGoal(coverage: .boundaries, description: "\(name), \(place): \(cause) → \(effect)")
            }
        }
        return goals
    }
}

extension InvariantChecker {
    /// The stage and the queue in a few words.
    fileprivate var situation: String {
        var words = [settings.mode.rawValue]
        if isPaused { words.append("paused") }
        if let index = runningIndex {
            let running = presentGifts[index]
            let reached = (stageTime - startedAt) >= Int128(settings.replaceAt.count) * Int128(running.duration)
            words.append(running.duration == 0 ? "a moment's gift plays" : reached ? "plays past replaceAt" : "plays")
            if rounds.current != nil { words.append("in its loop") }
        } else {
            words.append(isInGap ? "gap" : "empty")
        }
        for (place, name) in [(GiftPlace.Place.waiting, "waits"), (.held, "held"), (.parked, "parked")] {
            let gifts = presentGifts.filter { $0.place == place }
            guard let first = gifts.first else { continue }
            words.append("\(gifts.count) \(name)")
            if gifts.contains(where: { !$0.isReady }) {
                words.append(first.isReady ? "a later one missing" : "missing")
            }
            // A pause makes a gift wait longer in session time than in stage time.
            let hasPaused = gifts.contains {
                ($0.arrivedAt.femtoseconds - now.femtoseconds) != $0.arrivedAtStage - stageTime
            }
            if hasPaused { words.append("through a pause") }
            if gifts.count > 1, let last = gifts.last {
                words.append(
                    first.value < last.value ? "dearer last" : first.value > last.value ? "cheaper last" : "equal")
            }
        }
        return words.joined(separator: ", ")
    }

    /// Returns an input in words, with what matters of a gift: whether it is like one that is present.
    fileprivate func words(_ input: Input?) -> String {
        switch input {
        case nil: return "time passes"
        case .arrival(let arrival):
            var words = arrival.duration == 0 ? "a moment's gift" : "a gift"
            let same = presentGifts.filter { $0.kind == arrival.kind }
            if settings.combineWithin != nil, !same.isEmpty {
                words += same.contains { $0.sender == arrival.sender } ? " like one that is here" : " of another sender"
            }
            if let running = runningIndex.map({ presentGifts[$0] }) {
                words += arrival.value < running.value ? ", cheaper" : arrival.value > running.value ? ", dearer" : ""
            }
            return arrival.asset == .ready ? words : words + " without its animation"
        case .close: return "close"
        case .clear: return "clear"
        case .pause: return "pause"
        case .resume: return "resume"
        case .set(let settings):
            return settings.first?.key == .mode
                ? "the mode changes" : "\(settings.first?.key.name ?? "nothing") changes"
        case .asset(let kind, let state, _, _):
            return "an animation is \(state.rawValue)"
                + (presentGifts.contains { $0.kind == kind } ? ", one that is here" : "")
        case .speed, .scrub, .end: return "\(input.debugDescription)"
        }
    }

    /// Returns the decisions of a trace in words.
    fileprivate func words(_ trace: [TraceEvent]) -> [String] {
        trace.compactMap { event in
            switch event.kind {
            case .arrived, .settings: nil
            case .started: "starts"
            case .ended(_, let outcome):
                [outcome.name.rawValue, outcome.reason].compactMap { $0 }.joined(separator: " ")
            case .paused: "paused"
            case .resumed: "resumed"
            case .looped: "next round"
            case .speed, .scrubbed: nil
            }
        }
    }
}
