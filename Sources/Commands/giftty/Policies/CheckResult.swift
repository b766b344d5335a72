import CommandLineSupport
import ExactNumbers
import HTMLReports
import JSON
import Playback
import PolicyProperties
import Scenarios

/// The result of checking a scenario.
struct CheckResult: Sendable {
    /// The path of the scenario as it was given.
    let path: String
    /// The name of the scenario; empty without one.
    let name: String
    /// All expectations of the scenario.
    let expectations: [Expectation]
    /// The expectations that were not met.
    let failures: [ExpectationFailure]
    /// The session.
    private let session: SessionSource
    /// The duration of the check.
    let duration: Duration

    /// Opens and checks a scenario.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is no such scenario, and 65 if it is invalid.
    init(
        checking argument: String, catalogue: ScenarioCatalogue, expecting properties: [Expectation],
        overriding overrides: [Setting]
    ) throws(CommandFailure) {
        let clock = ContinuousClock()
        let start = clock.now
        let session = try ScenarioSource(argument: argument, catalogue: catalogue).session.expecting(properties)
        do {
            failures = try session.check(overriding: overrides)
        } catch {
            throw CommandFailure(.badData, "\(error)")
        }
        self.session = session
        path = session.path
        name = session.name
        expectations = session.expectations
        duration = start.duration(to: clock.now)
    }

    /// The lines of a feed that were skipped.
    var skippedLines: SkippedLines { session.skippedLines }

    /// The result for a page.
    var checkedSession: CheckedSession {
        CheckedSession(
            path: path, name: name, expectationCount: expectations.count, failures: failures, source: session)
    }

    /// Returns the result of `body`, or the error that it throws.
    static func result(
        _ body: () throws(CommandFailure) -> CheckResult
    ) -> Result<CheckResult, CommandFailure> {
        do throws(CommandFailure) {
            return .success(try body())
        } catch {
            return .failure(error)
        }
    }

    /// The result as a JSON object.
    var json: JSONValue {
        .object([
            ("scenario", .string(path)), ("name", .string(name)), ("expectations", .integer(expectations.count)),
            ("failures", .array(failures.map(\.json))),
        ])
    }
}

extension ExpectationFailure {
    /// The trace lines that explain the failure, with their numbers; a mark points at the main one.
    var traceLines: [String] {
        let width = trace.lines.last.map { String($0.number).count } ?? 0
        return trace.lines.map { line in
            let number = String(line.number)
            let padding = String(repeating: " ", count: width - number.count)
            return "\(line.isMain ? ">" : " ") \(padding)\(number)  \(line.event.json)"
        }
    }

    fileprivate var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("place", .string(expectation.place?.description ?? "")), ("expected", .string(expectation.summary)),
            ("problem", .string(problem)),
            (
                "trace",
                .array(trace.lines.map { .object([("line", .integer($0.number)), ("event", .string($0.event.json))]) })
            ),
        ]
        if let propertyBreak {
            members.append(("at", .seconds(propertyBreak.at)))
            members.append(("line", .integer(propertyBreak.line)))
        }
        return .object(members)
    }
}

/// A report of check results for users.
struct CheckReport {
    private let results: [CheckResult]

    init(_ results: [CheckResult]) {
        self.results = results
    }

    /// The lines of the report: one for each scenario, followed by its failures.
    var lines: [String] {
        var lines: [String] = []
        for result in results {
            let mark = result.failures.isEmpty ? "ok      " : "FAILED  "
            let note = result.expectations.isEmpty ? "  (expects nothing)" : ""
            lines.append("\(mark)\(result.path)  \(result.name)\(note)")
            for failure in result.failures {
                lines.append("        \(failure)")
                lines += failure.traceLines.map { "          \($0)" }
            }
        }
        if results.count > 1 {
            lines.append("\(results.count) scenarios, \(results.count { !$0.failures.isEmpty }) failed")
        }
        return lines
    }
}
