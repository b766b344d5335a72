/// A tree of the first path to each state; each entry refers to the state before it.
struct PathTree {
    typealias Index = UInt32

    /// The end of a path that violates a rule.
    struct ViolatingPath: Sendable {
        /// The state before the violation.
        let path: Index
        /// The move that causes the violation; `nil` for the end of the session.
        let move: Move?
    }

    private var parents = ChunkedArray<UInt32>(0)
    private var moves = ChunkedArray(PackedMove(.wait))

    /// The start of every session.
    let root: Index = 0

    mutating func append(_ move: Move, to parent: Index) -> Index {
        parents.append(parent)
        moves.append(PackedMove(move))
        return Index(truncatingIfNeeded: parents.count - 1)
    }

    /// Returns the state before a state, and the move from there.
    func step(to path: Index) -> (parent: Index, move: Move) { (parents[Int(path)], moves[Int(path)].move) }

    /// Returns the moves from the start to a state.
    func moves(to path: Index) -> [Move] {
        var backwards: [Move] = []
        var index = Int(path)
        while index != root {
            backwards.append(moves[index].move)
            index = Int(parents[index])
        }
        return backwards.reversed()
    }

    /// Returns the moves from the start. A last element of `nil` is the end of the session.
    func moves(to end: ViolatingPath) -> [Move?] {
        moves(to: end.path) + [end.move]
    }
}

/// A move in three bytes, to save memory: there is one for each state.
private struct PackedMove {
    private let moveType: UInt8
    private let kind: UInt8
    private let sender: UInt8

    init(_ move: Move) {
        switch move {
        case .wait: (moveType, kind, sender) = (0, 0, 0)
        case .gift(let kind, let sender):
            (moveType, self.kind, self.sender) = (1, UInt8(clamping: kind), UInt8(clamping: sender))
        case .change(let index): (moveType, kind, sender) = (2, UInt8(clamping: index), 0)
        case .action(let action, let kind):
            let index = ExplorationPlan.Action.allCases.firstIndex(of: action) ?? 0
            (moveType, self.kind, sender) = (3 + UInt8(clamping: index), UInt8(clamping: kind), 0)
        }
    }

    var move: Move {
        switch moveType {
        case 0: .wait
        case 1: .gift(kind: Int(kind), sender: Int(sender))
        case 2: .change(Int(kind))
        default: .action(ExplorationPlan.Action.allCases[Int(moveType) - 3], kind: Int(kind))
        }
    }
}

/// An array that grows without being copied.
private struct ChunkedArray<Element: Sendable>: Sendable {
    private static var chunkSize: Int { 1 << 15 }

    private var chunks: ContiguousArray<ContiguousArray<Element>>
    private(set) var count = 1

    init(_ first: Element) { chunks = [[first]] }

    subscript(index: Int) -> Element { chunks[index / Self.chunkSize][index % Self.chunkSize] }

    mutating func append(_ element: Element) {
        if count % Self.chunkSize == 0 {
            chunks.append([])
            chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
        }
        chunks[chunks.count - 1].append(element)
        count += 1
    }
}
