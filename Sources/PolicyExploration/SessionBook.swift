public import Playback

/// Follows a session from outside, by its inputs, its trace and what the screen can see, and tells what does not hold.
///
/// It keeps its own clocks and its own book of gifts; nothing of it is taken from the controller's decisions. Time must
/// pass in a step of its own: advance the controller to an input's time and ``note(_:at:_:_:)`` that, then let it handle
/// the input and note that.
public struct SessionBook: Sendable {
    /// A gift that has not ended.
    struct Entry: Sendable {
        let number: Int
        let kind: String
        let sender: String
        let value: Int64
        let duration: Nanoseconds
        let arrivedAt: Nanoseconds
        let arrivedAtStage: Int128
        var count: Int
        var isReady: Bool
        var place = GiftPlace.Place.waiting
        var latestArrival: Nanoseconds
        var latestNumber: Int
        /// The session time at which it started, if it has.
        var startedAt: Nanoseconds?

        /// How long it has waited, or had when it started.
        func waited(at now: Nanoseconds) -> Nanoseconds { (startedAt ?? now) - arrivedAt }
    }

    /// What the book expects of the arrival that is being handled.
    struct Pending {
        let number: Int
        let kin: Int?
        let isDuplicate: Bool
    }

    /// A gift's end, with what was there at that moment.
    struct Ending {
        let gift: Entry
        let outcome: Outcome
        let at: Nanoseconds
        /// What was on stage, unless the gift itself.
        let running: Entry?
        /// What takes the gift's place, where it is replaced.
        let by: Entry?
    }

    /// What did not hold so far; the first is the one to look at, for what follows may come of it.
    public internal(set) var violations: [Violation] = []

    var settings = Settings()
    var now: Nanoseconds = 0
    var isPaused = false
    /// When the pause began that lasts.
    var pausedSince: Nanoseconds?
    var isOver = false
    /// In order of arrival.
    var present: [Entry] = []
    var arrivals = 0
    var endedCount = 0
    var seenEvents: Set<String> = []
    /// In millionths of session time.
    var speed: Int128 = 1_000_000
    /// Stage time in femtoseconds, as are the two below.
    var stage: Int128 = 0
    var startedAt: Int128 = 0
    var gapSince: Int128?
    /// What ended in the last step.
    var endings: [Ending] = []

    // What only matters within a step.
    var pending: Pending?
    var mustStart: Int?
    var leftQueueMode = false
    /// The kind whose animation is taken away.
    var withdrawn: String?

    /// The book of a session that has not begun.
    public init() {}

    /// Takes note of an input, or that time has passed, with the trace that came of it and the controller afterwards.
    public mutating func note<Controller: PolicyController>(
        _ input: Input?, at time: Nanoseconds, _ trace: [TraceEvent], _ controller: Controller
    ) {
        endings.removeAll(keepingCapacity: true)
        pending = nil
        mustStart = nil
        leftQueueMode = false
        withdrawn = nil
        let settingsBefore = settings
        let runningBefore = runningIndex.map { present[$0].number }
        let arrivalsBefore = arrivals
        if case .asset(let kind, .ready, _) = input {
            for index in present.indices where present[index].kind == kind { present[index].isReady = true }
        }
        if case .asset(let kind, .withdrawn, _) = input { withdraw(kind) }
        for event in trace { follow(event, input) }
        pass(to: max(now, time))
        if case .end = input { isOver = true }
        settleInferences()
        if let input { checkEffect(of: input, settingsBefore, runningBefore, arrivalsBefore) }
        checkState(controller)
    }

    private mutating func withdraw(_ kind: String) {
        withdrawn = kind
        for index in present.indices where present[index].kind == kind && present[index].place != .running {
            present[index].isReady = false
            if settings.missing == .wait, present[index].place == .held { present[index].place = .waiting }
        }
    }

    var runningIndex: Int? { present.firstIndex { $0.place == .running } }

    /// How long the running presentation has run, in femtoseconds of stage time.
    var elapsed: Int128 { stage - startedAt }

    var isInGap: Bool { gapSince.map { stage < $0 + settings.gap.femtoseconds } ?? false }

    func hasReachedThreshold(_ entry: Entry) -> Bool {
        settings.replaceAt.count <= Millionths.one.count
            && elapsed >= Int128(settings.replaceAt.count) * Int128(entry.duration)
    }

    mutating func violate(_ rule: Violation.Rule, _ problem: String) {
        violations.append(Violation(rule: rule, problem: problem, at: now))
    }

    mutating func pass(to time: Nanoseconds) {
        guard time >= now else { return violate(.time, "time goes back from \(now) ns to \(time) ns") }
        if !isPaused { stage += Int128(time - now) * speed }
        now = time
    }

    /// Where the gifts must be now that the step is over, as far as no line of the trace says so.
    private mutating func settleInferences() {
        if let mustStart { violate(.oneAtATime, "gift \(mustStart) replaces another but does not start") }
        if let pending, pending.kin != nil || pending.isDuplicate,
            present.contains(where: { $0.number == pending.number })
        {
            violate(.reason, "gift \(pending.number) is taken in although it should be \(pending.expectation)")
        }
        guard settings.mode == .replace, !isOver else { return }
        for index in present.indices where present[index].place == .waiting {
            if leftQueueMode {
                violate(.reason, "gift \(present[index].number) still waits after the switch to replace")
            }
            if present[index].isReady { present[index].place = .held }
        }
    }
}

extension SessionBook.Pending {
    var expectation: String { isDuplicate ? "dropped as a duplicate" : "merged into \(kin ?? 0)" }
}

extension Nanoseconds {
    var femtoseconds: Int128 { Int128(self) * 1_000_000 }
}
