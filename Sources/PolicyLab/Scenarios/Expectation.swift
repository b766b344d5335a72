public import ExactNumbers
public import Playback
public import PlayerSettings
public import PolicyProperties

/// An expected result of a scenario; only the given members must match.
public struct Expectation: Hashable, Sendable {
    /// The subject of an expectation.
    public enum Subject: Hashable, Sendable {
        /// The end of one gift.
        case gift(number: Int, GiftEnd)
        /// The number of gifts for each outcome, and the order in which gifts start.
        case totals([Outcome.Name: Int], order: [Int]?)
        /// A promise about the whole session.
        case property(Property)
    }

    /// The expected end of a gift; a `nil` member matches everything.
    public struct GiftEnd: Hashable, Sendable {
        /// The outcome.
        public var outcome: Outcome.Name?
        /// The reason.
        public var reason: String?
        /// The progress.
        public var progress: Millionths?
        /// The session time.
        public var at: Nanoseconds?
        /// The number of the gift that replaces it.
        public var by: Int?
        /// The number of the gift into which it is merged.
        public var into: Int?
        /// The session times at which further rounds of its loop begin.
        public var looped: [Nanoseconds]?

        /// Creates an end that matches everything.
        public init() {}
    }

    /// The subject of the expectation.
    public var subject: Subject
    /// The position in the file; `nil` for an expectation made in code.
    public var place: ConfigurationError.Place?

    /// A description of the expectation: `gift 1: replaced by 3 at 1.2s`, or `dismissed 1, order [1, 3]`.
    public var summary: String {
        switch subject {
        case .gift(let number, let end): return "gift \(number): \(end.summary)"
        case .totals(let counts, let order):
            let words =
                Outcome.Name.allCases.compactMap { name in counts[name].map { "\(name) \($0)" } }
                + (order.map { ["order \($0)"] } ?? [])
            return words.isEmpty ? "anything" : words.joined(separator: ", ")
        case .property(let property): return "property \(property.label)"
        }
    }

    /// Creates an expectation.
    public init(_ subject: Subject, place: ConfigurationError.Place? = nil) {
        self.subject = subject
        self.place = place
    }
}

/// A failed expectation.
public struct ExpectationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expectation.
    public let expectation: Expectation
    /// The expected and the actual result.
    public let problem: String
    /// The outcome with an unexpected number of gifts; `nil` for other failures.
    let outcome: Outcome.Name?
    /// The moment at which a property was broken; `nil` for other failures.
    public var propertyBreak: PropertyBreak?
    /// The trace lines that explain the failure; see ``SessionSource/check(overriding:)``.
    public internal(set) var trace = TraceExcerpt()

    /// The position and the problem in one line: `late.yaml:20:5: gift 1: expected replaced, found completed at 4s`.
    public var description: String {
        expectation.place.map { "\($0): \(problem)" } ?? problem
    }
}

