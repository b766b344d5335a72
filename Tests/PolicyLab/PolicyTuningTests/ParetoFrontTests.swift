import PolicyEvaluation
import SeededRandomness
import Testing

@testable import PolicyTuning

@Suite("The front of judgements")
struct ParetoFrontTests {
    private static func goal() throws -> TuningGoal {
        try TuningGoal(
            objectives: [
                TuningObjective(try TuningFigure("shown"), isMaximised: true),
                TuningObjective(try TuningFigure("dropped"), isMaximised: false),
            ], constraints: [try TuningConstraint("completed >= 2")])
    }

    private static func judgement(_ numbers: [Int?], _ goal: TuningGoal) -> Judgement {
        Judgement(numbers.map { $0.map { FigureAmount($0) } }, goal)
    }

    /// Returns judgements at random, of which some break the limit and some lack a figure.
    private static func random(_ count: Int, seed: UInt64, _ goal: TuningGoal) -> [Judgement] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            judgement((0..<3).map { _ in random.next(below: 12) == 0 ? nil : random.next(below: 6) }, goal)
        }
    }

    @Test(
        "no judgement dominates itself, two never dominate each other, and domination is passed on", arguments: 1...20)
    func dominationIsAnOrder(seed: Int) throws {
        let goal = try Self.goal()
        let order = ParetoOrder(criteria: goal.criteria)
        let all = Self.random(14, seed: UInt64(seed), goal)
        for one in all {
            #expect(!order.dominates(one, one), "seed \(seed)")
            for two in all where order.dominates(one, two) {
                #expect(!order.dominates(two, one), "seed \(seed)")
                for three in all where order.dominates(two, three) {
                    #expect(order.dominates(one, three), "seed \(seed)")
                }
            }
        }
    }

    @Test(
        "the front has what no other one dominates, once, and something of it dominates or equals the rest",
        arguments: 1...20)
    func frontIsComplete(seed: Int) throws {
        let goal = try Self.goal()
        let order = ParetoOrder(criteria: goal.criteria)
        let all = Self.random(40, seed: UInt64(seed), goal)
        let front = order.front(all)
        let expected = all.indices.filter { index in
            !all.contains { order.dominates($0, all[index]) }
                && !all[..<index].contains { order.areEqual($0, all[index]) }
        }
        #expect(front == expected, "seed \(seed)")
        for index in all.indices where !front.contains(index) {
            #expect(
                front.contains { order.dominates(all[$0], all[index]) || order.areEqual(all[$0], all[index]) },
                "seed \(seed)")
        }
    }

    @Test("ranks agree with the front, and each rank is dominated by the one before", arguments: 1...20)
    func ranksFollowTheFront(seed: Int) throws {
        let goal = try Self.goal()
        let order = ParetoOrder(criteria: goal.criteria)
        let all = Self.random(30, seed: UInt64(seed), goal)
        let ranks = order.ranks(all)
        for index in all.indices {
            let isBest = !all.contains { order.dominates($0, all[index]) }
            #expect((ranks[index] == 0) == isBest, "seed \(seed)")
            if ranks[index] > 0 {
                #expect(
                    all.indices.contains {
                        ranks[$0] == ranks[index] - 1 && order.dominates(all[$0], all[index])
                    }, "seed \(seed)")
            }
        }
    }

    @Test("ranks are those that taking away one front after the other gives", arguments: 1...20)
    func ranksAreThoseOfFronts(seed: Int) throws {
        let goal = try Self.goal()
        let order = ParetoOrder(criteria: goal.criteria)
        let all = Self.random(60, seed: UInt64(seed), goal)
        var rest = Array(all.indices)
        var expected = [Int](repeating: -1, count: all.count)
        for rank in 0... {
            let front = rest.filter { index in !rest.contains { order.dominates(all[$0], all[index]) } }
            if front.isEmpty { break }
            for index in front { expected[index] = rank }
            rest.removeAll { front.contains($0) }
        }
        #expect(order.ranks(all) == expected, "seed \(seed)")
        // A chain has as many ranks as judgements.
        let chain = (0..<300).map { Self.judgement([$0, 0, 2], goal) }
        #expect(order.ranks(chain) == (0..<300).reversed() && order.ranks([]).isEmpty)
    }

    @Test("whoever keeps the limits dominates whoever does not, and no figure is worse than any")
    func limitsComeFirst() throws {
        let goal = try Self.goal()
        let order = ParetoOrder(criteria: goal.criteria)
        let keeping = Self.judgement([1, 9, 2], goal)
        let breaking = Self.judgement([9, 0, 1], goal)
        let missing = Self.judgement([nil, 9, 2], goal)
        #expect(order.dominates(keeping, breaking) && !order.dominates(breaking, keeping))
        #expect(order.dominates(keeping, missing))
        #expect(Self.judgement([9, 0, nil], goal).violation == .infinity)
    }

    @Test("a spread has so many, among them the best of each criterion", arguments: 1...10)
    func spreadHasTheEnds(seed: Int) throws {
        let goal = try Self.goal()
        let order = ParetoOrder(criteria: goal.criteria)
        let front = Self.random(60, seed: UInt64(seed), goal).filter { $0.violation == 0 }
        let chosen = order.spread(front, count: 5)
        #expect(chosen.count == min(5, front.count) && chosen == chosen.sorted())
        for (index, criterion) in order.criteria.enumerated() where !front.isEmpty {
            let isBestChosen = chosen.contains { place in
                !front.contains { criterion.isBetter($0.criteria[index], than: front[place].criteria[index]) }
            }
            #expect(isBestChosen, "seed \(seed)")
        }
    }
}
