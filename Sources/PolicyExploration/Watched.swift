import Playback

/// The properties of a session that a forbidden expression depends on, in addition to the rules.
///
/// The grid must include their boundaries, and states that differ in them must have different fingerprints.
struct Watched: Hashable, Sendable {
    /// The precision with which the time since a gift's arrival matters.
    enum Age: Hashable, Sendable {
        /// The time does not matter.
        case ignored
        /// The time matters up to this length; all longer times are equal.
        case upTo(Nanoseconds)
        /// The exact time matters.
        case exact
    }

    /// Whether the sender of a gift matters.
    var senders = false
    /// Whether the count of a gift matters.
    var counts = false
    /// How the waiting time of a gift matters.
    var age = Age.ignored
    /// The values of the progress that matter.
    var fractions: Set<Millionths> = []
    /// The waiting times that matter, in nanoseconds.
    var waits: Set<Nanoseconds> = []
    /// The names of senders that occur in the expression.
    var names: [String] = []

    /// Returns the properties of both expressions.
    func union(_ other: Watched) -> Watched {
        var both = self
        both.senders = senders || other.senders
        both.counts = counts || other.counts
        both.fractions.formUnion(other.fractions)
        both.waits.formUnion(other.waits)
        both.names += other.names.filter { !names.contains($0) }
        switch (age, other.age) {
        case (.exact, _), (_, .exact): both.age = .exact
        case (.upTo(let one), .upTo(let two)): both.age = .upTo(max(one, two))
        case (.ignored, let age), (let age, .ignored): both.age = age
        }
        return both
    }
}
