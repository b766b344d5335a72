import ExactNumbers
import Playback

/// The properties of a session that something depends on besides the settings in force: an expression, or a setting that
/// may change.
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
    /// The names of kinds that occur in the expression.
    var kindNames: Set<String> = []
    /// Whether every kind's name matters.
    var distinguishesKinds = false
    /// The values that durations of the settings can have during the session.
    var changes = ChangeableTimes()

    /// Whether gifts have boundaries besides those of the settings in force.
    var watchesGifts: Bool { !waitingTimes.isEmpty || !changes.isEmpty }

    /// Adds the boundaries of settings that may be in force later.
    mutating func watch(_ settings: Settings) {
        changes.insert(settings)
        fractions.insert(min(settings.replaceAt, .one))
    }

    /// Returns the properties of both expressions.
    func union(_ other: StateAbstraction) -> StateAbstraction {
        var both = self
        both.distinguishesSenders = distinguishesSenders || other.distinguishesSenders
        both.distinguishesCounts = distinguishesCounts || other.distinguishesCounts
        both.fractions.formUnion(other.fractions)
        both.waitingTimes.formUnion(other.waitingTimes)
        both.distinguishesKinds = distinguishesKinds || other.distinguishesKinds
        both.kindNames.formUnion(other.kindNames)
        both.changes.formUnion(other.changes)
        both.senderNames += other.senderNames.filter { !senderNames.contains($0) }
        switch (agePrecision, other.agePrecision) {
        case (.exact, _), (_, .exact): both.agePrecision = .exact
        case (.upTo(let one), .upTo(let two)): both.agePrecision = .upTo(max(one, two))
        case (.ignored, let age), (let age, .ignored): both.agePrecision = age
        }
        return both
    }
}

/// The values that durations of the settings can have during a session in which they change.
struct ChangeableTimes: Hashable, Sendable {
    private(set) var expiryLimits: Set<Nanoseconds> = []
    private(set) var mergeWindows: Set<Nanoseconds> = []
    private(set) var gaps: Set<Nanoseconds> = []
    private(set) var waits: Set<Nanoseconds> = []

    /// Whether no duration changes.
    var isEmpty: Bool { self == ChangeableTimes() }

    /// Adds the durations of settings.
    mutating func insert(_ settings: Settings) {
        if let limit = settings.expireAfter { expiryLimits.insert(limit) }
        if let window = settings.combineWithin { mergeWindows.insert(window) }
        gaps.insert(settings.gap)
        waits.insert(settings.waitAtMost)
    }

    mutating func formUnion(_ other: ChangeableTimes) {
        expiryLimits.formUnion(other.expiryLimits)
        mergeWindows.formUnion(other.mergeWindows)
        gaps.formUnion(other.gaps)
        waits.formUnion(other.waits)
    }
}
