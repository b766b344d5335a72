import ExactNumbers
import Playback
import PolicyProperties
import SeededRandomness

extension SeededGenerator {
    /// Returns a formula of random shape, at most `depth` deep.
    mutating func formula(depth: Int) -> Formula {
        guard depth > 0 else { return .condition(condition(depth: 0)) }
        func part() -> Formula { formula(depth: depth - 1) }
        switch next(below: 14) {
        case 0: return .not(part())
        case 1: return .all([part(), part()])
        case 2: return .any([part(), part()])
        case 3: return .implies(part(), part())
        case 4: return .always(part())
        case 5: return .never(part())
        case 6: return .eventually(part())
        case 7: return .until(part(), part())
        case 8: return .unless(part(), part())
        case 9: return .within(duration(), part())
        case 10: return .after(condition(depth: 1), until: nil, part())
        case 11: return .after(condition(depth: 1), until: condition(depth: 1), part())
        case 12: return .before(condition(depth: 1), part())
        default: return .ifPausesEnd(part())
        }
    }

    private mutating func condition(depth: Int) -> Condition {
        switch next(below: depth > 0 ? 6 : 3) {
        case 3: .not(condition(depth: depth - 1))
        case 4: .all([condition(depth: depth - 1), condition(depth: depth - 1)])
        case 5: .any([condition(depth: depth - 1), condition(depth: depth - 1)])
        default: WordTrace.letters[next(below: WordTrace.letters.count)].condition
        }
    }

    private mutating func duration() -> Nanoseconds { Nanoseconds(next(below: 5)) * .second }

    /// Returns a trace of 1 to 8 positions; several may have the same time.
    mutating func trace() -> WordTrace {
        var positions: [Set<Condition>] = []
        var times: [Nanoseconds] = []
        var time: Nanoseconds = 0
        for _ in 0...next(below: 8) {
            positions.append(Set(WordTrace.letters.map(\.condition).filter { _ in next(below: 3) == 0 }))
            time += [0, 1, .second, 2 * .second, .second - 1][next(below: 5)]
            times.append(time)
        }
        return WordTrace(positions, times: times)
    }
}
