import ExactNumbers
import PlayerSettings

/// What the columns of a production log mean.
///
///     let mapping = try LogMapping(yaml: text, file: "mapping.yaml")
///
/// Members of a JSON object are columns too: `user.name` is the member `name` of the member `user`.
public struct LogMapping: Sendable {
    /// The form of a log.
    enum Form: Hashable, Sendable {
        /// CSV, with the names of the columns if the log does not begin with them.
        case csv(separator: UInt8, header: [String]?)
        /// A JSON object a line.
        case ndjson
    }

    /// The form; `nil` for that which the first byte suggests.
    var form: Form?
    /// The columns that are read, each once.
    var columns: [String] = []
    /// The columns whose values make the key of a session.
    var session: [Int] = []
    /// The rows that count: those with one of the values in each of the columns.
    var conditions: [(column: Int, values: Set<String>)] = []
    /// How far rows of a session may be out of order.
    var reorder: Nanoseconds = 0

    var at = MappedTime()
    var fields: [Field: MappedField] = [:]

    /// What a column can mean, besides the time and the session.
    enum Field: String, CaseIterable, Sendable {
        case gift, sender, count, value, duration, id
        case event, outcome, reason, progress, by, into
    }

    /// Whether the mapping tells apart gifts that arrive, start and end.
    public var hasEvents: Bool { fields[.event] != nil }

    /// Whether a log has several sessions.
    public var hasSessionKey: Bool { !session.isEmpty }
}

/// Why a row gives no event.
enum RowProblem: Error {
    /// The row is wrong, in words.
    case wrong(String)
    /// The mapping leaves it out.
    case leftOut
}

/// A value that comes from a column, or is the same in all rows.
struct MappedField: Sendable {
    /// What becomes of a value without a name in ``MappedField/names``.
    enum Others: String, CaseIterable, Sendable {
        case keep, skip, wrong
    }

    /// The index of the column; `nil` for a constant.
    var column: Int?
    /// The constant, or the value where the column is empty.
    var fallback: String?
    /// Other words for the values of the column.
    var names: [String: String] = [:]
    var others = Others.keep
    /// The factor of a number.
    var factor = ExactDecimal(1, digits: 0)

    /// Returns the value in a row; `nil` if the column is empty and there is no default.
    func text(_ row: [String?], _ field: LogMapping.Field) throws(RowProblem) -> String? {
        guard let column, let text = row[column], !text.isEmpty else { return fallback }
        if let name = names[text] { return name }
        switch others {
        case .keep: return text
        case .skip: throw .leftOut
        case .wrong:
            let known = names.keys.sorted().prefix(12).map { $0 }
            throw .wrong("\(field.rawValue): expected \(known.alternatives), found \"\(text)\"")
        }
    }

    /// Returns the number in a row, times the factor and ten to the power of `places`; it must then be whole.
    func number(
        _ row: [String?], _ field: LogMapping.Field, from minimum: Int64, places: Int = 0, expected: String
    ) throws(RowProblem) -> Int64? {
        guard let text = try text(row, field) else { return nil }
        guard let number = ExactDecimal(text),
            let product = try? number.product(factor.significand, places: factor.exponent + places),
            product >= minimum
        else {
            let times = factor == ExactDecimal(1, digits: 0) ? "" : ", times \(factor)"
            throw .wrong("\(field.rawValue): expected \(expected), found \"\(text)\"\(times)")
        }
        return product
    }
}

/// The time of a row.
struct MappedTime: Sendable {
    var column = 0
    var format = LogTimeFormat.date(offset: nil)

    /// Returns the nanoseconds since any moment.
    func time(_ row: [String?]) throws(RowProblem) -> Nanoseconds {
        guard let text = row[column], !text.isEmpty else {
            throw .wrong("at: expected \(format.expected), found nothing")
        }
        guard let time = format.nanoseconds(text), abs(time) < .max / 4 else {
            throw .wrong("at: expected \(format.expected), found \"\(text)\"")
        }
        return time
    }
}
