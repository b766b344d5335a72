import ExactNumbers
import PolicyEvaluation
import Scenarios
import Testing

@testable import PolicyTuning

@Suite("Goals of a tuning")
struct TuningGoalTests {
    @Test(
        "figures are read as they are written",
        arguments: ["valueSeen", "shown", "fairness", "p95(waiting)", "p0(waiting)", "p50(waiting, 1000+)"])
    func figuresAreRead(text: String) throws {
        #expect(try TuningFigure(text).description == text)
        #expect(try TuningFigure(" \(text) ").description == text)
    }

    @Test(
        "limits keep and break amounts on their sides",
        arguments: [
            ("p95(waiting) < 20s", 19_999_999_999, true), ("p95(waiting) < 20", 19_999_999_999, true),
            ("p95(waiting) < 20s", 20_000_000_000, false),
            ("p95(waiting)<=20s", 20_000_000_000, true), ("fairness >= 80%", 800_000, true),
            ("fairness > 0.8", 800_000, false), ("shown > 12.5", 13, true), ("shown > 12.5", 12, false),
        ])
    func limitsAreKept(text: String, amount: Int, isKept: Bool) throws {
        let constraint = try TuningConstraint(text)
        #expect(constraint.isKept(FigureAmount(amount)) == isKept)
        #expect((constraint.excess(FigureAmount(amount)) == 0) == isKept)
        #expect(!constraint.isKept(nil))
    }

    @Test(
        "wrong texts say what was expected",
        arguments: [
            ("valueSen < 1", "valueSeen"), ("p95(wating) < 1s", "p95(waiting)"), ("p101(waiting) < 1s", "p0 to p100"),
            ("p95(waiting) < soon", "a duration such as 250ms"), ("shown", "a limit such as"),
            ("shown = 3", "<, <=, > or >="), ("shown < 3s", "a number"), ("p5(waiting, 7-9) < 1s", "price tier"),
        ])
    func wrongTextsAreExplained(text: String, part: String) {
        let error = #expect(throws: TuningSyntaxError.self) { try TuningConstraint(text) }
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }

    @Test(
        "a limit that every figure keeps, or none, is an error",
        arguments: [
            ("fairness > 80", "never kept, as fairness is from 0 to 1"), ("fairness > 1", "never"),
            ("fairness >= 1", nil), ("fairness <= 1", "always"), ("fairness < 1", nil), ("fairness < 1.5", "always"),
            ("shown < 0", "never kept, as shown is never below 0"), ("shown <= 0", nil), ("dropped >= 0", "always"),
            ("dropped > 0", nil), ("p95(waiting) >= 0s", "always"), ("p95(waiting) < 0s", "never"),
        ])
    func constantLimitsAreErrors(text: String, part: String?) throws {
        guard let part else { return #expect(try TuningConstraint(text).description == text) }
        let error = #expect(throws: TuningSyntaxError.self) { try TuningConstraint(text) }
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }

    @Test(
        "limits that nothing can keep together are an error",
        arguments: [
            (["shown < 20", "shown > 30"], false), (["shown > 20", "shown < 30"], true),
            (["shown >= 20", "shown <= 20"], true), (["shown >= 20", "shown < 20"], false),
            (["shown > 20", "dropped < 3", "shown <= 20"], false), (["shown < 20", "shown < 30"], true),
            (["shown < 20", "completed > 30"], true), (["fairness > 80%", "fairness < 0.7"], false),
        ])
    func contradictionsAreErrors(limits: [String], isPossible: Bool) throws {
        let objective = TuningObjective(try TuningFigure("valueSeen"), isMaximised: true)
        let constraints = try limits.map { try TuningConstraint($0) }
        func goal() throws { _ = try TuningGoal(objectives: [objective], constraints: constraints) }
        guard !isPossible else { return try goal() }
        let error = #expect(throws: TuningSyntaxError.self) { try goal() }
        #expect(error?.description.hasSuffix("nothing keeps both limits") == true)
    }

    @Test("figures with a limit on one side are criteria, those between two limits or of objectives are not")
    func criteriaFollowFromTheGoal() throws {
        let objective = TuningObjective(try TuningFigure("valueSeen"), isMaximised: true)
        let limits = ["p95(waiting) < 20s", "valueSeen > 3", "shown > 3", "shown < 9", "dropped <= 4"]
        let goal = try TuningGoal(objectives: [objective], constraints: try limits.map { try TuningConstraint($0) })
        #expect(goal.criteria.map(\.words) == ["maximise valueSeen", "minimise p95(waiting)", "minimise dropped"])
        #expect(goal.figures.map(\.description) == ["valueSeen", "p95(waiting)", "shown", "dropped"])
        #expect(throws: TuningSyntaxError.self) { try TuningGoal(objectives: [], constraints: []) }
        #expect(throws: TuningSyntaxError.self) {
            try TuningGoal(objectives: [objective, objective], constraints: [])
        }
    }

    @Test("amounts are compared without rounding")
    func amountsAreExact() throws {
        let third = try #require(FigureAmount(1, over: 3))
        #expect(third == FigureAmount(2, over: 6) && third.hashValue == FigureAmount(2, over: 6)?.hashValue)
        let large = Int128(1) << 100
        let (one, two) = (try #require(FigureAmount(large, over: 3)), try #require(FigureAmount(large + 1, over: 3)))
        #expect(one < two && one.value == two.value)
        #expect(try #require(FigureAmount(-1, over: 2)) < FigureAmount(0))
        #expect(FigureAmount(1, over: 0) == nil)
    }
}
