import ExactNumbers

/// The properties of a session that a forbidden expression depends on, in addition to the rules.
///
/// The grid must include their boundaries, and states that differ in them must have different fingerprints.
struct StateAbstraction: Hashable, Sendable {
    /// The precision with which the time since a gift's arrival matters.
    enum AgePrecision: Hashable, Sendable {
        /// The time does not matter.
        case ignored
        /// The time matters up to this length; all longer times are equal.
        case upTo(Nanoseconds)
        /// The exact time matters.
        case exact
    }

    /// Whether the sender of a gift matters.
    var distinguishesSenders = false
    /// Whether the count of a gift matters.
    var distinguishesCounts = false
    /// How the waiting time of a gift matters.
    var agePrecision = AgePrecision.ignored
    /// The values of the progress that matter.
    var fractions: Set<Millionths> = []
    /// The waiting times that matter, in nanoseconds.
    var waitingTimes: Set<Nanoseconds> = []
    /// The names of senders that occur in the expression.
    var senderNames: [String] = []

    /// Returns the properties of both expressions.
    func union(_ other: StateAbstraction) -> StateAbstraction {
        var both = self
        both.distinguishesSenders = distinguishesSenders || other.distinguishesSenders
        both.distinguishesCounts = distinguishesCounts || other.distinguishesCounts
        both.fractions.formUnion(other.fractions)
        both.waitingTimes.formUnion(other.waitingTimes)
        both.senderNames += other.senderNames.filter { !senderNames.contains($0) }
        switch (agePrecision, other.agePrecision) {
        case (.exact, _), (_, .exact): both.agePrecision = .exact
        case (.upTo(let one), .upTo(let two)): both.agePrecision = .upTo(max(one, two))
        case (.ignored, let age), (let age, .ignored): both.agePrecision = age
        }
        return both
    }
}
