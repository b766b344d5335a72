import ExactNumbers
import Playback
import Scenarios

/// One step of a session.
enum Move: Hashable, Sendable {
    /// Nothing happens until the next instant of the grid.
    case wait
    /// A gift of one of the kinds arrives from one of the senders.
    case gift(kind: Int, sender: Int)
    /// An action; `kind` is the index of the gift kind whose animation changes, and otherwise 0.
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
    let gifts: [Move]
    let actions: [Move]

    init(_ plan: ExplorationPlan) {
        kinds = plan.kinds
        kindNames = plan.kinds.map(\.name)
        forbiddenConditions = plan.forbiddenConditions
        let watched = plan.forbiddenConditions.reduce(StateAbstraction()) { $0.union($1.abstraction) }
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
            case .close, .clear, .pause, .resume, .mode: [.action(action, kind: 0)]
            }
        }
    }
}

/// A session in progress: the controller, the model that checks it and the missing animations.
struct ExploredSession<Controller: PolicyController>: Sendable {
    private(set) var controller: Controller
    private(set) var checker = InvariantChecker(roundLimit: .max)
    private var missingKinds: UInt64 = 0

    /// Starts the session of `controller`, which must not have begun.
    init(_ controller: Controller) {
        self.controller = controller
        let trace = self.controller.advance(to: 0)
        checker.record(nil, at: 0, trace, self.controller)
    }

    /// Returns the next instant of the grid; `nil` if time makes no difference any more.
    func nextInstant(_ vocabulary: ExplorationContext) -> Nanoseconds? {
        checker.nextInstant(due: controller.nextDue, abstraction: vocabulary.abstraction)
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
            }
        }
    }

    /// Makes a move. `wait` advances to the next instant of the grid, and has no effect if there is none.
    mutating func perform(_ move: Move, _ vocabulary: ExplorationContext) {
        guard let input = input(move, vocabulary) else {
            guard let instant = nextInstant(vocabulary) else { return }
            let trace = controller.advance(to: instant)
            return checker.record(nil, at: instant, trace, controller)
        }
        switch move {
        case .action(.missing, let kind): missingKinds |= 1 << kind
        case .action(.ready, let kind): missingKinds &= ~(1 << kind)
        default: break
        }
        let now = checker.now
        let trace = controller.handle(input, at: now)
        checker.record(input, at: now, trace, controller)
    }

    /// Ends the session.
    mutating func end() {
        let now = checker.now
        let trace = controller.handle(.end, at: now)
        checker.record(.end, at: now, trace, controller)
    }

    /// Returns the first violation of the last step; `nil` if there is none.
    func violation(_ vocabulary: ExplorationContext) -> Violation? {
        if let first = checker.violations.first { return first }
        for expression in vocabulary.forbiddenConditions {
            if let problem = expression.problem(in: checker) {
                return Violation(rule: .forbidden(expression.text), problem: problem, at: checker.now)
            }
        }
        return nil
    }

    /// Returns a hash that this state shares with all states that have the same future.
    func fingerprint(_ vocabulary: ExplorationContext, buffer: inout [Int64]) -> Fingerprint {
        buffer.removeAll(keepingCapacity: true)
        buffer.append(Int64(bitPattern: missingKinds))
        controller.appendCanonicalState(to: &buffer)
        checker.appendCanonicalState(
            to: &buffer, kinds: vocabulary.kindNames, senders: vocabulary.senders, abstraction: vocabulary.abstraction)
        return Fingerprint(buffer)
    }
}
