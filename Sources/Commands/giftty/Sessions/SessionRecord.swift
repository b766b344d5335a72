import ExactNumbers
import JSON
import Playback
import Scenarios

/// The gifts of a session and their outcomes, collected from its trace, up to a number that can still be read.
struct SessionRecord {
    /// The maximum number of gifts, and of changes. A longer session has only totals.
    static let maxCount = 10_000

    /// A gift of the session.
    struct Entry {
        let number: Int
        let kind: String
        let sender: String
        let count: Int
        let arrivedAt: Nanoseconds
        var startedAt: Nanoseconds?
        var endedAt: Nanoseconds?
        var outcome: Outcome?
        /// Who dismissed the gift, if that is its outcome.
        var dismissal: DismissalCause?
        /// The threshold of the session when the gift ended.
        var threshold = Settings().replaceAt
    }

    /// The name of the session.
    let name: String
    /// The gifts in the order of arrival; empty if there are too many.
    private(set) var gifts: [Entry] = []
    /// The settings at the start that the trace names.
    private(set) var settings: [Setting] = []
    /// The changes of the settings and the stage, as text.
    private(set) var changes: [(at: Nanoseconds, words: String)] = []
    /// The time of the last trace line.
    private(set) var end: Nanoseconds = 0
    /// The number of gifts with each outcome.
    private(set) var totals: [Outcome.Name: Int] = [:]
    /// Whether the record contains all gifts and changes.
    private(set) var isComplete = true
    private var hasBegun = false
    /// Who dismisses what the next input dismisses.
    private var nextDismissal = DismissalCause.close
    private var threshold = Settings().replaceAt

    init(name: String) {
        self.name = name
    }

    /// Notes the input whose trace lines follow.
    mutating func willHandle(_ input: Input) {
        if let cause = DismissalCause(of: input) { nextDismissal = cause }
    }

    /// Records a trace line. The lines must be in order.
    mutating func record(_ event: TraceEvent) {
        end = event.at
        switch event.kind {
        case .settings(let changed):
            for setting in changed where setting.key == .replaceAt {
                if case .fraction(let value) = setting.value { threshold = value }
            }
            if hasBegun {
                addChange(event.at, changed.map(\.description).joined(separator: ", "))
            } else {
                settings = changed
            }
            hasBegun = true
        case .arrived(let gift, let kind, let sender, let count):
            add(Entry(number: gift, kind: kind, sender: sender, count: count, arrivedAt: event.at))
        case .started(let gift):
            update(gift) { $0.startedAt = event.at }
        case .ended(let gift, let outcome):
            totals[outcome.name, default: 0] += 1
            let (threshold, dismissal) = (threshold, nextDismissal)
            update(gift) { entry in
                if case .dismissed = outcome { entry.dismissal = dismissal }
                entry.endedAt = event.at
                entry.outcome = outcome
                entry.threshold = threshold
            }
        case .paused: addChange(event.at, "paused")
        case .resumed: addChange(event.at, "resumed")
        case .speed(let speed): addChange(event.at, "speed \(speed)")
        case .looped: break
        case .scrubbed(let gift, let progress): addChange(event.at, "gift \(gift) taken to \(progress.percent)")
        }
    }

    private mutating func add(_ entry: Entry) {
        guard isComplete else { return }
        gifts.append(entry)
        if gifts.count > Self.maxCount { discardEntries() }
    }

    private mutating func addChange(_ at: Nanoseconds, _ words: String) {
        guard isComplete else { return }
        changes.append((at, words))
        if changes.count > Self.maxCount { discardEntries() }
    }

    private mutating func discardEntries() {
        isComplete = false
        gifts = []
        changes = []
    }

    private mutating func update(_ number: Int, _ change: (inout Entry) -> Void) {
        guard gifts.indices.contains(number - 1) else { return }
        change(&gifts[number - 1])
    }

    /// The record as members of a JSON object, without the gifts if there are too many.
    var members: [(key: String, value: JSONValue)] {
        var members: [(key: String, value: JSONValue)] = [
            ("name", .string(name)),
            ("settings", .object(settings.map { ($0.key.name, .string($0.value.description)) })),
            ("end", .seconds(end)),
        ]
        if isComplete { members.append(("gifts", .array(gifts.map(\.json)))) }
        let totals = Outcome.Name.allCases.map { ($0.rawValue, JSONValue.integer(self.totals[$0, default: 0])) }
        members.append(("totals", .object(totals)))
        return members
    }
}

extension SessionRecord.Entry {
    /// How the gift ended, in words; empty if it has not.
    var summary: String {
        let words = outcome?.summary(threshold: threshold) ?? ""
        return switch dismissal {
        case nil, .close: words
        case .clear: "\(words): cleared"
        case .withdrawn: "\(words): withdrawn"
        }
    }

    fileprivate var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("gift", .integer(number)), ("name", .string(kind)), ("from", .string(sender)), ("count", .integer(count)),
            ("arrived", .seconds(arrivedAt)),
        ]
        if let startedAt { members.append(("started", .seconds(startedAt))) }
        if let endedAt { members.append(("ended", .seconds(endedAt))) }
        if let outcome { members.append(("outcome", .string(outcome.name.rawValue))) }
        if let reason = outcome?.reason { members.append(("reason", .string(reason))) }
        if let progress = outcome?.progress { members.append(("progress", .number(Double(progress.count) / 1e6))) }
        if let dismissal { members.append(("dismissedBy", .string(dismissal.rawValue))) }
        switch outcome {
        case .replaced(let by, _): members.append(("by", .integer(by)))
        case .merged(let into): members.append(("into", .integer(into)))
        default: break
        }
        return .object(members)
    }
}

extension JSONValue {
    /// Returns a time in seconds.
    static func seconds(_ time: Nanoseconds) -> JSONValue {
        .number(Double(time) / 1e9)
    }
}
