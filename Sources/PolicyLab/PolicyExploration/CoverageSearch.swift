import ExactNumbers
public import Playback
public import Scenarios

/// A session that covers goals, with what the policy decides in it.
public struct CoverageScript: Sendable {
    /// The session as a scenario, whose expectations are what the policy decides.
    public let scenario: Scenario
    /// The complete trace.
    public let trace: [TraceEvent]
    /// The goals that no script before this one covers.
    public internal(set) var goals: [CoverageGoal]
}

/// Scripts that cover what a policy can do.
public struct CoverageScripts: Sendable {
    /// The scripts, the shortest first.
    public internal(set) var scripts: [CoverageScript] = []
    /// The goals that were found, sorted; a setting of which no session depends is among them.
    public internal(set) var goals: [CoverageGoal] = []
    /// The goals that no script covers, sorted.
    public internal(set) var uncovered: [CoverageGoal] = []
    /// The number of states that were visited.
    public internal(set) var states = 0
    /// Whether the limit of states was reached, so that there may be further goals.
    public internal(set) var isCut = false

    /// Returns the numbers of covered and of all goals of a kind.
    public func counts(of coverage: Coverage) -> (covered: Int, all: Int) {
        let all = goals.count { $0.coverage == coverage }
        return (all - uncovered.count { $0.coverage == coverage }, all)
    }
}

extension ExplorationPlan {
    /// Finds scripts that cover the transitions, the settings, or the boundaries of the policy, each goal by a session
    /// of the fewest gifts and actions.
    ///
    /// - Parameter coverage: What to cover.
    public func scripts(covering coverage: Set<Coverage>) -> CoverageScripts {
        let controller = PlaybackController(settings: settings, roundLimit: .max)
        var search = CoverageSearch(self, controller, coverage)
        search.run()
        return search.result
    }
}

/// A search, level by level, for the first session that reaches each goal.
private struct CoverageSearch<Controller: PolicyController> {
    private struct Node {
        let session: SessionBox<Controller>
        let observer: CoverageObserver
        let used: UsedMoves
        let path: PathTree.Index
    }

    private let plan: ExplorationPlan
    private let controller: Controller
    private let coverage: Set<Coverage>
    /// The kinds of goals that the search looks for.
    private let observed: Set<Coverage>
    private let vocabulary: ExplorationContext
    private var paths = PathTree()
    private var visited: [Fingerprint: [UsedMoves]] = [:]
    /// The first path to each goal, in the order in which they were found.
    private var firstPaths: [CoverageGoal: [Move]] = [:]
    private var found: [CoverageGoal] = []
    private var buffer: [Int64] = []
    private(set) var result = CoverageScripts()

    init(_ plan: ExplorationPlan, _ controller: Controller, _ coverage: Set<Coverage>) {
        self.plan = plan
        self.controller = controller
        self.coverage = coverage
        // The scripts that tell the values of settings apart are among those of the other goals.
        observed = coverage.contains(.settings) ? Set(Coverage.allCases) : coverage
        vocabulary = ExplorationContext(plan)
    }

    mutating func run() {
        let start = ExploredSession(controller, vocabulary)
        var level = [
            Node(
                session: SessionBox(start), observer: CoverageObserver(), used: UsedMoves(gifts: 0, actions: 0),
                path: paths.root)
        ]
        while !level.isEmpty, !result.isCut {
            var next: [Node] = []
            while !level.isEmpty, !result.isCut {
                var wave: [Node] = []
                for node in level { expand(node, &wave, &next) }
                level = wave
            }
            level = next
        }
        result.states = visited.count
        selectScripts()
    }

    private mutating func expand(_ node: Node, _ wave: inout [Node], _ next: inout [Node]) {
        let session = node.session.session
        if session.nextInstant(vocabulary) != nil, let child = step(node, session, .wait, node.used) {
            wave.append(child)
        }
        let (gifts, actions) = (node.used.gifts, node.used.actions)
        if gifts < plan.maxGifts {
            let used = UsedMoves(gifts: gifts + 1, actions: actions)
            for move in vocabulary.moves.gifts { if let child = step(node, session, move, used) { next.append(child) } }
        }
        if actions < plan.maxActions {
            let used = UsedMoves(gifts: gifts, actions: actions + 1)
            for move in vocabulary.moves.actions where !session.isRedundant(move, 0) {
                if let child = step(node, session, move, used) { next.append(child) }
            }
        }
    }

    /// Makes a move and notes what it covers; returns the state after it if that is new.
    private mutating func step(
        _ node: Node, _ before: ExploredSession<Controller>, _ move: Move, _ used: UsedMoves
    ) -> Node? {
        guard !result.isCut else { return nil }
        var (session, observer) = (before, node.observer)
        for goal in Self.perform(move, &session, &observer, vocabulary, observed) where firstPaths[goal] == nil {
            firstPaths[goal] = paths.moves(to: node.path) + [move]
            found.append(goal)
        }
        buffer.removeAll(keepingCapacity: true)
        let state = session.fingerprint(vocabulary, buffer: &buffer)
        observer.appendMarks(to: &buffer, now: session.checker.now)
        buffer += [Int64(bitPattern: state.high), Int64(bitPattern: state.low)]
        let key = Fingerprint(buffer)
        let known = visited[key] ?? []
        guard !known.contains(where: { $0.gifts <= used.gifts && $0.actions <= used.actions }) else { return nil }
        visited[key] = known + [used]
        result.isCut = visited.count > plan.stateLimit
        return Node(
            session: SessionBox(session), observer: observer, used: used, path: paths.append(move, to: node.path))
    }

