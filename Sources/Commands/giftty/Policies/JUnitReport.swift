import ExactNumbers
import Scenarios
import TerminalText

/// The results of checks as JUnit XML for continuous integration, with a suite per scenario and a case per expectation.
///
/// Several schemas exist for this format. The report is valid in all of them.
struct JUnitReport {
    private let results: [CheckResult]
    private let start: String

    /// Creates a report of checks that began at `start`, a date and time without a time zone.
    init(_ results: [CheckResult], start: String) {
        self.results = results
        self.start = start
    }

    /// The lines of the document.
    var lines: [String] {
        [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites>"] + results.enumerated().flatMap(suite)
            + ["</testsuites>"]
    }

    private func suite(_ id: Int, _ result: CheckResult) -> [String] {
        let failed = Set(result.failures.map(\.expectation)).count
        let seconds = Self.seconds(result.duration)
        let attributes = Self.attributes([
            ("name", result.path), ("package", result.name), ("id", String(id)), ("timestamp", start),
            ("hostname", "localhost"), ("tests", String(result.expectations.count)), ("failures", String(failed)),
            ("errors", "0"), ("skipped", "0"), ("time", seconds),
        ])
        let cases = result.expectations.enumerated().flatMap { index, expectation in
            // All expectations of a scenario are checked in one run, so that its duration is assigned to the first one.
            testCase(expectation, of: result, seconds: index == 0 ? seconds : "0")
        }
        return ["  <testsuite\(attributes)>", "    <properties/>"] + cases
            + ["    <system-out/>", "    <system-err/>", "  </testsuite>"]
    }

    private func testCase(_ expectation: Expectation, of result: CheckResult, seconds: String) -> [String] {
        let attributes = Self.attributes([
            ("name", expectation.summary), ("classname", result.path), ("time", seconds),
        ])
        let failures = result.failures.filter { $0.expectation == expectation }
        guard !failures.isEmpty else { return ["    <testcase\(attributes)/>"] }
        let message = failures.map(\.problem).joined(separator: "; ")
        let text = failures.flatMap { [$0.description] + $0.traceLines }.map { Self.escaped($0) }.joined(
            separator: "\n")
        return [
            "    <testcase\(attributes)>",
            "      <failure\(Self.attributes([("type", "expectation"), ("message", message)]))>\(text)</failure>",
            "    </testcase>",
        ]
    }

    private static func attributes(_ attributes: [(name: String, value: String)]) -> String {
        attributes.map { " \($0.name)=\"\(escaped($0.value, inQuotes: true))\"" }.joined()
    }

    /// Returns a duration in seconds with three decimal places. The integer part is short enough for every schema.
    private static func seconds(_ duration: Duration) -> String {
        ExactDecimal(duration.inMilliseconds, digits: 3).fixedText
    }

    /// Returns escaped text for an element, or for an attribute in quotes. Characters that XML forbids become U+FFFD.
    private static func escaped(_ text: String, inQuotes: Bool = false) -> String {
        XMLText(escapesQuotes: inQuotes, lineBreaks: .references, unsafeCharacters: .references, substitute: "\u{FFFD}")
            .escaped(text)
    }
}
