/// The states to which a search may go back, of which most are forgotten and found again when they are needed.
///
/// A log with many thousands of lines has as many states, each with all waiting gifts. The latest ones and those of every
/// ``keptDepths`` steps are kept; another one follows from the kept one before it by the same steps.
struct SearchTree {
    /// A reference to a state.
    struct Node: Hashable {
        fileprivate let index: Int
    }

    private struct Entry {
        /// The state; `nil` while it is forgotten.
        var state: ConformanceState?
        /// The index of the state before it, and how this one follows; `nil` for one that is never forgotten.
        let origin: (parent: Int, step: ConformanceStep, pick: Int)?
        let depth: Int
    }

    private var entries: [Entry]
    /// The first entry whose state was not forgotten because of its age.
    private var firstRecent = 0

    private static let keptDepths = 256
    private static let recentCount = 1_024

    /// The first state.
    let root = Node(index: 0)

    init(_ first: ConformanceState) {
        entries = [Entry(state: first, origin: nil, depth: 0)]
    }

    /// Adds a state that follows from another one, and forgets older ones.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - node: The one before it; `nil` if that is not in the tree any more.
    ///   - step: The step between them.
    ///   - pick: Which one of the states after the step it is.
    mutating func add(_ state: ConformanceState, after node: Node?, by step: ConformanceStep, _ pick: Int) -> Node {
        guard let node else {
            entries.append(Entry(state: state, origin: nil, depth: 0))
            return Node(index: entries.count - 1)
        }
        let depth = entries[node.index].depth + 1
        entries.append(Entry(state: state, origin: (node.index, step, pick), depth: depth))
        while firstRecent < entries.count - Self.recentCount {
            forget(firstRecent)
            firstRecent += 1
        }
        return Node(index: entries.count - 1)
    }

    /// Removes all states, to which nothing goes back.
    mutating func clear() { (entries, firstRecent) = ([], 0) }

    /// Returns a state, and frees those that were added after it: a search goes back to the latest one first.
    mutating func state(of node: Node, in search: ConformanceSearch) -> ConformanceState {
        entries.removeLast(entries.count - node.index - 1)
        firstRecent = min(firstRecent, entries.count)
        var forgotten: [Int] = []
        var index = node.index
        while entries[index].state == nil, let origin = entries[index].origin {
            forgotten.append(index)
            index = origin.parent
        }
        for next in forgotten.reversed() {
            guard let before = entries[index].state, let origin = entries[next].origin else { continue }
            entries[next].state = search.successors(of: before, by: origin.step)[origin.pick]
            index = next
        }
        guard let state = entries[node.index].state else {
            preconditionFailure("a state follows from the one before it")
        }
        return state
    }

    private mutating func forget(_ index: Int) {
        guard entries[index].origin != nil, !entries[index].depth.isMultiple(of: Self.keptDepths) else { return }
        entries[index].state = nil
    }
}
