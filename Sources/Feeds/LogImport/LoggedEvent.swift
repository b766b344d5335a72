import ExactNumbers
import JSON

/// A row of a log as the mapping reads it: a gift that arrives, or what a player logs about it.
struct LoggedEvent: Sendable {
    /// The events that a log can tell apart, named as in the trace of giftty.
    static let names = ["arrived", "started", "ended", "dismissed", "paused", "resumed"]

    /// The name of the event.
    let name: String
    /// The key of the session; `nil` if the log is one session.
    let session: String?
    /// The time since any moment.
    let at: Nanoseconds
    fileprivate let fields: [String?]
    fileprivate let mapping: LogMapping

    /// Reads a row.
    init(_ row: LogRow, _ mapping: LogMapping) throws(RowProblem) {
        if let problem = row.problem { throw .wrong(problem) }
        for condition in mapping.conditions {
            guard condition.values.contains(row.fields[condition.column] ?? "") else { throw .leftOut }
        }
        name = try mapping.fields[.event]?.text(row.fields, .event) ?? "arrived"
        at = try mapping.at.time(row.fields)
        session = try mapping.key(of: row.fields)
        fields = row.fields
        self.mapping = mapping
    }

    private func text(_ field: LogMapping.Field) throws(RowProblem) -> String? {
        try mapping.fields[field]?.text(fields, field)
    }

    private func required(_ field: LogMapping.Field, _ expected: String) throws(RowProblem) -> String {
        guard let text = try text(field) else { throw .wrong("\(field.rawValue): expected \(expected), found nothing") }
        return text
    }

    private func whole(_ field: LogMapping.Field, from minimum: Int64) throws(RowProblem) -> Int64? {
        try mapping.fields[field]?.number(
            fields, field, from: minimum, expected: "a whole number from \(minimum) up")
    }

    private var duration: Nanoseconds? {
        get throws(RowProblem) {
            try mapping.fields[.duration]?.number(
                fields, .duration, from: 0, places: 9, expected: "a duration, 0 or more")
        }
    }

    /// Returns the gift that arrives.
    func gift() throws(RowProblem) -> ImportedGift {
        ImportedGift(
            at: at, kind: try required(.gift, "a gift"),
            sender: mapping.fields[.sender] == nil ? "somebody" : try required(.sender, "a sender"),
            count: try whole(.count, from: 1), value: try whole(.value, from: 0), duration: try duration,
            id: try text(.id))
    }

    /// Returns the event as a line that `giftty conform` reads.
    func appLine() throws(RowProblem) -> [UInt8] {
        var line: [UInt8] = []
        let id = ["paused", "resumed"].contains(name) ? nil : try required(.id, "the id of the gift")
        let gift = name == "arrived" ? try self.gift() : nil
        let progress = try mapping.fields[.progress]?.number(
            fields, .progress, from: 0, places: 6, expected: "a share from 0 to 1")
        var ending: [(LogMapping.Field, String)] = []
        if name == "ended" {
            ending.append((.outcome, try required(.outcome, "an outcome")))
            for field in [LogMapping.Field.reason, .by, .into] {
                if let text = try text(field) { ending.append((field, text)) }
            }
        }
        line.appendObject { line in
            line.add("at", decimal: ExactDecimal(seconds: at))
            line.add("event", name)
            if let id { line.add("gift", id) }
            if let gift {
                line.add("name", gift.kind)
                gift.appendMembers(to: &line)
            }
            for (field, text) in ending {
                line.begin(member: field.rawValue)
                line.append(jsonString: text)
            }
            if name == "ended", let progress { line.add("progress", decimal: ExactDecimal(progress, digits: 6)) }
        }
        return line
    }
}

extension LogMapping {
    /// What a row is for `giftty conform`.
    public enum AppRow: Sendable {
        /// A line of the log of an app, and the key of its session; `nil` if the log is one session.
        case line([UInt8], session: String?)
        /// A row that the mapping leaves out.
        case leftOut
        /// A wrong row, in words.
        case wrong(String)
    }

    /// Returns a row as `giftty conform` reads it.
    public func appRow(_ row: LogRow) -> AppRow {
        do throws(RowProblem) {
            let event = try LoggedEvent(row, self)
            return .line(try event.appLine(), session: event.session)
        } catch {
            switch error {
            case .leftOut: return .leftOut
            case .wrong(let problem): return .wrong(problem)
            }
        }
    }

    /// Returns the key of the session of a row; `nil` if the log is one session.
    fileprivate func key(of row: [String?]) throws(RowProblem) -> String? {
        guard hasSessionKey else { return nil }
        var parts: [String] = []
        for column in session {
            guard let text = row[column], !text.isEmpty else {
                throw .wrong("session: expected a value of \"\(columns[column])\", found nothing")
            }
            parts.append(text)
        }
        return parts.joined(separator: "+")
    }
}

/// A gift that a log has.
struct ImportedGift: Sendable {
    let at: Nanoseconds
    let kind: String
    let sender: String
    let count: Int64?
    let value: Int64?
    let duration: Nanoseconds?
    let id: String?

    /// Returns the gift as a line of a feed that began at `start`.
    func feedLine(since start: Nanoseconds) -> [UInt8] {
        var line: [UInt8] = []
        line.appendObject { line in
            line.add("at", decimal: ExactDecimal(seconds: at - start))
            line.add("type", "gift")
            if let id { line.add("id", id) }
            line.add("gift", kind)
            appendMembers(to: &line)
        }
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// Appends what is known of the gift besides its kind.
    fileprivate func appendMembers(to line: inout [UInt8]) {
        line.add("from", sender)
        if let count { line.add("count", number: Int(count)) }
        if let value { line.add("value", number: Int(value)) }
        if let duration { line.add("duration", decimal: ExactDecimal(seconds: duration)) }
    }
}
