/// A compiled motion that can be evaluated at any time: a tree with precomputed lengths and end states.
final class Program: Sendable {
    let nodes: [Node]
    let children: [Child]
    let changes: [ChannelChange]
    /// The greatest nesting depth of parallel nodes.
    let parallelDepth: Int

    init(nodes: [Node], children: [Child], changes: [ChannelChange], parallelDepth: Int) {
        self.nodes = nodes
        self.children = children
        self.changes = changes
        self.parallelDepth = parallelDepth
    }

    /// The index of the whole motion's node.
    var root: Int { nodes.count - 1 }

    /// A motion in the tree; its operands precede it in the list.
    struct Node {
        let kind: Kind
        let length: Int64
        /// The effect on a pose at the motion's end; for an endless motion, at the first moment of its reverse.
        let end: Changes
        /// The effect on a pose at the motion's first moment.
        let start: Changes
    }

    enum Kind {
        case tween(Tween)
        case keyframes(KeyframeTrack)
        case wait
        case sequence(Range<Int>)
        case parallel(Range<Int>)
        case delay(Int, by: Int64, holdsStart: Bool)
        case prefix(Int)
        case reversed(Int)
        case autoreversed(Int, half: Int64)
        case speed(Int, Double, limit: Int64)
        case lasting(Int, from: Int64, to: Int64)
        case repeated(Int, each: Int64)
    }

    /// An operand of a sequence or of a parallel node.
    struct Child {
        let node: Int
        /// The time at which the operand begins, in nanoseconds; 0 in parallel.
        let beginning: Int64
        /// The combined effect of all preceding operands of the sequence.
        let before: Changes
    }

    /// A range of a program's changes.
    struct Changes {
        let first: Int32
        let count: Int32

        static let none = Changes(first: 0, count: 0)
    }
}
