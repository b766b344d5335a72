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
    /// One of the plan's changes of settings.
    case change(Int)
}

/// The values that all sessions of an exploration share.
struct ExplorationContext: Sendable {
    /// The names of senders. Each gift gets the next one if the sender does not matter.
    static let senderNames = ["ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal"]

    let kinds: [ExplorationPlan.NamedKind]
    let kindNames: [String]
    let senders: [String]
    let distinguishesSenders: Bool
    /// The sets of kinds with equal properties that nothing tells apart.
    let symmetricKinds: [[Int]]
    /// The settings at the start.
    let settings: Settings
    let changes: [Setting]
    /// The longest times that count under the settings that are possible.
    let bounds: SettingBounds
    /// Whether gifts have ids, which is needed only if one can come twice.
    let hasEventIDs: Bool
    let abstraction: StateAbstraction
    let forbiddenConditions: [ForbiddenExpression]
    /// The monitors of the promises at the start of each session.
    let monitors: [PropertyMonitor]
    /// Whether the positions of each step are needed.
    let followsPositions: Bool
    /// Whether a session can go on for ever without input: in the loop of an animation.
    let canLoopForever: Bool
    let moves: Moves

    /// The steps that a session can take besides waiting.
    struct Moves: Sendable {
        let gifts: [Move]
        let actions: [Move]
    }

    init(_ plan: ExplorationPlan) {
        kinds = plan.kinds
        kindNames = plan.kinds.map(\.name)
        forbiddenConditions = plan.forbiddenConditions
        monitors = plan.properties.map(PropertyMonitor.init)
        followsPositions = !monitors.isEmpty || plan.forbiddenConditions.contains { $0.condition.namesEvent }
        canLoopForever = !monitors.isEmpty && plan.hasRepeatableLoop
        let conditions = plan.forbiddenConditions.map(\.condition) + plan.properties.flatMap(\.conditions)
        var watched = conditions.reduce(StateAbstraction()) { $0.union($1.abstraction) }
        let possible = plan.possibleSettings
        settings = plan.settings
        changes = plan.maxActions == 0 ? [] : plan.changes
        if !changes.isEmpty { for settings in possible { watched.watch(settings) } }
        bounds = SettingBounds(changes.isEmpty ? [plan.settings] : possible)
        hasEventIDs = plan.maxActions > 0 && plan.allowedActions.contains(.duplicate)
        self.abstraction = watched
        symmetricKinds = plan.foldsSymmetricKinds ? plan.symmetricKinds(watched) : []
        distinguishesSenders = bounds.combineWithin != nil || watched.distinguishesSenders
        // Two senders cover all cases: a gift comes from the same sender or from another one.
        senders =
            distinguishesSenders
            ? watched.senderNames
                + Self.senderNames.filter { !watched.senderNames.contains($0) }.prefix(
                    max(1, 2 - watched.senderNames.count))
            : Self.senderNames
        let senderCount = distinguishesSenders ? senders.count : 1
        let gifts: [Move] = plan.kinds.indices.flatMap { kind in (0..<senderCount).map { .gift(kind: kind, sender: $0) }
        }
        let actions = plan.allowedActions.flatMap { action -> [Move] in
            switch action {
            case .missing, .ready, .withdrawn: plan.kinds.indices.map { .action(action, kind: $0) }
            case .scrub: (0..<3).map { .action(action, kind: $0) }
            case .close, .clear, .pause, .resume, .mode, .speed, .duplicate: [.action(action, kind: 0)]
            }
        }
        moves = Moves(gifts: gifts, actions: actions + changes.indices.map { .change($0) })
    }
}

/// A session in progress: the controller, the model that checks it and the missing animations.
struct ExploredSession<Controller: PolicyController>: Sendable {
    private(set) var controller: Controller
    private(set) var checker = InvariantChecker(roundLimit: .max)
    private var missingKinds: UInt64 = 0
    /// The plan's changes that are in force, as bits.
    private var changesInForce: UInt64 = 0
    /// The latest gift that was no duplicate, if gifts have ids.
    private var latestGift: LatestGift?
    /// The promises, as far as the session has come.
    private(set) var monitors: [PropertyMonitor]

