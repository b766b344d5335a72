import ExactNumbers
import Playback
import PolicyProperties
import Scenarios

/// One step of a session.
enum Move: Hashable, Sendable {
    /// Nothing happens until the next instant of the grid.
    case wait
    /// A gift of one of the kinds arrives from one of the senders.
    case gift(kind: Int, sender: Int)
    /// An action; `kind` is the index of the gift kind whose animation changes, or of the place that a presentation is
    /// moved to, and otherwise 0.
    case action(ExplorationPlan.Action, kind: Int)
}

/// The values that all sessions of an exploration share.
struct ExplorationContext: Sendable {
    /// The names of senders. Each gift gets the next one if the sender does not matter.
    static let senderNames = ["ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal"]

    let kinds: [ExplorationPlan.NamedKind]
    let kindNames: [String]
    let senders: [String]
    let distinguishesSenders: Bool
    let abstraction: StateAbstraction
    let forbiddenConditions: [ForbiddenExpression]
    /// The monitors of the promises at the start of each session.
    let monitors: [PropertyMonitor]
    /// Whether the positions of each step are needed.
    let followsPositions: Bool
    /// Whether a session can go on for ever without input: in the loop of an animation.
    let canLoopForever: Bool
    let gifts: [Move]
    let actions: [Move]

    init(_ plan: ExplorationPlan) {
        kinds = plan.kinds
        kindNames = plan.kinds.map(\.name)
        forbiddenConditions = plan.forbiddenConditions
        monitors = plan.properties.map(PropertyMonitor.init)
        followsPositions = !monitors.isEmpty || plan.forbiddenConditions.contains { $0.condition.namesEvent }
        canLoopForever = !monitors.isEmpty && plan.kinds.contains { $0.kind.loop != nil }
        let conditions = plan.forbiddenConditions.map(\.condition) + plan.properties.flatMap(\.conditions)
        let watched = conditions.reduce(StateAbstraction()) { $0.union($1.abstraction) }
        self.abstraction = watched
        distinguishesSenders = plan.settings.combineWithin != nil || watched.distinguishesSenders
        // Two senders cover all cases: a gift comes from the same sender or from another one.
        senders =
            distinguishesSenders
            ? watched.senderNames
                + Self.senderNames.filter { !watched.senderNames.contains($0) }.prefix(
                    max(1, 2 - watched.senderNames.count))
            : Self.senderNames
        let senderCount = distinguishesSenders ? senders.count : 1
        gifts = plan.kinds.indices.flatMap { kind in (0..<senderCount).map { .gift(kind: kind, sender: $0) } }
        actions = plan.allowedActions.flatMap { action -> [Move] in
            switch action {
            case .missing, .ready: plan.kinds.indices.map { .action(action, kind: $0) }
            case .scrub: (0..<3).map { .action(action, kind: $0) }
            case .close, .clear, .pause, .resume, .mode, .speed: [.action(action, kind: 0)]
            }
        }
    }
}

/// A session in progress: the controller, the model that checks it and the missing animations.
struct ExploredSession<Controller: PolicyController>: Sendable {
    private(set) var controller: Controller
    private(set) var checker = InvariantChecker(roundLimit: .max)
    private var missingKinds: UInt64 = 0
    /// The promises, as far as the session has come.
    private(set) var monitors: [PropertyMonitor]

    /// Starts the session of `controller`, which must not have begun.
    init(_ controller: Controller, _ vocabulary: ExplorationContext) {
        self.controller = controller
        monitors = vocabulary.monitors
        if vocabulary.followsPositions { checker.followPositions() }
        let trace = self.controller.advance(to: 0)
        record(nil, at: 0, trace)
    }

    private mutating func record(_ input: Input?, at time: Nanoseconds, _ trace: [TraceEvent]) {
        checker.record(input, at: time, trace, controller)
        guard !monitors.isEmpty else { return }
        let positions = checker.positions
        for index in monitors.indices {
            for position in positions { monitors[index].receive(position, line: 0) }
            monitors[index].passTime(until: time, line: 0)
        }
    }

    /// Returns the next instant of the grid; `nil` if time makes no difference any more.
    func nextInstant(_ vocabulary: ExplorationContext) -> Nanoseconds? {
        let deadline = monitors.compactMap(\.earliestDeadline).min()
        return checker.nextInstant(
            due: controller.nextDue, deadline: deadline, abstraction: vocabulary.abstraction)
    }

