import ExactNumbers
import TerminalText

/// The parts of a report in JUnit XML for continuous integration.
///
/// Several schemas exist for this format. A report of these parts is valid in all of them.
enum JUnitXML {
    /// A suite of test cases.
    struct Suite {
        let name: String
        let package: String
        /// The time at which the report began, a date and time without a time zone.
        let start: String
        let duration: Duration
        let cases: [Case]
        /// Lines that belong to the whole suite.
        var output: [String] = []
    }

    /// A test case.
    struct Case {
        let name: String
        let suite: String
        let duration: Duration
        /// The type and the message of the failure, and its lines; nil if the case passed.
        let failure: (type: String, message: String, lines: [String])?
        /// Whether the case was not checked; it has no failure then.
        var isSkipped = false
    }

    /// Returns the lines of a document.
    static func lines(_ suites: [Suite]) -> [String] {
        [#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites>"]
            + suites.enumerated().flatMap { lines($1, id: $0) } + ["</testsuites>"]
    }

    private static func lines(_ suite: Suite, id: Int) -> [String] {
        let failed = suite.cases.count { $0.failure != nil }
        let skipped = suite.cases.count { $0.isSkipped }
        let attributes = attributes([
            ("name", suite.name), ("package", suite.package), ("id", String(id)), ("timestamp", suite.start),
            ("hostname", "localhost"), ("tests", String(suite.cases.count)), ("failures", String(failed)),
            ("errors", "0"), ("skipped", String(skipped)), ("time", seconds(suite.duration)),
        ])
        let output = suite.output.map { escaped($0) }.joined(separator: "\n")
        return ["  <testsuite\(attributes)>", "    <properties/>"] + suite.cases.flatMap(lines)
            + [
                output.isEmpty ? "    <system-out/>" : "    <system-out>\(output)</system-out>", "    <system-err/>",
                "  </testsuite>",
            ]
    }

    private static func lines(_ test: Case) -> [String] {
        let attributes = attributes([
            ("name", test.name), ("classname", test.suite),
            ("time", test.duration == .zero ? "0" : seconds(test.duration)),
        ])
        if test.isSkipped { return ["    <testcase\(attributes)>", "      <skipped/>", "    </testcase>"] }
        guard let failure = test.failure else { return ["    <testcase\(attributes)/>"] }
        let text = failure.lines.map { escaped($0) }.joined(separator: "\n")
        let reason = Self.attributes([("type", failure.type), ("message", failure.message)])
        return ["    <testcase\(attributes)>", "      <failure\(reason)>\(text)</failure>", "    </testcase>"]
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
