public import Playback

/// A model of a session that checks a controller from outside, by its inputs, its trace and its visible state.
///
/// The model has its own clocks and its own list of gifts, and takes nothing from the controller's internal state. Time
/// must pass in a separate step: first advance the controller to the time of an input and call ``note(_:at:_:_:)``
/// without an input, then let the controller handle the input and call it again.
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
        /// The session time at which the presentation started; `nil` if it did not.
        var startedAt: Nanoseconds?

        /// Returns the time that the gift has waited until `now`, or until it started.
        func waited(at now: Nanoseconds) -> Nanoseconds { (startedAt ?? now) - arrivedAt }
    }

    /// The expected handling of the current arrival.
    struct Pending {
        let number: Int
        let kin: Int?
        let isDuplicate: Bool
    }

    /// The end of a gift, with the state of the stage at that moment.
    struct Ending {
        let gift: Entry
        let outcome: Outcome
        let at: Nanoseconds
        /// The gift on the stage, if it is another gift.
        let running: Entry?
        /// The gift that replaces this one, if it is replaced.
        let by: Entry?
    }

    /// The violations so far. Only the first one is reliable; the others may be its consequences.
    public internal(set) var violations: [Violation] = []

    var settings = Settings()
    var now: Nanoseconds = 0
    var isPaused = false
    /// The session time at which the current pause began; `nil` without a pause.
    var pausedSince: Nanoseconds?
    var isOver = false
    /// The gifts that have not ended, in the order of arrival.
    var present: [Entry] = []
    var arrivals = 0
    var endedCount = 0
    var seenEvents: Set<String> = []
    /// The speed of stage time, in millionths of session time.
    var speed: Int128 = 1_000_000
    /// The stage time in femtoseconds, as are the two times below.
    var stage: Int128 = 0
    var startedAt: Int128 = 0
    var gapSince: Int128?
    /// The gifts that ended in the last step.
    var endings: [Ending] = []

    // These properties are only valid within a step.
    var pending: Pending?
    var mustStart: Int?
    var leftQueueMode = false
    /// The gift kind whose animation is withdrawn in this step.
    var withdrawn: String?

    /// Creates the model of a session that has not begun.
    public init() {}

    /// Records a step.
    ///
    /// - Parameters:
    ///   - input: The input of the step; `nil` if only time passed.
    ///   - time: The session time of the step.
    ///   - trace: The resulting trace lines.
    ///   - controller: The controller after the step.
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

    /// The elapsed time of the running presentation, in femtoseconds of stage time.
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

    /// Updates the places of gifts that no trace line reports, now that the step is over.
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