    /// A gift that can come a second time.
    private struct LatestGift: Sendable {
        let arrival: Arrival
        let kind: Int
    }

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
                    kind: named.name, sender: name, count: named.count, value: named.kind.value,
                    duration: named.kind.duration,
                    eventID: vocabulary.hasEventIDs ? String(checker.arrivals + 1) : nil,
                    asset: missingKinds & 1 << kind == 0 ? .ready : .missing, policy: named.kind.policy,
                    loop: named.kind.loop))
        case .change(let index):
            let change = vocabulary.changes[index]
            let isInForce = changesInForce & 1 << index != 0
            return .set([isInForce ? vocabulary.settings[change.key] ?? change : change])
        case .action(let action, let kind):
            switch action {
            case .close: return .close
            case .clear: return .clear
            case .pause: return .pause
            case .resume: return .resume
            case .mode: return .set([.mode(checker.settings.mode == .queue ? .replace : .queue)])
            case .missing: return .asset(kind: vocabulary.kindNames[kind], .missing)
            case .ready: return .asset(kind: vocabulary.kindNames[kind], .ready)
            case .withdrawn: return .asset(kind: vocabulary.kindNames[kind], .withdrawn)
            case .duplicate:
                guard var arrival = latestGift?.arrival, let kind = latestGift?.kind else { return nil }
                arrival.asset = missingKinds & 1 << kind == 0 ? .ready : .missing
                return .arrival(arrival)
            case .speed: return .speed(checker.speed == 1_000_000 ? Millionths(2_000_000) : .one)
            case .scrub: return .scrub(to: scrubTarget(kind))
            }
        }
    }

    /// Returns the start, the threshold or the end of the running presentation.
    private func scrubTarget(_ index: Int) -> Nanoseconds {
        guard let running = checker.runningIndex.map({ checker.presentGifts[$0] }), index > 0 else { return 0 }
        guard index == 1 else { return running.duration }
        let threshold = Int128(running.duration) * Int128(min(checker.rules(running).replaceAt, .one).count)
        return Nanoseconds((threshold + 999_999) / 1_000_000)
    }

    /// Returns whether a move need not be tried: it is not possible, or is another's but for the name of the kind.
    ///
    /// - Parameters:
    ///   - move: The move.
    ///   - kinds: The kinds, as bits, that are redundant in this state.
    func isRedundant(_ move: Move, _ kinds: UInt64) -> Bool {
        switch move {
        case .gift(let kind, _), .action(.missing, let kind), .action(.ready, let kind), .action(.withdrawn, let kind):
            kinds & 1 << kind != 0
        case .action(.duplicate, _): latestGift == nil
        case .wait, .action, .change: false
        }
    }

    /// Makes a move and returns its trace lines. `wait` advances to the next instant of the grid, and has no effect if
    /// there is none.
    @discardableResult
    mutating func perform(_ move: Move, _ vocabulary: ExplorationContext) -> [TraceEvent] {
        guard let input = input(move, vocabulary) else {
            return move == .wait ? wait(vocabulary) : []
        }
        switch move {
        case .gift(let kind, _):
            if vocabulary.hasEventIDs, case .arrival(let arrival) = input {
                latestGift = LatestGift(arrival: arrival, kind: kind)
            }
        case .action(.missing, let kind), .action(.withdrawn, let kind): missingKinds |= 1 << kind
        case .action(.ready, let kind): missingKinds &= ~(1 << kind)
        default: break
        }
        let now = checker.now
        let trace = controller.handle(input, at: now)
        record(input, at: now, trace)
        if case .set = input { noteChanges(vocabulary.changes) }
        return trace
    }

    private mutating func noteChanges(_ changes: [Setting]) {
        changesInForce = 0
        for (index, change) in changes.enumerated() where checker.settings[change.key] == change {
            changesInForce |= 1 << index
        }
    }

    /// Advances to the next instant of the grid, and returns the resulting trace lines.
    @discardableResult mutating func wait(_ vocabulary: ExplorationContext) -> [TraceEvent] {
        guard let instant = nextInstant(vocabulary) else { return [] }
        return wait(until: instant)
    }

    /// Advances to the next instant of the grid if the caller knows it.
    @discardableResult mutating func wait(until instant: Nanoseconds) -> [TraceEvent] {
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
        let renaming = renaming(vocabulary)
        buffer.append(Int64(bitPattern: renaming(set: missingKinds)))
        if !vocabulary.changes.isEmpty { buffer.append(Int64(bitPattern: changesInForce)) }
        if vocabulary.hasEventIDs {
            let sender = vocabulary.distinguishesSenders ? latestGift?.arrival.sender : nil
            buffer.append(latestGift.map { Int64(renaming($0.kind)) } ?? -1)
            buffer.append(sender.flatMap { vocabulary.senders.firstIndex(of: $0) }.map { Int64($0) } ?? -1)
        }
        controller.appendCanonicalState(to: &buffer, bounds: vocabulary.bounds)
        checker.appendCanonicalState(
            to: &buffer, kinds: vocabulary.kindNames, renaming, senders: vocabulary.senders,
            abstraction: vocabulary.abstraction, bounds: vocabulary.bounds)
        for monitor in monitors { monitor.obligation.append(to: &buffer, now: checker.now) }
        return Fingerprint(buffer)
    }
}

// MARK: - Symmetric kinds

extension ExploredSession {
    /// Returns the names under which kinds that nothing tells apart are interchangeable: in the order in which they
    /// are present, then those with an animation, then those without.
    func renaming(_ vocabulary: ExplorationContext) -> KindRenaming {
        var renaming = KindRenaming()
        guard !vocabulary.symmetricKinds.isEmpty else { return renaming }
        var present = checker.presentGifts.compactMap { vocabulary.kindNames.firstIndex(of: $0.kind) }
        if let latestGift { present.append(latestGift.kind) }
        for kinds in vocabulary.symmetricKinds { renaming.rename(kinds, present: present, missing: missingKinds) }
        return renaming
    }
}
