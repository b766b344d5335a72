package import ExactNumbers
package import Playback
import PolicyProperties

/// A model of a session that checks a controller from outside, by its inputs, its trace and its visible state.
///
/// The model has its own clocks and its own list of gifts, and takes nothing from the controller's internal state. Time
/// must pass in a separate step: first advance the controller to the time of an input and call ``record(_:at:_:_:)``
/// without an input, then let the controller handle the input and call it again.
package struct InvariantChecker: Sendable {
    /// A gift that has not ended.
    struct Entry: Sendable {
        let number: Int
        let kind: String
        let sender: String
        let value: Int64
        let duration: Nanoseconds
        let loop: GiftLoop?
        /// The gift's own settings.
        let policy: GiftPolicy
        let arrivedAt: Nanoseconds
        let arrivedAtStage: Int128
        var count: Int
        var isReady: Bool
        var place = GiftPlace.Place.waiting
        var latestArrival: Nanoseconds
        var latestNumber: Int
        /// The session time at which the presentation started; `nil` if it did not.
        var startedAt: Nanoseconds?

        var hasOwnSettings: Bool { !policy.settings.isEmpty }

        /// Returns the time that the gift has waited until `now`, or until it started.
        func waitingTime(at now: Nanoseconds) -> Nanoseconds { (startedAt ?? now) - arrivedAt }
    }

    /// The expected handling of the current arrival.
    struct PendingArrival {
        let number: Int
        let mergeTarget: Int?
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

    /// What follows the end of a round.
    enum RoundEnd {
        case another, outro
    }

    /// The rounds of a loop, as far as the rules depend on them.
    struct Rounds {
        /// The round that comes or goes on; `nil` without a loop, and in the outro.
        var current: Int?
        /// What must follow a round that ends now.
        var pendingEnd: RoundEnd?
        /// The most rounds that a presentation plays.
        let limit: Int
    }

    /// What a step does, of which the rules must know later in the step.
    struct Step {
        var pendingArrival: PendingArrival?
        var expectedStart: Int?
        var hasLeftQueueMode = false
        /// The gift kind whose animation is withdrawn.
        var withdrawnKind: String?
        /// The gifts that end.
        var endings: [Ending] = []
        /// Whether the step has an input.
        var hasInput = false
        /// The positions of the step, without the stage; `nil` unless properties are followed.
        var positions: [SessionPosition]?
    }

    /// The violations so far. Only the first one is reliable; the others may be its consequences.
    package internal(set) var violations: [Violation] = []

    var settings = Settings()
    var now: Nanoseconds = 0
    /// The session time at which the current pause began; `nil` without a pause.
    var pausedSince: Nanoseconds?
    var hasEnded = false
    /// The gifts that have not ended, in the order of arrival.
    var presentGifts: [Entry] = []
    var arrivals = 0
    var endedCount = 0
    var eventIDs: Set<String> = []
    /// The speed of stage time, in millionths of session time.
    var speed: Int128 = 1_000_000
    /// The stage time in femtoseconds, as are the two times below.
    var stageTime: Int128 = 0
    var startedAt: Int128 = 0
    var gapStart: Int128?
    /// The rounds of the running gift's loop.
    var rounds: Rounds
    /// The last step.
    var step = Step()

    /// Creates the model of a session that has not begun.
    ///
    /// - Parameter roundLimit: The most rounds of a loop that the session's controller plays.
    package init(roundLimit: Int = PlaybackController.maxRounds) {
        rounds = Rounds(limit: roundLimit)
    }

    /// Makes each step keep its positions, which properties need.
    mutating func followPositions() { step.positions = [] }

    /// Records a step.
    ///
    /// - Parameters:
    ///   - input: The input of the step; `nil` if only time passed.
    ///   - time: The session time of the step.
    ///   - trace: The resulting trace lines.
    ///   - controller: The controller after the step.
    package mutating func record<Controller: PolicyController>(
        _ input: Input?, at time: Nanoseconds, _ trace: [TraceEvent], _ controller: Controller
    ) {
        let followsPositions = step.positions != nil
        step = Step()
        step.hasInput = input != nil
        if followsPositions { step.positions = [] }
        let settingsBefore: Settings? = if case .set = input { settings } else { nil }
        let runningBefore = runningIndex.map { presentGifts[$0].number }
        let arrivalsBefore = arrivals
        if case .asset(let kind, .ready, _, _) = input {
            for index in presentGifts.indices where presentGifts[index].kind == kind {
                presentGifts[index].isReady = true
            }
        }
        if case .asset(let kind, .withdrawn, _, _) = input { recordWithdrawal(kind) }
        for event in trace {
            apply(event, input)
            recordPosition(of: event)
        }
        advance(to: max(now, time))
        settleRound()
        if case .end = input { hasEnded = true }
        updateInferredPlaces()
        if let input { checkEffect(of: input, settingsBefore, runningBefore, arrivalsBefore) }
        checkState(controller)
    }

    private mutating func recordWithdrawal(_ kind: String) {
        step.withdrawnKind = kind
        for index in presentGifts.indices
        where presentGifts[index].kind == kind && presentGifts[index].place != .running {
            presentGifts[index].isReady = false
            if rules(presentGifts[index]).missing == .wait, presentGifts[index].place == .held {
                presentGifts[index].place = .waiting
            }
        }
    }

    var isPaused: Bool { pausedSince != nil }

    // A loop over the indices, because a closure would copy each gift.
    var runningIndex: Int? {
        for index in presentGifts.indices where presentGifts[index].place == .running { return index }
        return nil
    }

    var isInGap: Bool { gapStart.map { stageTime < $0 + settings.gap.femtoseconds } ?? false }

    /// Returns the settings for a gift: its own, otherwise the session's.
    func rules(_ entry: Entry) -> Settings {
        entry.hasOwnSettings ? entry.policy.applied(to: settings) : settings
    }

    func hasReachedThreshold(_ entry: Entry) -> Bool {
        let replaceAt = entry.hasOwnSettings ? rules(entry).replaceAt : settings.replaceAt
        return replaceAt.count <= Millionths.one.count
            && elapsed >= Int128(replaceAt.count) * Int128(entry.duration)
    }

    mutating func recordViolation(_ rule: Violation.Rule, _ problem: String) {
        violations.append(Violation(rule: rule, problem: problem, at: now))
    }

    mutating func advance(to time: Nanoseconds) {
        guard time >= now else { return recordViolation(.time, "time goes back from \(now) ns to \(time) ns") }
        if time > now { settleRound() }
        if let end = roundEnd(), end <= time {
            pass(to: end)
            considerRoundEnd()
            if time > end { settleRound() }
        }
        pass(to: time)
    }

    private mutating func pass(to time: Nanoseconds) {
        if !isPaused { stageTime += Int128(time - now) * speed }
        now = time
    }

    /// Updates the places of gifts that no trace line reports, now that the step is over.
    private mutating func updateInferredPlaces() {
        if let expectedStart = step.expectedStart {
            recordViolation(.oneAtATime, "gift \(expectedStart) replaces another but does not start")
        }
        if let pendingArrival = step.pendingArrival, pendingArrival.mergeTarget != nil || pendingArrival.isDuplicate,
            presentGifts.contains(where: { $0.number == pendingArrival.number })
        {
            recordViolation(
                .reason, "gift \(pendingArrival.number) is taken in although it should be \(pendingArrival.expectation)"
            )
        }
        guard settings.mode == .replace, !hasEnded else { return }
        for index in presentGifts.indices where presentGifts[index].place == .waiting {
            if step.hasLeftQueueMode {
                recordViolation(.reason, "gift \(presentGifts[index].number) still waits after the switch to replace")
            }
            if presentGifts[index].isReady { presentGifts[index].place = .held }
        }
    }
}

extension InvariantChecker.PendingArrival {
    var expectation: String { isDuplicate ? "dropped as a duplicate" : "merged into \(mergeTarget ?? 0)" }
}

extension Nanoseconds {
    var femtoseconds: Int128 { Int128(self) * 1_000_000 }
}