    /// Makes a move and returns what it covers.
    private static func perform(
        _ move: Move, _ session: inout ExploredSession<Controller>, _ observer: inout CoverageObserver,
        _ vocabulary: ExplorationContext, _ coverage: Set<Coverage>
    ) -> [CoverageGoal] {
        observer.look(session, vocabulary)
        let before = session
        let input = session.input(move, vocabulary)
        let trace = session.perform(move, vocabulary)
        let now = session.checker.now
        // What an input changes has boundaries too, such as the start of a presentation at this moment.
        let goals = observer.goals(of: input, in: before, now: now, trace, coverage)
        observer.look(session, vocabulary)
        observer.settle(at: now)
        return goals
    }

    // MARK: - Scripts

    /// Chooses scripts so that each goal is covered: the longest ones first, because they cover goals of others.
    private mutating func selectScripts() {
        let wanted = found.filter { coverage.contains($0.coverage) }
        var open = Set(wanted)
        var candidates: [[Move]] = []
        var known: Set<[Move]> = []
        for goal in found { if let path = firstPaths[goal], known.insert(path).inserted { candidates.append(path) } }
        let goalsOfPaths = Dictionary(grouping: wanted) { firstPaths[$0] ?? [] }
        let longestFirst = candidates.enumerated().sorted {
            ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
        }
        var chosen: [(order: Int, script: CoverageScript)] = []
        for (order, path) in longestFirst {
            guard let last = goalsOfPaths[path], last.contains(where: open.contains) else { continue }
            var script = script(path)
            script.goals = script.goals.filter { open.remove($0) != nil }.sorted()
            chosen.append((order, script))
        }
        result.scripts = chosen.sorted { $0.order < $1.order }.map(\.script)
        result.goals = wanted.sorted()
        result.uncovered = open.sorted()
        if coverage.contains(.settings) { coverSettings(candidates) }
    }

    private func script(_ moves: [Move]) -> CoverageScript {
        var (session, observer) = (ExploredSession(controller, vocabulary), CoverageObserver())
        var events: [Scenario.Event] = []
        var goals: [CoverageGoal] = []
        for move in moves {
            if let input = session.input(move, vocabulary) {
                events.append(Scenario.Event(at: session.checker.now, input))
            }
            goals += Self.perform(move, &session, &observer, vocabulary, observed)
        }
        var until: Nanoseconds?
        let trace = Counterexample.trace(controller, events, until: &until, notBefore: session.checker.now)
        let scenario = Scenario(
            settings: plan.settings.differences(from: Settings()), events: events, until: until,
            expectations: Counterexample.expectations(trace))
        return CoverageScript(scenario: scenario, trace: trace, goals: goals)
    }

    // MARK: - Settings

    /// Adds, for each other value of a setting, the shortest script that ends differently with it.
    private mutating func coverSettings(_ candidates: [[Move]]) {
        // Scripts of the other coverages that are chosen already cost nothing more.
        var scripts = result.scripts
        var all: [CoverageScript] = []
        for setting in plan.settings.variations {
            let goal = CoverageGoal(coverage: .settings, description: "\(setting.key.name) is not \(setting.value)")
            result.goals.append(goal)
            if let index = scripts.firstIndex(where: { $0.differs(with: setting) }) {
                scripts[index].goals.append(goal)
                continue
            }
            if all.isEmpty { all = candidates.map { script($0) } }
            guard var script = all.first(where: { $0.differs(with: setting) }) else {
                result.uncovered.append(goal)
                continue
            }
            script.goals = [goal]
            scripts.append(script)
        }
        result.scripts = scripts
        result.goals.sort()
        result.uncovered.sort()
    }
}

extension CoverageScript {
    /// Returns whether the policy decides differently in the session if it begins with another value of a setting.
    fileprivate func differs(with setting: Setting) -> Bool {
        var trace: [TraceEvent] = []
        scenario.run(overriding: [setting]) { trace.append($0) }
        return trace.filter(\.isDecision) != self.trace.filter(\.isDecision)
    }
}

extension TraceEvent {
    /// Whether the line is not about the settings.
    fileprivate var isDecision: Bool { if case .settings = kind { false } else { true } }
}

extension Settings {
    /// Settings that differ from these in one value: each other word, and the nearest other numbers.
    fileprivate var variations: [Setting] {
        func near(_ time: Nanoseconds?) -> [Nanoseconds?] {
            guard let time, time > 0 else { return [.second] }
            return [time - 1, time + 1]
        }
        var settings: [Setting] = Mode.allCases.map { .mode($0) }
        settings += [-1, 1].map { .replaceAt(Millionths(max(0, replaceAt.count + $0))) }
        settings += Early.allCases.map { .early($0) } + Backlog.allCases.map { .backlog($0) }
        settings += (maxWaiting.map { [max(0, $0 - 1), $0 + 1] } ?? [1]).map { .maxWaiting($0) }
        settings += Overflow.allCases.map { .overflow($0) } + near(expireAfter).map { .expireAfter($0) }
        settings += near(combineWithin).map { .combineWithin($0) } + Order.allCases.map { .order($0) }
        settings += near(gap).compactMap { $0 }.map { .gap($0) } + Missing.allCases.map { .missing($0) }
        settings +=
            near(waitAtMost).compactMap { $0 }.map { .waitAtMost($0) } + LoopWhile.allCases.map { .loopWhile($0) }
        return settings.filter { self[$0.key] != $0 }
    }
}
