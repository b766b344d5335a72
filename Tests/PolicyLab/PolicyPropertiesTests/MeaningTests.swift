import ExactNumbers
import Playback
import PolicyProperties
import SeededRandomness
import Testing

/// Tests of progression against the meaning by definition, and of laws of the logic.
@Suite struct MeaningTests {
    private static let seeds: [UInt64] = Array(1...40)

    private static func property(_ formula: Formula) throws(PropertySyntaxError) -> Property {
        try Property(formula, text: "", name: "")
    }

    @Test(arguments: seeds)
    func progressionAgreesWithDefinition(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<100 {
            let formula = random.formula(depth: 1 + random.next(below: 4))
            let property = try Self.property(formula)
            for _ in 0..<6 {
                let trace = random.trace()
                #expect(
                    trace.keeps(property) == trace.satisfies(property),
                    "seed \(seed), round \(round): \(property.canonicalText) on \(trace)")
            }
        }
    }

    /// A verdict before the end is never taken back, whatever follows.
    @Test(arguments: seeds)
    func earlyVerdictHoldsForEveryContinuation(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let property = try Self.property(random.formula(depth: 3))
            let beginning = random.trace()
            let verdict = beginning.running(property).verdict
            guard verdict != .open else { continue }
            let rest = random.trace()
            let start = beginning.times.last ?? 0
            let whole = WordTrace(
                beginning.positions + rest.positions, times: beginning.times + rest.times.map { start + $0 })
            #expect(whole.verdict(property) == verdict, "seed \(seed): \(property.canonicalText) on \(whole)")
            #expect(
                whole.satisfies(property) == (verdict == .kept), "seed \(seed): \(property.canonicalText) on \(whole)")
        }
    }

    @Test(arguments: seeds)
    func dualitiesAndUnfoldingsHold(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let (one, other) = (random.formula(depth: 2), random.formula(depth: 2))
            let laws: [(Formula, Formula)] = [
                (.not(.always(one)), .eventually(.not(one))), (.never(one), .always(.not(one))),
                (.not(.until(one, other)), .unless(.not(other), .all([.not(one), .not(other)]))),
                (.unless(one, other), .any([.until(one, other), .always(one)])),
                (.until(one, other), .all([.unless(one, other), .eventually(other)])),
                (.eventually(.eventually(one)), .eventually(one)), (.always(.always(one)), .always(one)),
                (.always(.all([one, other])), .all([.always(one), .always(other)])),
                (.eventually(.any([one, other])), .any([.eventually(one), .eventually(other)])),
                (.not(.not(one)), one), (.implies(one, other), .any([.not(one), other])),
                (.eventually(one), .any([one, .eventually(one)])), (.always(one), .all([one, .always(one)])),
                (.until(one, other), .any([other, .all([one, .until(one, other)])])),
            ]
            let trace = random.trace()
            for (left, right) in laws {
                let (left, right) = (try Self.property(left), try Self.property(right))
                #expect(
                    trace.keeps(left) == trace.keeps(right),
                    "seed \(seed): \(left.canonicalText) and \(right.canonicalText) on \(trace)")
            }
        }
    }

    @Test(arguments: seeds)
    func printedPropertyIsReadAsTheSameMeaning(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let property = try Self.property(random.formula(depth: 3))
            let read = try Property(property.canonicalText)
            let trace = random.trace()
            // `never` adds `ended` to a condition about a gift, so that only its own spelling is compared.
            if !property.canonicalText.contains("never") {
                #expect(
                    trace.keeps(read) == trace.keeps(property), "seed \(seed): \(property.canonicalText) on \(trace)")
            }
            #expect(try Property(read.canonicalText).canonicalText == read.canonicalText, "seed \(seed)")
        }
    }

    /// Requests that wait for an answer collapse into the one with the earliest deadline.
    @Test func manyRequestsCostNoMoreThanOne() throws {
        let property = try Property("always (arrived implies within 10s started)")
        var monitor = PropertyMonitor(property)
        let arrived: UInt64 = 1 << UInt64(property.conditions.firstIndex(of: .event(.arrived)) ?? 0)
        for step in 0..<1_000 {
            monitor.receive(truths: arrived, at: Nanoseconds(step) * 1_000_000, line: step + 1)
        }
        #expect(monitor.obligation.encoding(at: 0).count < 40)
        #expect(monitor.earliestDeadline == 10 * .second)
    }

    @Test func deadlineIsExactToNanosecond() throws {
        let property = try WordTrace.formula("always (a implies within 10s b)")
        let start = 3 * Nanoseconds.second + 7
        let requests: [Set<Condition>] = [[.event(.arrived)], [.event(.started)]]
        let inTime = WordTrace(requests, times: [start, start + 10 * .second])
        #expect(inTime.keeps(property))
        let late = WordTrace(requests, times: [start, start + 10 * .second + 1])
        #expect(
            late.verdict(property)
                == .broken(PropertyBreak(at: start + 10 * .second, cause: .deadline, line: 1)))
    }

    @Test func verdictIsKnownAsSoonAsItIsDecided() throws {
        let never = try WordTrace.formula("never paused")
        #expect(WordTrace("a b").running(never).verdict == .open)
        #expect(
            WordTrace("a c b").running(never).verdict
                == .broken(PropertyBreak(at: .second, cause: .line, line: 2)))
        let eventually = try WordTrace.formula("eventually b")
        #expect(WordTrace("a b a").running(eventually).verdict == .kept)
        #expect(
            WordTrace("a a").verdict(eventually) == .broken(PropertyBreak(at: .second, cause: .end, line: 2)))
    }
}
