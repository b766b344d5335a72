import Testing

@testable import PolicyEvaluation
@testable import Scenarios

@Suite("The differences of a sweep")
struct SweepDifferencesTests {
    @Test(
        "the t distribution has the values of its tables",
        arguments: [
            (12.706, 1.0, 0.05), (2.776, 4, 0.05), (4.604, 4, 0.01), (2.228, 10, 0.05), (1.96, 1e7, 0.05), (0, 5, 1),
        ])
    func distributionHasItsValues(t: Double, degrees: Double, expected: Double) {
        #expect(abs(StudentDistribution.probability(beyond: t, degrees: degrees) - expected) < 2e-4)
        #expect(abs(StudentDistribution.probability(beyond: -t, degrees: degrees) - expected) < 2e-4)
    }

    private func figures(shown: Int, dropped: Int) -> SessionFigures {
        var figures = SessionFigures()
        figures.shown = shown
        figures.outcomes[.dropped] = dropped
        return figures
    }

    @Test("Holm multiplies the smallest probability by the number of tests, and never sorts two the other way")
    func probabilitiesAreCorrected() throws {
        var differences = SweepDifferences(values: 3)
        for session in 0..<12 {
            differences.add([
                figures(shown: 10, dropped: 5), figures(shown: 12 + session % 2, dropped: 5 + session % 3 - 1),
                figures(shown: 10 + session % 2, dropped: 5),
            ])
        }
        let tests = differences.tests
        let sorted = tests.sorted { $0.probability < $1.probability }
        let smallest = try #require(sorted.first)
        #expect(smallest.figure == .shown && smallest.value == 1 && smallest.isFound && smallest.mean == 2.5)
        #expect(abs(smallest.corrected - smallest.probability * Double(tests.count)) < 1e-12)
        for (one, next) in zip(sorted, sorted.dropFirst()) {
            #expect(one.corrected <= next.corrected && one.probability <= one.corrected)
        }
        #expect(tests.filter { $0.figure == .dropped }.allSatisfy { !$0.isFound })
    }

    @Test("one session, or one value, has nothing to test")
    func nothingToTest() {
        var differences = SweepDifferences(values: 2)
        differences.add([figures(shown: 1, dropped: 0), figures(shown: 2, dropped: 0)])
        #expect(differences.tests.isEmpty)
        #expect(SweepDifferences(values: 1).tests.isEmpty)
    }
}
