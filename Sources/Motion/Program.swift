/// A motion made ready to be asked for any time: its tree with lengths and ends added up.
final class Program: Sendable {
    let nodes: [Node]
    let children: [Child]
    let changes: [ChannelChange]
    /// How many parallels are inside each other at most.
    let parallelDepth: Int

    init(nodes: [Node], children: [Child], changes: [ChannelChange], parallelDepth: Int) {
        self.nodes = nodes
        self.children = children
        self.changes = changes
        self.parallelDepth = parallelDepth
    }

    /// The node of the whole motion.
    var root: Int { nodes.count - 1 }

    /// A motion in the tree; those inside it stand before it in the list.
    struct Node {
        let kind: Kind
        let length: Int64
        /// What has become of a pose at its end; for one without end, in the first moment of its reverse.
        let end: Changes
        /// What becomes of a pose in its first moment.
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
        case thereAndBack(Int, half: Int64)
        case speed(Int, Double, limit: Int64)
        case lasting(Int, from: Int64, to: Int64)
        case repeated(Int, each: Int64)
    }

    /// One of the motions of a sequence or parallel.
    struct Child {
        let node: Int
        /// When it begins; 0 in parallel.
        let beginning: Int64
        /// What all before it in the sequence have done.
        let before: Changes
    }

    /// Some of a program's changes, in order.
    struct Changes {
        let first: Int32
        let count: Int32

        static let none = Changes(first: 0, count: 0)
    }
}
