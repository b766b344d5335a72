import ExactNumbers
import Playback
import PolicyProperties

/// A trace whose positions are given by the conditions that hold there.
struct WordTrace: CustomStringConvertible {
    var positions: [Set<Condition>]
    /// The session times; one second between two positions unless given.
    var times: [Nanoseconds]

    init(_ positions: [Set<Condition>], times: [Nanoseconds]? = nil) {
        self.positions = positions
        self.times = times ?? positions.indices.map { Nanoseconds($0) * .second }
    }

    /// A trace of letters, one word for each position: `"ab - c"` has three positions. The letters stand for the
    /// conditions of ``letters``, and `-` for a position at which none holds.
    init(_ text: String) {
        self.init(
            text.split(separator: " ").map { word in
                Set(word.compactMap { letter in Self.letters.first { $0.name == String(letter) }?.condition })
            })
    }

    /// The letters of published formulas, and the conditions of the language for which they stand.
    static let letters: [(name: String, word: String, condition: Condition)] = [
        ("a", "arrived", .event(.arrived)), ("b", "started", .event(.started)), ("c", "paused", .paused),
        ("d", "merged", .outcome(.merged, reason: nil)),
    ]

    /// Returns a formula in which the letters are replaced by the conditions for which they stand.
    static func formula(_ text: String) throws(PropertySyntaxError) -> Property {
        var spelled = ""
        for token in text.split(separator: " ", omittingEmptySubsequences: false) {
            let core = token.filter { !"():".contains($0) }
            let word = letters.first { $0.name == String(core) }?.word ?? String(core)
            spelled += token.prefix { $0 == "(" } + word + token.drop { $0 == "(" }.filter { "():".contains($0) } + " "
        }
        return try Property(spelled)
    }

    /// Returns the verdict of a monitor that receives the positions one by one, before the end of the session.
    func running(_ property: Property) -> PropertyMonitor {
        var monitor = PropertyMonitor(property)
        for (index, (held, time)) in zip(positions, times).enumerated() {
            monitor.receive(truths: property.truths(of: held), at: time, line: index + 1)
        }
        return monitor
    }

    /// Returns the verdict at the end of the session.
    func verdict(_ property: Property) -> PropertyVerdict {
        var monitor = running(property)
        monitor.end(at: times.last ?? 0, line: positions.count)
        return monitor.verdict
    }

    /// Returns whether the property is kept, by progression.
    func keeps(_ property: Property) -> Bool { verdict(property) == .kept }

    /// Returns whether the property holds by definition.
    func satisfies(_ property: Property) -> Bool {
        NaiveMeaning(truths: positions, times: times).holds(property.formula, from: 0, to: positions.count)
    }

    var description: String {
        zip(positions, times).map { "\($1.durationText)\($0.map { "\($0)" }.sorted())" }.joined(separator: " ")
    }
}

extension Property {
    /// Returns the conditions that hold where those of `held` do, as bits.
    fileprivate func truths(of held: Set<Condition>) -> UInt64 {
        let meaning = NaiveMeaning(truths: [held], times: [0])
        var truths: UInt64 = 0
        for (index, condition) in conditions.enumerated()
        where meaning.holds(.condition(condition), from: 0, to: 1) {
            truths |= 1 << index
        }
        return truths
    }
}
