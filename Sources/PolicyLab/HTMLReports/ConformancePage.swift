public import JSON
import Playback
public import PolicyConformance
import Recordings
import Scenarios

/// A log with its answer, for a report.
public struct JudgedLog: Sendable {
    /// The log.
    public var log: AppLog
    /// The answer, and the run that led to it.
    public var judgement: Judgement

    /// Creates a log with its answer.
    public init(_ log: AppLog, _ judgement: Judgement) {
        self.log = log
        self.judgement = judgement
    }

    /// Why the log is refused; `nil` if it is not.
    public var refusal: Refusal? { if case .refused(let refusal) = judgement.verdict { refusal } else { nil } }

    /// What the search found at the line that it could not get past; `nil` if it came to an answer.
    public var furthest: Refusal? { if case .undecided(let refusal) = judgement.verdict { refusal } else { nil } }
}

extension HTMLReport {
    /// Creates the report of logs that were held against the rules.
    ///
    /// - Parameters:
    ///   - logs: The logs with their answers.
    ///   - figures: The answers as JSON, for download.
    ///   - limit: The greatest number of rows, and of gifts in all films.
    /// - Throws: Never for the inputs of a log, which are in memory.
    public init(judged logs: [JudgedLog], figures: JSONValue?, limit: Int) throws {
        let refused = logs.filter { $0.refusal != nil }
        let count = logs.count == 1 ? "1 log" : "\(logs.count) logs"
        var sections: [Section] = []
        if refused.isEmpty {
            let isOpen = logs.contains { $0.answer.1 == .open }
            sections.append(
                .verdict(isOpen ? .open : .good, isOpen ? "No log is refused" : "All lines conform", details: []))
        } else if logs.count > 1 {
            sections.append(.verdict(.bad, "\(refused.count) of \(count) refused", details: []))
        }
        let films = (refused.isEmpty ? logs : refused).prefix(min(Self.maxFilms, limit))
        for log in films {
            let strip = try log.strip(limit: max(1, limit / films.count))
            if let refusal = log.refusal {
                sections.append(
                    .verdict(
                        .bad, "\(log.log.path), line \(refusal.line): \(refusal.found)",
                        details: [
                            "Allowed instead: \(refusal.expected.joined(separator: "; or "))", "Rule: \(refusal.rule)",
                        ]))
            }
            sections.append(.film(title: "The stage: \(log.log.path)", strip))
        }
        sections.append(
            .table(
                title: "Logs",
                HTMLTable(
                    "All logs", columns: ["log", "lines", "answer"],
                    rows: logs.prefix(limit).map { log in
                        let (words, state) = log.answer
                        return HTMLTable.Row(log.log.path, [String(log.log.lines.count), words], state: state)
                    })))
        self.init(command: "conform", title: count, facts: [], sections: sections, figures: figures)
        if logs.count > limit { notes.append("The table has \(limit) of the logs.") }
    }

    /// The greatest number of logs whose stage is shown.
    private static let maxFilms = 20
}

extension JudgedLog {
    fileprivate var answer: (String, HTMLTable.State) {
        switch judgement.verdict {
        case .conforms(let inferences):
            ((["conforms"] + inferences.map { "inferred: \($0.summary)" }).joined(separator: "; "), .good)
        case .refused(let refusal): ("line \(refusal.line): \(refusal.summary)", .bad)
        case .undecided(let refusal):
            ("not decided at line \(refusal.line): \(refusal.summary); \(Conformance.remedy)", .open)
        }
    }

    /// The stage of the app above that of the policy, up to some gifts after the refused line.
    fileprivate func strip(limit: Int) throws -> FilmStrip {
        let app = SessionFilm(log, order: judgement.gifts, limit: limit)
        var rules = try SessionFilm(
            of: SessionSource(judgement.run, path: log.path), under: Policy("by the rules", []), limit: limit)
        for (index, name) in judgement.gifts.enumerated() where index < rules.gifts.count {
            rules.gifts[index].name = Int(name) == index + 1 ? nil : name
        }
        // The inputs without a line only correct times; those with one are in the log.
        rules.notes = app.notes
        var strip = FilmStrip([app, rules], from: log.lines.map(\.at).min() ?? 0)
        strip.mark = refusal.map { ($0.at, "refused") } ?? furthest.map { ($0.at, "not decided") }
        strip.steps = app.steps.map { step in
            guard let refusal = refusal ?? furthest, step.lane == String(refusal.line) else { return step }
            var step = step
            step.state = self.refusal == nil ? .open : .bad
            step.rule = "allowed: \(refusal.expected.joined(separator: "; or ")) (\(refusal.rule))"
            return step
        }
        for index in strip.steps.indices { strip.steps[index].lane = "" }
        return strip
    }
}

extension SessionFilm {
    /// Creates the film of what a log says, with the names of its gifts in the order of their arrival.
    fileprivate init(_ log: AppLog, order: [String], limit: Int) {
        self.init(name: "the app, as logged", settings: "")
        let numbers = Dictionary(zip(order, 1...)) { first, _ in first }
        var places: [String: Int] = [:]
        for line in log.lines.sorted(by: { ($0.at, $0.number) < ($1.at, $1.number) }) {
            if case .arrived(let gift) = line.event, places[gift.gift] == nil {
                guard gifts.count < limit else {
                    isCut = true
                    break
                }
                let number = numbers[gift.gift] ?? gifts.count + 1
                places[gift.gift] = gifts.count
                gifts.append(
                    Gift(
                        number: number, name: Int(gift.gift) == number ? nil : gift.gift, kind: gift.kind,
                        sender: gift.sender, count: gift.count, arrived: line.at))
            }
            take(line, places)
            end = max(end, line.at)
        }
    }

    private mutating func take(_ line: AppLog.Line, _ places: [String: Int]) {
        // The number of the line, by which the refused one is found.
        steps.append(FilmStrip.Step(at: line.at, lane: String(line.number), line.summary, rule: ""))
        switch line.event {
        case .arrived: break
        case .started(let name): if let place = places[name] { gifts[place].started = line.at }
        case .ended(let name, let end):
            guard let place = places[name] else { return }
            gifts[place].ended = line.at
            gifts[place].outcome = end.summary
            gifts[place].outcomeName = end.outcome
            if let progress = end.progress, gifts[place].started != nil {
                gifts[place].knots.append((line.at, progress.count))
            }
        case .settings, .paused, .resumed: notes.append(Note(at: line.at, words: line.summary))
        }
    }
}
