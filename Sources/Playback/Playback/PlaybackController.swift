public import ExactNumbers

/// A synchronous state machine that decides which gift is on stage.
///
/// The controller has no clock, no task, no input and no output of its own. Every change goes through ``handle(_:at:)``
/// or ``advance(to:)``, which return the trace lines that it caused. Between two inputs, a caller that follows real
/// time advances the controller at ``nextDue``. The same inputs at the same times give the same trace. The controller
/// is a value: a copy is independent.
///
///     var controller = PlaybackController(settings: settings)
///     let lines = controller.handle(.arrival(rocket), at: 1_250_000_000)
///     if let due = controller.nextDue { … wake up then, and call advance(to:) … }
public struct PlaybackController: Sendable {
    /// The permitted speeds, in multiples of normal speed.
    public static let speedRange = Millionths(1)...Millionths(1_000_000_000)

    /// The current settings.
    public internal(set) var settings: Settings
    /// The session time up to which everything is processed.
    public internal(set) var now: Nanoseconds = 0
    /// Whether stage time stands still.
    public internal(set) var isPaused = false
    /// The ratio of stage time to session time while not paused.
    public internal(set) var speed = Millionths.one
    /// The numbers of arrivals and of outcomes.
    public internal(set) var counts = OutcomeCounts()
    /// The end of the gift that ended last.
    public internal(set) var lastEnding: Ending?
    /// Whether the session has ended.
    public internal(set) var hasEnded = false

    var roster: Roster
    var recentEvents = RecentEvents()
    /// The stage time now; a pause stops it and the speed multiplies it.
    var stageTime: StageTime = 0
    /// The stage time at which the running presentation started, adjusted by scrubbing and by the rounds of a loop.
    var runningStart: StageTime = 0
    /// The round of the running gift's loop that comes or goes on; `nil` without a loop, and in the outro.
    var loopRound: Int?
    let roundLimit: Int
    /// The stage time at which the last presentation ended, if the gap after it matters.
    var gapStart: StageTime?
    var pendingTrace: [TraceEvent] = []

    /// Creates a session that begins at time 0.
    ///
    /// The first call of ``handle(_:at:)`` or ``advance(to:)`` returns the first line of its trace.
    ///
    /// - Parameters:
    ///   - settings: The settings at the start.
    ///   - roundLimit: The most rounds of a loop in one presentation. An exploration has no limit (`Int.max`), because
    ///     rounds that need not be counted lead back to the same state.
    public init(settings: Settings = Settings(), roundLimit: Int = maxRounds) {
        self.settings = settings
        self.roundLimit = roundLimit
        roster = Roster(rules: Roster.Rules(settings))
        record(.settings(settings.stated))
    }

    /// Handles an input at a session time, after everything that is due at or before it.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - time: The session time; a time before ``now`` counts as now.
    /// - Returns: The resulting trace lines, in order.
    public mutating func handle(_ input: Input, at time: Nanoseconds) -> [TraceEvent] {
        guard !hasEnded else { return consumeTrace() }
        processDue(until: time)
        switch input {
        case .arrival(let arrival): receive(arrival)
        case .close: close()
        case .clear: clear()
        case .pause: pause()
        case .resume: resume()
        case .set(let settings): change(settings)
        case .asset(let kind, let state, let duration, let loop):
            updateAsset(state, ofKind: kind, duration: duration, loop: loop)
        case .speed(let speed): change(speed: speed)
        case .scrub(let elapsed): scrub(to: elapsed)
        case .end: end()
        }
        // Anything that the input made due, such as the end of an animation of length 0, belongs to the same instant.
        if !hasEnded { processDue(until: now) }
        return consumeTrace()
    }

    /// Processes everything that is due at or before `time`, in order of time, and returns the resulting trace lines.
    public mutating func advance(to time: Nanoseconds) -> [TraceEvent] {
        if !hasEnded { processDue(until: time) }
        return consumeTrace()
    }

    private mutating func consumeTrace() -> [TraceEvent] {
        let taken = pendingTrace
        pendingTrace = []
        return taken
    }

    mutating func record(_ kind: TraceEvent.Kind) {
        // Most calls return up to four lines, so one reservation avoids repeated growth.
        if pendingTrace.isEmpty { pendingTrace.reserveCapacity(4) }
        pendingTrace.append(TraceEvent(at: now, kind))
    }
}

// MARK: - The running, held, waiting and parked gifts

extension PlaybackController {
    /// The running presentation and its progress.
    public var running: Presentation? {
        guard let gift = roster.running.flatMap({ roster[$0]?.gift }) else { return nil }
        let elapsed = min(elapsedTime(of: gift), gift.duration.stageTime)
        let position = min(stageTime - runningStart, gift.duration.stageTime)
        return Presentation(
            gift: gift, elapsed: Nanoseconds(elapsed / StageTime(Millionths.one.count)),
            position: Nanoseconds(position / StageTime(Millionths.one.count)), round: loopRound,
            progress: Millionths(elapsed, of: gift.duration, rounded: .halfUp),
            replaceAt: settings(for: gift).replaceAt, mayBeReplaced: hasReachedThreshold(gift)
        )
    }

    /// The progress of the running presentation for an early gift that is dropped.
    ///
    /// It is rounded down, so that it never equals a threshold that is not reached.
    var progressReached: Millionths? {
        roster.running.flatMap { roster[$0]?.gift }.map { gift in
            Millionths(elapsedTime(of: gift), of: gift.duration, rounded: .down)
        }
    }

    /// The early gift that is held in replace mode.
    public var held: Gift? { roster.held.flatMap { roster[$0]?.gift } }

    /// The number of waiting gifts, including those without their animation.
    public var waitingCount: Int { roster.waitingCount }

    /// The number of parked gifts.
    public var parkedCount: Int { roster.parkedCount }

    /// The waiting gifts in the order in which they would play if all had their animations.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of waiting gifts.
    public var waiting: [Gift] {
        let inArrivalOrder = gifts(roster.tickets { $0.place == .waiting })
        guard settings.order == .value else { return inArrivalOrder }
        return inArrivalOrder.sorted { $0.value != $1.value ? $0.value > $1.value : $0.number < $1.number }
    }

    /// The gifts that wait for their animation, in order of arrival.
    public var waitingForAnimation: [Gift] { gifts(roster.tickets { $0.place == .waiting && !$0.isReady }) }

    /// The parked gifts, in order of arrival.
    public var parked: [Gift] { gifts(roster.tickets { $0.place == .parked }) }

    /// Returns the next gifts to play of those that wait and have their animation, at most `limit`.
    ///
    /// The call is cheap for any number of waiting gifts.
    public func upNext(_ limit: Int) -> [Gift] { gifts(roster.upNext(limit)) }

    /// Returns the gifts that have waited longest for their animation, at most `limit`; of those that are parked, none.
    ///
    /// The call is cheap for any number of waiting gifts. Parked gifts without animation count towards the limit.
    public func longestWaitingForAnimation(_ limit: Int) -> [Gift] {
        gifts(roster.longestWaitingForAnimation(limit).filter { roster[$0]?.place == .waiting })
    }

    private func gifts(_ tickets: [Ticket]) -> [Gift] { tickets.compactMap { roster[$0]?.gift } }
}
