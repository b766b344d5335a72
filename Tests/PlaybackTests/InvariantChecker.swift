import Playback

/// Follows a session from outside, by its inputs, its trace and what the screen can see, and tells what does not hold.
///
/// It keeps its own clocks and its own book of gifts; nothing of it is taken from the controller's decisions.
struct InvariantChecker {
    private struct Entry {
        var duration: Nanoseconds
        var kind: String
        var isReady: Bool
        var hasStarted = false
    }

    private(set) var violations: [String] = []
    private var settings = Settings()
    private var isOver = false
    private var arrivals = 0
    private var endings = 0
    private var present: [Int: Entry] = [:]
    private var running: Int?
    private var now: Nanoseconds = 0
    private var isPaused = false
    private var speed: Int128 = 1_000_000
    /// In femtoseconds, as is everything below.
    private var stage: Int128 = 0
    private var startedAt: Int128 = 0
    private var gapSince: Int128?

    /// Takes an input, the trace that came of it, and the controller afterwards.
    mutating func check(_ input: Input?, at time: Nanoseconds, _ trace: [TraceEvent], _ controller: PlaybackController)
    {
        for event in trace { follow(event, input) }
        pass(to: max(now, time))
        if case .asset(let kind, .ready) = input { markReady(kind) }
        if case .end = input { isOver = true }
        if !isOver { checkState(controller) }
        checkBook(controller)
    }

    private mutating func pass(to time: Nanoseconds) {
        if time < now { violations.append("6: time goes back from \(now) to \(time)") }
        if !isPaused { stage += Int128(time - now) * speed }
        now = time
    }

    private mutating func markReady(_ kind: String) {
        for (number, entry) in present where entry.kind == kind && !entry.isReady { present[number]?.isReady = true }
    }

    private mutating func follow(_ event: TraceEvent, _ input: Input?) {
        pass(to: event.at)
        switch event.kind {
        case .settings(let changes):
            for change in changes { settings.apply(change) }
            if changes.contains(where: { $0.name == .mode }) { gapSince = nil }
        case .arrived(let gift, let kind, _, _):
            arrivals += 1
            if gift != arrivals { violations.append("arrival \(arrivals) has number \(gift)") }
            guard case .arrival(let arrival) = input else { return violations.append("\(gift) comes from nowhere") }
            present[gift] = Entry(duration: arrival.duration, kind: kind, isReady: arrival.asset == .ready)
        case .started(let gift): start(gift, input)
        case .ended(let gift, let outcome): end(gift, outcome)
        case .paused: isPaused = true
        case .resumed: isPaused = false
        case .speed(let value): speed = Int128(value.count)
        case .scrubbed(let gift, _):
            guard case .scrub(let target) = input, let entry = present[gift] else { return }
            startedAt = stage - Int128(min(max(target, 0), entry.duration)) * 1_000_000
        }
    }

    private mutating func start(_ gift: Int, _ input: Input?) {
        if case .asset(let kind, .ready) = input, settings.mode == .queue || present[gift]?.kind == kind {
            markReady(kind)
        }
        if let running { violations.append("2: \(gift) starts while \(running) runs") }
        guard let entry = present[gift] else { return violations.append("2: \(gift) starts after its end") }
        if entry.hasStarted { violations.append("2: \(gift) starts twice") }
        if !entry.isReady { violations.append("\(gift) starts without its animation") }
        if settings.mode == .queue, settings.order == .arrival {
            for (other, entry) in present where other < gift && entry.isReady {
                violations.append("4: \(gift) starts before \(other)")
            }
        }
        present[gift]?.hasStarted = true
        running = gift
        startedAt = stage
    }

    private mutating func end(_ gift: Int, _ outcome: Outcome) {
        guard let entry = present.removeValue(forKey: gift) else {
            return violations.append("1: \(gift) ends twice or before it arrived")
        }
        endings += 1
        let mustRun = [.completed, .replaced, .dismissed].contains(outcome.name)
        if mustRun != (gift == running), outcome != .unplayed(.running) {
            violations.append("\(gift) ends as \(outcome) while \(running.map(String.init) ?? "nothing") runs")
        }
        if gift == running {
            running = nil
            gapSince = settings.mode == .queue ? stage : nil
        }
        let elapsed = stage - startedAt
        switch outcome {
        case .replaced where elapsed < Int128(settings.replaceAt.count) * Int128(entry.duration):
            violations.append("3: \(gift) is replaced below the threshold")
        case .completed where elapsed < Int128(entry.duration) * 1_000_000:
            violations.append("\(gift) completes before its end")
        default: break
        }
    }

    /// What holds between two inputs.
    private mutating func checkState(_ controller: PlaybackController) {
        if controller.settings != settings { violations.append("the trace does not name the settings in force") }
        if controller.now != now || controller.isPaused != isPaused { violations.append("the clocks differ") }
        if let due = controller.nextDue, due <= now { violations.append("something due at \(due) is still to come") }
        guard controller.running == nil else { return }
        if controller.held != nil { violations.append("5: the stage is empty while a gift is held") }
        let inGap = gapSince.map { stage < $0 + Int128(settings.gap) * 1_000_000 } ?? false
        let couldPlay = controller.waiting.contains { present[$0.number]?.isReady == true }
        if settings.mode == .queue, couldPlay, !inGap {
            violations.append("5: the stage is empty while a gift that could play waits")
        }
    }

    /// That every gift is in exactly one place.
    private mutating func checkBook(_ controller: PlaybackController) {
        if controller.running?.gift.number != running { violations.append("2: another gift runs than has started") }
        let there =
            [controller.running?.gift, controller.held].compactMap { $0?.number }
            + controller.waiting.map(\.number) + controller.parked.map(\.number)
        if there.sorted() != present.keys.sorted() { violations.append("1: \(there) are there, not \(present.keys)") }
        let ended = Outcome.Name.allCases.reduce(0) { $0 + controller.tally[$1] }
        let elsewhere = (running == nil ? 0 : 1) + (controller.held == nil ? 0 : 1)
        if controller.tally.arrivals != ended + elsewhere + controller.waitingCount + controller.parkedCount
            || controller.tally.arrivals != arrivals || ended != endings
        {
            violations.append("1: the numbers of gifts do not add up")
        }
        if let limit = settings.maxWaiting, controller.waitingCount > limit { violations.append("too many wait") }
        if settings.mode == .queue, controller.held != nil || controller.parkedCount > 0 {
            violations.append("a gift is held or parked in queue mode")
        }
    }
}
