import ExactNumbers
import JSON

extension [UInt8] {
    mutating func add(_ outcome: Outcome) {
        add("outcome", outcome.name.rawValue)
        if let reason = outcome.reason { add("reason", reason) }
        if let progress = outcome.progress { add("progress", decimal: ExactDecimal(progress)) }
        if case .replaced(let by, _) = outcome { add("by", number: by) }
        if case .merged(let into) = outcome { add("into", number: into) }
    }

    mutating func add(_ setting: Setting) {
        switch setting {
        case .mode(let value): add("mode", value.rawValue)
        case .replaceAt(let value): add("replaceAt", decimal: ExactDecimal(value))
        case .early(let value): add("early", value.rawValue)
        case .backlog(let value): add("backlog", value.rawValue)
        case .maxWaiting(let value): add("maxWaiting", orNull: value.map { ExactDecimal(Int64($0), digits: 0) })
        case .overflow(let value): add("overflow", value.rawValue)
        case .expireAfter(let value): add("expireAfter", orNull: value.map(ExactDecimal.init(seconds:)))
        case .combineWithin(let value): add("combineWithin", orNull: value.map(ExactDecimal.init(seconds:)))
        case .order(let value): add("order", value.rawValue)
        case .gap(let value): add("gap", decimal: ExactDecimal(seconds: value))
        case .missing(let value): add("missing", value.rawValue)
        case .waitAtMost(let value): add("waitAtMost", decimal: ExactDecimal(seconds: value))
        case .arm(let value):
            if let value { add("arm", value) } else { add("arm", orNull: nil) }
        }
    }

    private mutating func add(_ key: StaticString, orNull decimal: ExactDecimal?) {
        begin(key)
        if let decimal {
            decimal.append(to: &self)
        } else {
            append(contentsOf: "null".utf8)
        }
    }
}
