/// Decides which gift is on stage: a synchronous state machine over a clock that is handed to it.
///
/// It has no clock, no task and no input or output of its own. Every change goes through ``handle(_:at:)`` or
/// ``advance(to:)``, which answer with the lines of the trace that it caused; between two inputs a caller that follows
/// real time advances the controller at ``nextDue``. The same inputs at the same times give the same trace. It is a
/// value: a copy goes its own way.
///
///     var controller = PlaybackController(settings: settings)
///     let lines = controller.handle(.arrival(rocket), at: 1_250_000_000)
///     if let due = controller.nextDue { … wake up then, and call advance(to:) … }
public struct PlaybackController: Sendable {
    /// The speeds that can be set, in multiples of normal speed.
    public static let speedRange = Millionths(1)...Millionths(1_000_000_000)

    /// The settings in force.
    public internal(set) var settings: Settings
    /// The session time up to which everything has happened.
    public internal(set) var now: Nanoseconds = 0
    /// Whether stage time stands still.
    public internal(set) var isPaused = false
    /// The multiple of session time at which stage time passes unless paused.
    public internal(set) var speed = Millionths.one
    /// How many gifts arrived and how they ended.
    public internal(set) var tally = Tally()
    /// The last gift that ended.
    public internal(set) var lastEnding: Ending?
    /// Whether the session has ended.
    public internal(set) var isOver = false

    var roster: Roster
    var recentEvents = RecentEvents()
    /// The stage's own clock, which pausing stops and speed multiplies.
    var stageTime: StageTime = 0
    /// The stage time at which the running presentation began, moved by scrubbing.
    var startOfRunning: StageTime = 0
    /// The stage time at which the last presentation ended, while the gap after it matters.
    var startOfGap: StageTime?
    var pendingTrace: [TraceEvent] = []

    /// A session that begins at time 0; its first line of the trace comes with the first answer.
    public init(settings: Settings = Settings()) {
        self.settings = settings
        roster = Roster(rules: Roster.Rules(settings))
        let defaults = Settings()
        let named = settings.all.filter { setting in
            setting.name == .mode || setting.name == .replaceAt || setting != defaults[setting.name]
        }
        record(.settings(named))
    }

    /// Takes an input at a session time, after everything that falls due at or before it; a time that lies before
    /// ``now`` counts as now. Returns the lines of the trace that came of it, in order.
    public mutating func handle(_ input: Input, at time: Nanoseconds) -> [TraceEvent] {
        guard !isOver else { return takeTrace() }
        settle(until: time)
        switch input {
        case .arrival(let arrival): receive(arrival)
        case .close: close()
        case .clear: clear()
        case .pause: pause()
        case .resume: resume()
        case .set(let settings): change(settings)
        case .asset(let kind, let state, let duration): note(state, ofKind: kind, lasting: duration)
        case .speed(let speed): change(speed: speed)
        case .scrub(let elapsed): scrub(to: elapsed)
        case .end: end()
        }
        // What the input made due, such as the end of an animation of length 0, belongs to the same instant.
        if !isOver { settle(until: now) }
        return takeTrace()
    }

    /// Lets everything happen that falls due at or before `time`, in order of time. Returns its lines of the trace.
    public mutating func advance(to time: Nanoseconds) -> [TraceEvent] {
        if !isOver { settle(until: time) }
        return takeTrace()
    }

    private mutating func takeTrace() -> [TraceEvent] {
        let taken = pendingTrace
        pendingTrace = []
        return taken
    }

    mutating func record(_ kind: TraceEvent.Kind) {
        // Most answers have up to four lines: room for them at once, not by and by.
        if pendingTrace.isEmpty { pendingTrace.reserveCapacity(4) }
        pendingTrace.append(TraceEvent(at: now, kind))
    }
}

// MARK: - What is on stage and what is not

extension PlaybackController {
    /// What plays, and how far it has come.
    public var running: Presentation? {
        guard let gift = roster.running.flatMap({ roster[$0]?.gift }) else { return nil }
        let elapsed = min(stageTime - startOfRunning, gift.duration.inStageTime)
        return Presentation(
            gift: gift, elapsed: Nanoseconds(elapsed / StageTime(Millionths.one.count)),
            progress: Millionths(elapsed, of: gift.duration), mayBeReplaced: hasReachedThreshold(gift))
    }

    /// The early gift that is held in replace mode.
    public var held: Gift? { roster.held.flatMap { roster[$0]?.gift } }

    /// How many gifts wait, with those that lack their animation.
    public var waitingCount: Int { roster.waitingCount }

    /// How many gifts are parked.
    public var parkedCount: Int { roster.parkedCount }

    /// The gifts that wait, as they would play if they all had their animations; O(n log n) in their number.
    public var waiting: [Gift] {
        let inArrivalOrder = gifts(roster.tickets { $0.place == .waiting })
        guard settings.order == .value else { return inArrivalOrder }
        return inArrivalOrder.sorted { $0.value != $1.value ? $0.value > $1.value : $0.number < $1.number }
    }

    /// The gifts that wait for their animation, in order of arrival.
    public var waitingForAnimation: [Gift] { gifts(roster.tickets { $0.place == .waiting && !$0.isReady }) }

    /// The parked gifts, in order of arrival.
    public var parked: [Gift] { gifts(roster.tickets { $0.place == .parked }) }

    /// The next gifts to play of those that wait and have their animation, at most `limit`; cheap however many wait.
    public func upNext(_ limit: Int) -> [Gift] { gifts(roster.upNext(limit)) }

    private func gifts(_ tickets: [Ticket]) -> [Gift] { tickets.compactMap { roster[$0]?.gift } }
}
