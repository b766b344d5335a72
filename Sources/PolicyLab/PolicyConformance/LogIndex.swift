import ExactNumbers
import Playback
import Scenarios

/// The lines of a log in order of time, and where each gift is in it.
struct LogIndex: Sendable {
    /// The lines, sorted by time; lines of equal times as in the file.
    let lines: [AppLog.Line]
    /// The indices of the first line of each sort about a gift.
    private(set) var starts: [String: Int] = [:]
    private(set) var ends: [String: Int] = [:]
    private(set) var arrivals: [String: Int] = [:]
    /// The indices of the arrivals in the order of their numbers; `nil` if the log has other names for gifts, whose
    /// order is then unknown within the tolerance.
    let numberedArrivals: [Int]?
    /// The gifts, by the index of their arrival: the duration, the value and the event id.
    private(set) var gifts: [Int: Arrival] = [:]
    /// The greatest distance of a logged time from the true one.
    let tolerance: Nanoseconds
    /// The index of the line that seems to state the settings of the start; `nil` if none does.
    let statement: Int?
    /// Whether an event after that line changes ``Settings/expireAfter``.
    let changesExpiry: Bool
    /// The family of each gift, by the index of its arrival: gifts of one kind and sender, which may be merged.
    private(set) var families: [Int: Int] = [:]
    private(set) var familyCount = 0
    /// Whether an event sets ``Settings/combineWithin``.
    let changesMerging: Bool
    /// Whether a gift waits for its animation by a setting of its own.
    private(set) var hasWaitingKinds = false
    /// The reasons for which gifts were dropped.
    private(set) var dropReasons: Set<String> = []
    /// The index of the first decision at or after each line; the number of lines if there is none.
    private let nextDecisions: [Int]

    /// Creates the index of a log.
    ///
    /// - Throws: ``ConformanceFault`` for a gift whose kind has no known duration.
    init(_ log: AppLog, kinds: ScenarioCatalogue, tolerance: Nanoseconds) throws(ConformanceFault) {
        self.tolerance = tolerance
        try Self.checkOrder(of: log, tolerance: tolerance)
        let lines = log.lines.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
        self.lines = lines
        let first = lines.first?.at ?? 0
        let statement = lines.prefix { $0.at - first <= 2 * tolerance }.firstIndex {
            if case .settings = $0.event { true } else { false }
        }
        self.statement = statement
        let changes = lines.indices.flatMap { index -> [SettingKey] in
            guard index != statement, case .settings(let settings) = lines[index].event else { return [] }
            return settings.map(\.key)
        }
        changesExpiry = changes.contains(Setting.expireAfter.key)
        changesMerging = changes.contains(Setting.combineWithin.key)
        nextDecisions = Self.nextDecisions(lines)
        var numbers: [(number: Int, index: Int)] = []
        var familyNumbers: [[String]: Int] = [:]
        for (index, line) in lines.enumerated() {
            switch line.event {
            case .arrived(let gift):
                arrivals[gift.gift] = index
                gifts[index] = try Self.arrival(gift, kinds: kinds, line: line, path: log.path)
                let family = familyNumbers[[gift.kind, gift.sender], default: familyNumbers.count]
                familyNumbers[[gift.kind, gift.sender]] = family
                families[index] = family
                if let number = Int(gift.gift) { numbers.append((number, index)) }
            case .started(let gift): if starts[gift] == nil { starts[gift] = index }
            case .ended(let gift, let end):
                if ends[gift] == nil { ends[gift] = index }
                if let reason = end.reason { dropReasons.insert(reason) }
            case .settings, .paused, .resumed: break
            }
        }
        numberedArrivals =
            numbers.count == arrivals.count ? numbers.sorted { $0.number < $1.number }.map(\.index) : nil
        familyCount = familyNumbers.count
        hasWaitingKinds = gifts.values.contains { $0.policy.settings.contains(.missing(.wait)) }
        addRepeatedIDs()
        removeSingleIDs()
    }

    /// Checks that the lines can have been written in the order of their true times.
    private static func checkOrder(of log: AppLog, tolerance: Nanoseconds) throws(ConformanceFault) {
        var latest = log.lines.first
        for line in log.lines {
            guard let last = latest else { return }
            if line.at.addingSaturating(2 * tolerance) < last.at {
                throw ConformanceFault(
                    path: log.path, line: line.number,
                    problem:
                        "at: expected lines in order of time, which may be wrong by \(tolerance.durationText) each, "
                        + "found \(line.at.durationText) after \(last.at.durationText)")
            }
            if line.at > last.at { latest = line }
        }
    }

    /// Returns the logged end of a gift.
    func end(of gift: String) -> LoggedEnd? {
        guard let index = ends[gift], case .ended(_, let end) = lines[index].event else { return nil }
        return end
    }

    /// Returns the times at which a line can have happened.
    func span(_ index: Int) -> TimeSpan { TimeSpan(around: lines[index].at, tolerance) }

    /// Returns the index of the first decision of the app at or after a line; the number of lines if there is none.
    func nextDecision(from index: Int) -> Int { index < lines.count ? nextDecisions[index] : lines.count }

    /// Returns the name in the log of the gift that arrived on a line.
    func name(ofArrival index: Int) -> String {
        if case .arrived(let gift) = lines[index].event { gift.gift } else { "" }
    }

    private static func nextDecisions(_ lines: [AppLog.Line]) -> [Int] {
        var next = lines.count
        return lines.indices.reversed().map { index in
            switch lines[index].event {
            case .started, .ended: next = index
            case .arrived, .settings, .paused, .resumed: break
            }
            return next
        }.reversed()
    }

    private static func arrival(
        _ gift: LoggedGift, kinds: ScenarioCatalogue, line: AppLog.Line, path: String
    ) throws(ConformanceFault) -> Arrival {
        let kind = kinds.kind(gift.kind)
        guard let duration = gift.duration ?? kind?.duration else {
            throw ConformanceFault(
                path: path, line: line.number,
                problem: "name: expected a known kind or a \"duration\", found \"\(gift.kind)\"")
        }
        return Arrival(
            kind: gift.kind, sender: gift.sender, count: gift.count, value: gift.value ?? kind?.value ?? 0,
            duration: duration, eventID: gift.eventID, policy: kind?.policy ?? .none)
    }

    /// Gives a gift that the log calls a duplicate, and the one before it, the same id if the log has no ids.
    private mutating func addRepeatedIDs() {
        guard !gifts.values.contains(where: { $0.eventID != nil }) else { return }
        var previous: Int?
        for index in numberedArrivals ?? arrivals.values.sorted() {
            defer { previous = index }
            guard case .arrived(let gift) = lines[index].event, gift.eventID == nil,
                end(of: gift.gift)?.reason == Outcome.DropReason.duplicate.rawValue, let previous
            else { continue }
            let id = gifts[previous]?.eventID ?? "repeated \(gift.gift)"
            gifts[previous]?.eventID = id
            gifts[index]?.eventID = id
        }
    }
}

extension LogIndex {
    /// Removes the ids if none of them repeats, so that the controller need not keep them.
    fileprivate mutating func removeSingleIDs() {
        let ids = gifts.values.compactMap(\.eventID)
        guard Set(ids).count == ids.count else { return }
        for index in gifts.keys { gifts[index]?.eventID = nil }
    }
}

/// A line of a log that cannot be understood.
public struct ConformanceFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the log.
    public let path: String
    /// The line number.
    public let line: Int
    /// The member, and what was found and expected.
    public let problem: String

    /// The place and the problem in one line.
    public var description: String { "\(path):\(line): \(problem)" }
}
