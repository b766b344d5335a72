import Scenarios

/// The results of checks as JUnit XML for continuous integration, with a suite per scenario and a case per expectation.
struct JUnitReport {
    private let results: [CheckResult]
    private let start: String

    /// Creates a report of checks that began at `start`, a date and time without a time zone.
    init(_ results: [CheckResult], start: String) {
        self.results = results
        self.start = start
    }

    /// The lines of the document.
    var lines: [String] { JUnitXML.lines(results.map(suite)) }

    private func suite(_ result: CheckResult) -> JUnitXML.Suite {
        let cases = result.expectations.enumerated().map { index, expectation in
            // All expectations of a scenario are checked in one run, so that its duration is assigned to the first one.
            testCase(expectation, of: result, duration: index == 0 ? result.duration : .zero)
        }
        return JUnitXML.Suite(
            name: result.path, package: result.name, start: start, duration: result.duration, cases: cases)
    }

    private func testCase(_ expectation: Expectation, of result: CheckResult, duration: Duration) -> JUnitXML.Case {
        let failures = result.failures.filter { $0.expectation == expectation }
        return JUnitXML.Case(
            name: expectation.summary, suite: result.path, duration: duration,
            failure: failures.isEmpty
                ? nil
                : (
                    "expectation", failures.map(\.problem).joined(separator: "; "),
                    failures.flatMap { [$0.description] + $0.traceLines }
                ))
    }
}
