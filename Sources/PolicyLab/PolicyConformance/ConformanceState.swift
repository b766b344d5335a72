import ExactNumbers
import Playback
import Scenarios

/// A state in which a run of the policy can be after some lines of a log.
///
/// What happens is decided by a controller, whose clock is near the true time. The true times are known as spans only:
/// how the controller came into its state does not depend on where in its span a time is.
struct ConformanceState: Sendable {
    var controller: PlaybackController
    /// The gifts that have not ended, by their number in the controller.
    var present: PresentGifts
    /// The lines that are explained: all before `front`, and those in `later`.
    var front = 0
    var later: Set<Int> = []
    /// The lines of the arrivals so far, in their order.
    var arrivals = ChunkedArray<Int>()
    /// The inputs that the controller has handled.
    private(set) var inputs = ChunkedArray<Scenario.Event>()
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
    var waitingForAnimation: [Gift] {
        mayLackAnimations && !controller.longestWaitingForAnimation(1).isEmpty ? controller.waitingForAnimation : []
    }

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

    /// Has the controller handle an input at its own time.
    mutating func handle(_ input: Input) -> [TraceEvent] {
        inputs.append(Scenario.Event(at: controller.now, input))
        return controller.handle(input, at: controller.now)
    }

    /// Moves the controller's clock, at which nothing may be due on the way.
    mutating func move(to time: Nanoseconds) -> [TraceEvent] {
        if !controller.isPaused { stage += max(0, time - controller.now) }
        return controller.advance(to: time)
    }

    /// Moves the running presentation so that its age is `age`.
    mutating func scrub(to age: Nanoseconds) {
        _ = handle(.scrub(to: age))
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
    ///
    /// The lines that are explained decide which gifts have ended and which one runs. Which of the others are held or
    /// parked decides which wait.
    struct Key: Hashable {
        let front: Int
        let later: Set<Int>
        let gifts: Digest
        let running: Int?
        let held: Int?
        let parked: [Int]
        let withoutAnimation: [Int]
        let settings: Settings
        let isPaused: Bool
        /// When the gifts arrived that wait for their animation, relative to now.
        let arrivals: [Nanoseconds]
        /// When the waiting gifts arrived, and now; `nil` if no setting looks at that.
        let ages: Ages?
    }

    /// When the waiting gifts arrived, and now.
    struct Ages: Hashable {
        let arrivals: Digest
        let now: Nanoseconds
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
        let (running, held) = (controller.running?.gift.number, controller.held?.number)
        let parked = controller.parkedCount > 0 ? controller.parked.map(\.number) : []
        return Key(
            front: front, later: later, gifts: present.digest, running: running, held: held, parked: parked,
            withoutAnimation: waiting.map(\.number), settings: settings, isPaused: controller.isPaused,
            arrivals: waiting.map { $0.arrivedAt - controller.now },
            ages: hasAges
                ? Ages(
                    arrivals: present.timedDigest(without: [running, held].compactMap(\.self) + parked),
                    now: controller.now)
                : nil)
    }
}
