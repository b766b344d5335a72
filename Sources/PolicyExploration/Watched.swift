import Playback

/// What a forbidden expression looks at beyond what the rules themselves do: the grid must come close to its boundaries,
/// and states that differ in it must not be taken for the same.
struct Watched: Hashable, Sendable {
    /// How exactly the age of a gift, since its arrival, matters.
    enum Age: Hashable, Sendable {
        /// Not at all.
        case ignored
        /// Up to this length; whatever is older is the same.
        case upTo(Nanoseconds)
        /// In full.
        case exact
    }

    /// Who sent a gift matters.
    var senders = false
    /// How many were sent matters.
    var counts = false
    /// How long gifts have been there.
    var age = Age.ignored
    /// Progress that makes a difference.
    var fractions: Set<Millionths> = []
    /// Lengths of waiting that make a difference.
    var waits: Set<Nanoseconds> = []
    /// Names of senders that appear.
    var names: [String] = []

    /// What both look at.
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
