import ExactNumbers
import Playback

/// A gift that has arrived and has not ended, and when it can have arrived.
struct PresentGift: Sendable {
    let name: String
    let kind: String
    let sender: String
    /// When it arrived.
    let arrivedIn: TimeSpan
    /// When the latest gift arrived that was merged into it, or it arrived itself.
    var latestIn: TimeSpan
    /// The controller's time of that arrival.
    var latest: Nanoseconds
    /// The number of that arrival.
    var latestNumber: Int
}

/// A state in which a run of the policy can be after some lines of a log.
///
/// What happens is decided by a controller, whose clock is near the true time. The true times are known as spans only:
/// how the controller came into its state does not depend on where in its span a time is.
struct ConformanceState: Sendable {
    var controller: PlaybackController
    /// The gifts that have not ended, by their number in the controller.
    var present: [Int: PresentGift] = [:]
    /// The lines that are explained: all before `front`, and those in `later`.
    var front = 0
    var later: Set<Int> = []
    /// The number of arrivals so far, for logs that number them.
    var arrivalCount = 0
    /// The earliest true time of the last event.
    var now: Nanoseconds
    /// When the running presentation, or the gap, can have begun: its true start, moved by the pauses in it.
    var start = TimeSpan(0, 0)
    /// The stage time since then, while stage time stands.
    var frozenAge: TimeSpan?
    /// The controller's stage time, and that at which the running presentation or the gap began.
    var stage: Nanoseconds = 0
    var stageAtStart: Nanoseconds = 0
    /// The kinds whose animation became ready or was withdrawn since the last line that was explained, which cannot
    /// happen again before the next one without leading back to where it began.
    var changedKinds: Set<String> = []
    /// Whether an animation was missing or withdrawn, so that gifts may wait for theirs. Otherwise they are not searched
    /// for: at each line of the log, the search would look at every waiting gift.
    var mayLackAnimations = false
    /// What the log does not say and explains it.
    var inferences: [Inference] = []

    /// The controller's stage time since the start of the running presentation or of the gap.
    var age: Nanoseconds { stage - stageAtStart }

    /// The number of lines that are explained.
    var takenCount: Int { front + later.count }

    func isTaken(_ index: Int) -> Bool { index < front || later.contains(index) }

    mutating func take(_ index: Int) {
        changedKinds = []
        later.insert(index)
        while later.remove(front) != nil { front += 1 }
    }

    /// The gifts that wait for their animation.
    var waitingForAnimation: [Gift] { mayLackAnimations ? controller.waitingForAnimation : [] }

    /// Returns the number of a gift that has not ended.
    func number(of name: String) -> Int? { present.first { $0.value.name == name }?.key }

    // MARK: - Times

    /// Returns the true stage time since the start, at a time in `span`.
    func age(at span: TimeSpan) -> TimeSpan { frozenAge ?? (span - start) }

    /// Limits the time of an event, and the start, to those at which the age is in `ages`; false if there is none.
    mutating func limit(_ time: inout TimeSpan, ages: TimeSpan) -> Bool {
        if let frozen = frozenAge {
            let common = frozen.common(ages)
            frozenAge = common
            return !common.isEmpty
        }
        let (old, before) = (time, start)
        if ages.low > 0 {
            time.low = max(old.low, before.low + ages.low)
            start.high = min(before.high, old.high - ages.low)
        }
        if ages.high < .max / 2 {
            time.high = min(old.high, before.high + ages.high)
            start.low = max(before.low, old.low - ages.high)
        }
        return !time.isEmpty && !start.isEmpty
    }

    /// Moves the controller's clock, at which nothing may be due on the way.
    mutating func move(to time: Nanoseconds) -> [TraceEvent] {
        if !controller.isPaused { stage += max(0, time - controller.now) }
        return controller.advance(to: time)
    }

    /// Moves the running presentation so that its age is `age`.
    mutating func scrub(to age: Nanoseconds) {
        _ = controller.handle(.scrub(to: age), at: controller.now)
        stageAtStart = stage - age
    }

    /// Notes when a presentation or a gap began.
    mutating func begin(in span: TimeSpan) {
        start = span
        stageAtStart = stage
        if controller.isPaused { frozenAge = TimeSpan(0, 0) }
    }

    mutating func pause(in span: TimeSpan) {
        let age = span - start
        frozenAge = TimeSpan(max(0, age.low), max(0, age.high))
    }

    mutating func resume(in span: TimeSpan) {
        if let age = frozenAge { start = span - age }
        frozenAge = nil
    }
}

extension ConformanceState {
    /// What two states have in common if one of them can stand for the other.
    struct Key: Hashable {
        let front: Int
        let later: Set<Int>
        let names: [Int: String]
        let places: [GiftPlace]
        let withoutAnimation: [Int]
        let settings: Settings
        let isPaused: Bool
        let arrivals: [Nanoseconds]
    }

    /// The times of a state.
    struct Times {
        let now: Nanoseconds
        let start: TimeSpan
        let frozenAge: TimeSpan?

        /// Whether everything that is possible after `other` is possible after these.
        func cover(_ other: Times) -> Bool {
            guard now <= other.now else { return false }
            switch (frozenAge, other.frozenAge) {
            case (let age?, let otherAge?): return age.contains(otherAge)
            case (nil, nil): return start.contains(other.start)
            default: return false
            }
        }
    }

    var times: Times { Times(now: now, start: start, frozenAge: frozenAge) }

    var key: Key {
        let settings = controller.settings
        // Only these settings look at when a gift arrived.
        let hasAges = settings.combineWithin != nil || settings.expireAfter != nil
        let waiting = waitingForAnimation
        return Key(
            front: front, later: later, names: present.mapValues(\.name), places: controller.places,
            withoutAnimation: waiting.map(\.number), settings: settings, isPaused: controller.isPaused,
            arrivals: (hasAges ? controller.waiting : waiting).map { $0.arrivedAt - controller.now })
    }
}