    /// Returns the input of a move in the current state; `nil` for `wait`.
    func input(_ move: Move, _ vocabulary: ExplorationContext) -> Input? {
        switch move {
        case .wait: return nil
        case .gift(let kind, let sender):
            let named = vocabulary.kinds[kind]
            let name = vocabulary.senders[
                vocabulary.distinguishesSenders ? sender : checker.arrivals % vocabulary.senders.count]
            return .arrival(
                Arrival(
                    kind: named.name, sender: name, value: named.kind.value, duration: named.kind.duration,
                    asset: missingKinds & 1 << kind == 0 ? .ready : .missing, loop: named.kind.loop))
        case .action(let action, let kind):
            switch action {
            case .close: return .close
            case .clear: return .clear
            case .pause: return .pause
            case .resume: return .resume
            case .mode: return .set([.mode(checker.settings.mode == .queue ? .replace : .queue)])
            case .missing: return .asset(kind: vocabulary.kindNames[kind], .missing)
            case .ready: return .asset(kind: vocabulary.kindNames[kind], .ready)
            case .speed: return .speed(checker.speed == 1_000_000 ? Millionths(2_000_000) : .one)
            case .scrub: return .scrub(to: scrubTarget(kind))
            }
        }
    }

    /// Returns the start, the threshold or the end of the running presentation.
    private func scrubTarget(_ index: Int) -> Nanoseconds {
        guard let running = checker.runningIndex.map({ checker.presentGifts[$0] }), index > 0 else { return 0 }
        guard index == 1 else { return running.duration }
        let threshold = Int128(running.duration) * Int128(min(checker.settings.replaceAt, .one).count)
        return Nanoseconds((threshold + 999_999) / 1_000_000)
    }

    /// Makes a move and returns its trace lines. `wait` advances to the next instant of the grid, and has no effect if
    /// there is none.
    @discardableResult
    mutating func perform(_ move: Move, _ vocabulary: ExplorationContext) -> [TraceEvent] {
        guard let input = input(move, vocabulary) else {
            return wait(vocabulary)
        }
        switch move {
        case .action(.missing, let kind): missingKinds |= 1 << kind
        case .action(.ready, let kind): missingKinds &= ~(1 << kind)
        default: break
        }
        let now = checker.now
        let trace = controller.handle(input, at: now)
        record(input, at: now, trace)
        return trace
    }

    /// Advances to the next instant of the grid, and returns the resulting trace lines.
    @discardableResult mutating func wait(_ vocabulary: ExplorationContext) -> [TraceEvent] {
        guard let instant = nextInstant(vocabulary) else { return [] }
        let trace = controller.advance(to: instant)
        record(nil, at: instant, trace)
        return trace
    }

    /// Ends the session.
    mutating func end() {
        let now = checker.now
        let trace = controller.handle(.end, at: now)
        record(.end, at: now, trace)
        for index in monitors.indices { monitors[index].end(at: now, line: 0) }
    }

    /// Returns the first violation of the last step; `nil` if there is none.
    func violation(_ vocabulary: ExplorationContext) -> Violation? {
        if let first = checker.violations.first { return first }
        for expression in vocabulary.forbiddenConditions {
            if let problem = expression.problem(in: checker) {
                return Violation(rule: .forbidden(expression.text), problem: problem, at: checker.now)
            }
        }
        for monitor in monitors {
            guard case .broken(let moment) = monitor.verdict else { continue }
            return Violation(rule: .promise(monitor.property.text), problem: problem(moment), at: moment.at)
        }
        return nil
    }

    private func problem(_ moment: PropertyBreak) -> String {
        switch moment.cause {
        case .line: checker.positions.first { $0.gift != nil }?.eventText ?? "the stage is in a state that breaks it"
        case .deadline: "its time is over"
        case .end: "the session ends without it"
        }
    }

    /// Returns a hash that this state shares with all states that have the same future.
    func fingerprint(_ vocabulary: ExplorationContext, buffer: inout [Int64]) -> Fingerprint {
        buffer.removeAll(keepingCapacity: true)
        buffer.append(Int64(bitPattern: missingKinds))
        controller.appendCanonicalState(to: &buffer)
        checker.appendCanonicalState(
            to: &buffer, kinds: vocabulary.kindNames, senders: vocabulary.senders, abstraction: vocabulary.abstraction)
        for monitor in monitors { monitor.obligation.append(to: &buffer, now: checker.now) }
        return Fingerprint(buffer)
    }
}
