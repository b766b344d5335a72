import Scenarios

/// Results of checks as JUnit's XML, which servers for continuous integration read: a suite a scenario, a case an
/// expectation.
///
/// There are several schemas for it; this is what is valid in all of them.
struct JUnitReport {
    private let results: [CheckResult]
    private let start: String

    /// A report of checks that began at `start`, a date and time without a zone.
    init(_ results: [CheckResult], start: String) {
        self.results = results
        self.start = start
    }

    /// The document's lines.
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
            // All expectations of a scenario are checked in one run: its time is given to the first.
            testCase(expectation, of: result, seconds: index == 0 ? seconds : "0")
        }
        return ["  <testsuite\(attributes)>", "    <properties/>"] + cases
            + ["    <system-out/>", "    <system-err/>", "  </testsuite>"]
    }

    private func testCase(_ expectation: Expectation, of result: CheckResult, seconds: String) -> [String] {
        let attributes = Self.attributes([
            ("name", expectation.words), ("classname", result.path), ("time", seconds),
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

    /// Seconds to the millisecond; the digits before the point are few enough for every schema.
    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = String(attoseconds / 1_000_000_000_000_000)
        return "\(seconds)." + String(repeating: "0", count: 3 - milliseconds.count) + milliseconds
    }

    /// Text between tags, or in the quotes of an attribute; what XML has no way to write becomes U+FFFD.
    private static func escaped(_ text: String, inQuotes: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"" where inQuotes: result += "&quot;"
            case "\n", "\t", "\r": result += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
