import Playback
import ReportText
import Scenarios

/// What came of checking a scenario.
struct CheckResult: Sendable {
    /// The scenario's path as it was given.
    let path: String
    /// What the scenario is about; empty where it does not say.
    let name: String
    /// All that it expects.
    let expectations: [Expectation]
    /// What did not hold.
    let failures: [ExpectationFailure]
    /// How long it took.
    let duration: Duration

    /// Opens and checks a scenario.
    /// - Throws: 66 where there is none, 65 where it is wrong.
    init(
        checking argument: String, catalogue: GiftCatalogue, overriding overrides: [Setting]
    ) throws(CommandFailure) {
        let clock = ContinuousClock()
        let start = clock.now
        let session = try ScenarioSource(argument: argument, catalogue: catalogue).session
        do {
            failures = try session.check(overriding: overrides)
        } catch {
            throw CommandFailure(.badData, "\(error)")
        }
        path = session.path
        name = session.name
        expectations = session.expectations
        duration = start.duration(to: clock.now)
    }

    /// What `body` returns or throws.
    static func result(
        _ body: () throws(CommandFailure) -> CheckResult
    ) -> Result<CheckResult, CommandFailure> {
        do throws(CommandFailure) {
            return .success(try body())
        } catch {
            return .failure(error)
        }
    }

    /// The result as one JSON object.
    var json: JSONValue {
        .object([
            ("scenario", .text(path)), ("name", .text(name)), ("expectations", .integer(expectations.count)),
            ("failures", .list(failures.map(\.json))),
        ])
    }
}

extension ExpectationFailure {
    /// The lines of the trace that tell how it came about, numbered, with a mark at what it is about.
    var traceLines: [String] {
        let width = trace.lines.last.map { String($0.number).count } ?? 0
        return trace.lines.map { line in
            let number = String(line.number)
            let padding = String(repeating: " ", count: width - number.count)
            return "\(line.isMain ? ">" : " ") \(padding)\(number)  \(line.event.json)"
        }
    }

    fileprivate var json: JSONValue {
        .object([
            ("place", .text(expectation.place?.description ?? "")), ("expected", .text(expectation.words)),
            ("problem", .text(problem)),
            (
                "trace",
                .list(trace.lines.map { .object([("line", .integer($0.number)), ("event", .text($0.event.json))]) })
            ),
        ])
    }
}

/// Results of checks for people.
struct CheckReport {
    private let results: [CheckResult]

    init(_ results: [CheckResult]) {
        self.results = results
    }

    /// A line a scenario, and below it what did not hold.
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
