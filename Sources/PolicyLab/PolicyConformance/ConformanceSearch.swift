import ExactNumbers
import Playback

/// A search for a run of a policy that gives a log.
///
/// It goes through the decisions of the controller in order of time, follows what can happen next, the simplest first,
/// and goes back where a decision is not in the log.
struct ConformanceSearch {
    let index: LogIndex
    /// Whether closes of the viewer are inferred.
    let infersClose: Bool
    /// The starts of gifts at another moment than their turn.
    let lateStarts: Set<Int>
    /// The number of steps that the search may try.
    let maxSteps: Int

    /// The result of a search.
    enum Result {
        case found(ConformanceState)
        /// No run gives the log; the mismatches are those of the furthest states.
        case refused(line: Int, ConformanceState, [ConformanceMismatch])
        /// The search reached its limit; the rest is as for a refused log, as far as it got.
        case undecided(line: Int, ConformanceState, [ConformanceMismatch])
    }

    private struct Frame {
        let node: SearchTree.Node
        var steps: ArraySlice<ConformanceStep>
    }

    /// The mismatches of the furthest states.
    private struct Furthest {
        var line = -1
        var state: ConformanceState
        var mismatches: [ConformanceMismatch] = []

        private static let maxCount = 8

        mutating func reach(_ newLine: Int, _ newState: ConformanceState) {
            if newLine > line {
                (line, state, mismatches) = (newLine, newState, [])
            } else if newLine == line, newState.takenCount > state.takenCount {
                state = newState
            }
        }

        mutating func add(_ mismatch: ConformanceMismatch) {
            reach(mismatch.line, mismatch.state)
            if mismatch.line == line, mismatches.count < Self.maxCount { mismatches.append(mismatch) }
        }
    }

    init(_ index: LogIndex, infersClose: Bool, maxSteps: Int) {
        self.index = index
        self.infersClose = infersClose
        self.maxSteps = maxSteps
        lateStarts = Self.lateStarts(in: index)
    }

    /// Searches for a run that begins with these settings, which the line `statement` states.
    func run(settings: Settings, statement: Int?) -> Result {
        let mayMerge = settings.combineWithin != nil || index.changesMerging
        var first = ConformanceState(
            controller: PlaybackController(settings: settings), present: PresentGifts(index, mayMerge: mayMerge),
            now: index.lines.isEmpty ? 0 : index.span(0).low)
        _ = first.controller.advance(to: 0)
        if let statement { first.take(statement) }
        guard first.front < index.lines.count else { return .found(first) }
        var furthest = Furthest(state: first)
        var visited: [ConformanceState.Key: [ConformanceState.Times]] = [:]
        var tree = SearchTree(first)
        var stack = [Frame(node: tree.root, steps: steps(after: first)[...])]
        furthest.reach(firstDecision(of: first), first)
        var tried = 0
        while var frame = stack.popLast() {
            guard let step = frame.steps.popFirst() else { continue }
            let state = tree.state(of: frame.node, in: self)
            // A frame without other steps is not needed any more, which keeps the memory of a clear log small.
            let isOnlyWay = frame.steps.isEmpty && stack.isEmpty
            if isOnlyWay {
                visited = [:]
                tree.clear()
            } else if !frame.steps.isEmpty {
                stack.append(frame)
            }
            tried += 1
            if tried > maxSteps { return .undecided(line: furthest.line, furthest.state, furthest.mismatches) }
            let states = successors(of: state, by: step) { furthest.add($0) }
            for (pick, next) in states.enumerated().reversed() {
                guard next.front < index.lines.count else { return .found(next) }
                furthest.reach(firstDecision(of: next), next)
                if !stack.isEmpty || states.count > 1 {
                    let (key, times) = (next.key, next.times)
                    if visited[key]?.contains(where: { $0.cover(times) }) == true { continue }
                    visited[key, default: []].append(times)
                }
                let node = tree.add(next, after: isOnlyWay ? nil : frame.node, by: step, pick)
                stack.append(Frame(node: node, steps: steps(after: next)[...]))
            }
        }
        return .refused(line: furthest.line, furthest.state, furthest.mismatches)
    }

    /// Returns the states that can follow a step, in the same order each time.
    func successors(
        of state: ConformanceState, by step: ConformanceStep, mismatch: (ConformanceMismatch) -> Void = { _ in }
    ) -> [ConformanceState] {
        var states: [ConformanceState] = []
        for expansion in expand(state, step) {
            switch expansion {
            case .state(let next): states.append(next)
            case .mismatch(let found): mismatch(found)
            }
        }
        return states
    }
}