/// A check of a trace against expectations. It stores only the data that the expectations need.
package struct ExpectationCheck: Sendable {
    private let expectations: [Expectation]
    private var endings: [Int: (outcome: Outcome, at: Nanoseconds)] = [:]
    /// The beginnings of further rounds of each gift, one more than expected at most.
    private var rounds: [Int: [Nanoseconds]] = [:]
    private let maxRounds: Int
    private let numbers: Set<Int>
    private var arrived: Set<Int> = []
    private var totals: [Outcome.Name: Int] = [:]
    private var order: [Int] = []
    private let maxOrderLength: Int

    /// Creates a check of an empty trace.
    package init(_ expectations: [Expectation]) {
        self.expectations = expectations
        var numbers: Set<Int> = []
        var longest = 0
        var mostRounds = 0
        for expectation in expectations {
            switch expectation.subject {
            case .gift(let number, let end):
                numbers.insert(number)
                mostRounds = max(mostRounds, end.looped.map { $0.count + 1 } ?? 0)
            case .totals(_, let order): longest = max(longest, order.map { $0.count + 1 } ?? 0)
            // Properties need the steps of the controller: ``PropertyCheck``.
            case .property: break
            }
        }
        self.numbers = numbers
        maxOrderLength = longest
        maxRounds = mostRounds
    }

    /// Processes a trace line.
    package mutating func receive(_ event: TraceEvent) {
        switch event.kind {
        case .arrived(let gift, _, _, _):
            if numbers.contains(gift) { arrived.insert(gift) }
        case .started(let gift):
            // One more than expected is enough to detect too many.
            if order.count < maxOrderLength { order.append(gift) }
        case .ended(let gift, let outcome):
            totals[outcome.name, default: 0] += 1
            if numbers.contains(gift) { endings[gift] = (outcome, event.at) }
        case .looped(let gift, _):
            if numbers.contains(gift), rounds[gift, default: []].count < maxRounds {
                rounds[gift, default: []].append(event.at)
            }
        case .settings, .paused, .resumed, .speed, .scrubbed: break
        }
    }

    /// The failed expectations of the complete trace.
    package var failures: [ExpectationFailure] {
        expectations.flatMap { expectation in
            let problems: [(String, Outcome.Name?)] =
                switch expectation.subject {
                case .gift(let number, let end): problem(number, end).map { [($0, nil)] } ?? []
                case .totals(let counts, let order): problems(counts) + problems(order)
                case .property: []
                }
            return problems.map { ExpectationFailure(expectation: expectation, problem: $0, outcome: $1) }
        }
    }

    private func problem(_ number: Int, _ expected: Expectation.GiftEnd) -> String? {
        guard let (outcome, at) = endings[number] else {
            let found = arrived.contains(number) ? "it did not end" : "it never arrived"
            return "gift \(number): expected \(expected.summary), but \(found)"
        }
        let progress = outcome.progress.map { " with progress \($0)" } ?? ""
        guard expected.matches(outcome, at: at) else {
            let found = "\(outcome.label) at \(at.durationText)\(progress)"
            return "gift \(number): expected \(expected.summary), found \(found)"
        }
        guard let expected = expected.looped else { return nil }
        let found = rounds[number] ?? []
        let shown = found.prefix(expected.count).map(\.durationText) + (found.count > expected.count ? ["…"] : [])
        return found == expected
            ? nil
            : "gift \(number): expected rounds at [\(expected.list)], found [\(shown.joined(separator: ", "))]"
    }

    private func problems(_ expected: [Outcome.Name: Int]) -> [(String, Outcome.Name?)] {
        Outcome.Name.allCases.compactMap { name in
            guard let count = expected[name], count != totals[name, default: 0] else { return nil }
            return ("\(name): expected \(count), found \(totals[name, default: 0])", name)
        }
    }

    private func problems(_ expected: [Int]?) -> [(String, Outcome.Name?)] {
        guard let expected else { return [] }
        let found = Array(order.prefix(expected.count + 1))
        guard found != expected else { return [] }
        let more = found.count > expected.count ? ", …" : ""
        let list = found.prefix(expected.count).map(String.init).joined(separator: ", ")
        return [("order: expected \(expected), found [\(list)\(more)]", nil)]
    }
}

extension Expectation.GiftEnd {
    func matches(_ found: Outcome, at time: Nanoseconds) -> Bool {
        func holds<Value: Equatable>(_ expected: Value?, _ found: Value?) -> Bool {
            expected == nil || expected == found
        }
        return holds(outcome, found.name) && holds(reason, found.reason) && holds(progress, found.progress)
            && holds(at, time) && holds(by, found.replacingGift) && holds(into, found.mergeTarget)
    }

    fileprivate var summary: String {
        let reason = reason.map { Outcome.DropReason(rawValue: $0)?.label ?? $0 }
        let name = outcome.map { outcome in reason.map { "\(outcome): \($0)" } ?? outcome.rawValue } ?? reason
        let end = [name, by.map { "by \($0)" }, into.map { "into \($0)" }]
        let circumstances = [at.map { "at \($0.durationText)" }, progress.map { "with progress \($0)" }]
        let rounds = looped.map { $0.isEmpty ? "without further rounds" : "with rounds at \($0.list)" }
        let words = (end + circumstances + [rounds]).compactMap { $0 }
        return words.isEmpty ? "any end" : words.joined(separator: " ")
    }
}

extension Collection<Nanoseconds> {
    /// The times as a file has them, such as `1s, 1.5s`.
    var list: String { map(\.durationText).joined(separator: ", ") }
}

extension Outcome {
    fileprivate var replacingGift: Int? {
        if case .replaced(let by, _) = self { by } else { nil }
    }

    fileprivate var mergeTarget: Int? {
        if case .merged(let into) = self { into } else { nil }
    }
}
