public import Playback

/// What a session comes to in figures.
public struct SessionFigures: Hashable, Sendable {
    /// Gifts that arrived.
    public let arrivals: Int
    /// Gifts whose presentation started.
    public let shown: Int
    /// How many gifts ended in each way; an outcome that did not occur is not there.
    public let outcomes: [Outcome.Name: Int]
    /// How many gifts were dropped for each reason; a reason that did not occur is not there.
    public let drops: [Outcome.DropReason: Int]
    /// The progress, in millionths, of the presentations that were replaced or dismissed.
    public let cutShort: Distribution
    /// The session time, in nanoseconds, from the arrival to the start of each gift that was shown.
    public let waiting: Distribution
    /// What all gifts were worth, each its value times its count, but for those delivered twice.
    public let valueArrived: Int64
    /// The part of ``valueArrived`` whose presentation never started. What was merged into a gift shares its fate.
    public let valueNeverShown: Int64
    /// The session time during which nothing was on stage.
    public let stageEmpty: Nanoseconds
    /// The session's length. Unless a scenario says when it ends, it ends when nothing more falls due, which is not the
    /// same moment under every policy.
    public let length: Nanoseconds

    /// Gifts that ended in this way.
    public subscript(outcome: Outcome.Name) -> Int { outcomes[outcome, default: 0] }

    /// Gifts that were dropped for this reason.
    public subscript(reason: Outcome.DropReason) -> Int { drops[reason, default: 0] }
}

/// Counts what ``SessionFigures`` are made of, line by line of a trace; it remembers the gifts that have not ended and a
/// number for each one shown.
public struct FigureCount: Sendable {
    private struct Present {
        let arrivedAt: Nanoseconds
        /// With that of the gifts merged into it, as long as it has not started.
        var value: Int64
        var hasStarted = false
    }

    private var arrivals = 0
    private var shown = 0
    private var outcomes: [Outcome.Name: Int] = [:]
    private var drops: [Outcome.DropReason: Int] = [:]
    private var cuts: [Int64] = []
    private var waits: [Nanoseconds] = []
    private var valueArrived: Int64 = 0
    private var valueNeverShown: Int64 = 0
    private var stageEmpty: Nanoseconds = 0
    private var length: Nanoseconds = 0
    private var present: [Int: Present] = [:]
    private var running: Int?
    private var emptySince: Nanoseconds = 0

    /// Nothing so far.
    public init() {}

    /// Takes note of a line of the trace. `value` is what the gift is worth that the line lets arrive, its count
    /// included; other lines do not look at it.
    public mutating func note(_ event: TraceEvent, value: Int64 = 0) {
        switch event.kind {
        case .arrived(let gift, _, _, _):
            arrivals += 1
            add(value, to: &valueArrived)
            present[gift] = Present(arrivedAt: event.at, value: value)
        case .started(let gift): start(gift, at: event.at)
        case .ended(let gift, let outcome): end(gift, outcome, at: event.at)
        case .settings, .paused, .resumed, .speed, .scrubbed: break
        }
    }

    /// Takes note that the session has ended.
    public mutating func finish(at time: Nanoseconds) {
        length = time
        if running == nil { stageEmpty += max(0, time - emptySince) }
    }

    /// Adds the counts of another session, which is finished like this one.
    public mutating func merge(_ other: FigureCount) {
        arrivals += other.arrivals
        shown += other.shown
        outcomes.merge(other.outcomes, uniquingKeysWith: +)
        drops.merge(other.drops, uniquingKeysWith: +)
        cuts += other.cuts
        waits += other.waits
        add(other.valueArrived, to: &valueArrived)
        add(other.valueNeverShown, to: &valueNeverShown)
        add(other.stageEmpty, to: &stageEmpty)
        add(other.length, to: &length)
    }

    /// The figures.
    public var figures: SessionFigures {
        SessionFigures(
            arrivals: arrivals, shown: shown, outcomes: outcomes, drops: drops, cutShort: Distribution(cuts),
            waiting: Distribution(waits), valueArrived: valueArrived, valueNeverShown: valueNeverShown,
            stageEmpty: stageEmpty, length: length)
    }

    private mutating func start(_ gift: Int, at time: Nanoseconds) {
        shown += 1
        if running == nil { stageEmpty += max(0, time - emptySince) }
        running = gift
        guard let arrivedAt = present[gift]?.arrivedAt else { return }
        waits.append(time - arrivedAt)
        present[gift]?.hasStarted = true
    }

    private mutating func end(_ gift: Int, _ outcome: Outcome, at time: Nanoseconds) {
        outcomes[outcome.name, default: 0] += 1
        let ended = present.removeValue(forKey: gift)
        // The line that ends the session finds the running gift still on stage until the very end.
        if running == gift {
            running = nil
            emptySince = time
        }
        let value = ended?.value ?? 0
        switch outcome {
        case .merged(let into):
            guard var target = present[into], !target.hasStarted else { return }
            add(value, to: &target.value)
            present[into] = target
        case .dropped(let reason, _):
            drops[reason, default: 0] += 1
            // The gift itself came before: nothing that was paid for is lost.
            if reason == .duplicate { valueArrived -= value } else { add(value, to: &valueNeverShown) }
        case .replaced(_, let progress), .dismissed(let progress): cuts.append(progress.count)
        case .completed: break
        case .unplayed: if ended?.hasStarted == false { add(value, to: &valueNeverShown) }
        }
    }

    /// Stops at the largest number there is.
    private func add(_ amount: Int64, to sum: inout Int64) {
        let (result, overflow) = sum.addingReportingOverflow(amount)
        sum = overflow ? .max : result
    }
}
