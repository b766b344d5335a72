import CommandLineSupport
import HTMLReports
import JSON
import PlayerSettings
import PolicyConformance
import Scenarios

/// The answer for a log, and how it is reported.
struct ConformResult {
    /// The path of the log as it was given.
    let path: String
    /// The log with its answer, for a page.
    let judgedLog: JudgedLog
    private let giftCount: Int
    private let duration: Duration

    /// Holds a log against the rules.
    ///
    /// - Throws: `CommandFailure` with exit status 65 if the log is invalid.
    init(_ log: AppLog, _ conformance: Conformance) throws(CommandFailure) {
        let clock = ContinuousClock()
        let start = clock.now
        do throws(ConformanceFault) {
            judgedLog = JudgedLog(log, try conformance.judge(log))
        } catch {
            throw CommandFailure(.badData, error.description)
        }
        path = log.path
        giftCount = log.lines.count { if case .arrived = $0.event { true } else { false } }
        duration = start.duration(to: clock.now)
    }

    private var lineCount: Int { judgedLog.log.lines.count }

    /// Whether no run of the policy gives the log.
    var isRefused: Bool { refusal != nil }

    /// The line that the search could not get past; `nil` if it came to an answer.
    var undecidedLine: Int? { furthest?.line }

    /// What the search found at that line.
    var furthest: Refusal? { judgedLog.furthest }

    private var refusal: Refusal? { judgedLog.refusal }

    /// Shows the line that cannot be, if there is one, on a stage until the viewer quits.
    func show(home: StoreHomeOption) throws(CommandFailure) {
        if let refusal { try RefusedLogStage(judgedLog, refusal).run(home: home) }
    }

    private var inferences: [String] {
        if case .conforms(let inferences) = judgedLog.judgement.verdict { inferences.map(\.summary) } else { [] }
    }

    /// The answer as text: for a refused log the line that cannot be.
    var lines: [String] {
        if let refusal { return ["\(path):\(refusal.line): \(refusal.summary)"] }
        if undecidedLine != nil { return [] }
        let gifts = giftCount == 1 ? "1 gift" : "\(giftCount) gifts"
        let lines = lineCount == 1 ? "1 line" : "\(lineCount) lines"
        return ["ok      \(path)  \(lines), \(gifts)"] + inferences.map { "        inferred: \($0)" }
    }

    /// The answer as a JSON object.
    var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("log", .string(path)), ("conforms", undecidedLine == nil ? .bool(!isRefused) : .null),
            ("lines", .integer(lineCount)), ("gifts", .integer(giftCount)),
            ("inferred", .array(inferences.map { .string($0) })),
        ]
        if let refusal = refusal ?? furthest {
            members += [
                ("line", .integer(refusal.line)), ("at", .seconds(refusal.at)), ("found", .string(refusal.found)),
                ("expected", .array(refusal.expected.map { .string($0) })), ("rule", .string(refusal.rule)),
            ]
        }
        return .object(members)
    }

    /// Returns the answer as a suite with one case, of a report that began at `start`.
    func junit(start: String) -> JUnitXML.Suite {
        var failure: (type: String, message: String, lines: [String])?
        if let refusal {
            failure = ("conformance", refusal.summary, lines)
        } else if let furthest {
            failure = (
                "undecided", "not decided at line \(furthest.line): \(furthest.summary); \(Conformance.remedy)", []
            )
        }
        return JUnitXML.Suite(
            name: path, package: "", start: start, duration: duration,
            cases: [JUnitXML.Case(name: "the log conforms", suite: path, duration: duration, failure: failure)])
    }
}
