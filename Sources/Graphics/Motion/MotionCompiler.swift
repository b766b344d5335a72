/// A compiler that converts a motion to a program in one pass over its operations.
struct MotionCompiler {
    private var nodes: [Program.Node] = []
    private var children: [Program.Child] = []
    private var changes: [ChannelChange] = []
    private var openParts: [Part] = []

    /// A node that has no parent yet.
    private struct Part {
        var node: Int
        var start: AffineMap
        var end: AffineMap
        var length: Int64
        var parallelDepth: Int
    }

    /// Returns the program of a motion.
    static func program(of motion: MotionPlan) -> Program {
        var compiler = MotionCompiler()
        compiler.nodes.reserveCapacity(motion.operations.count)
        for operation in motion.operations { compiler.compile(operation) }
        return compiler.program(parallelDepth: compiler.openParts.last?.parallelDepth ?? 0)
    }

    private func program(parallelDepth: Int) -> Program {
        Program(nodes: nodes, children: children, changes: changes, parallelDepth: parallelDepth)
    }

    /// Compiles an operation and consumes its operands.
    private mutating func compile(_ operation: Operation) {
        switch operation {
        case .tween(let tween): addNode(.tween(tween), length: tween.length, start: tween.start, end: tween.end)
        case .keyframes(let track):
            addNode(.keyframes(track), length: track.frames.last?.time ?? 0, start: track.start, end: track.end)
        case .wait(let length): addNode(.wait, length: length, start: .identity, end: .identity)
        case .sequence(let count): compileSequence(popOperands(count))
        case .parallel(let count): compileParallel(popOperands(count))
        default:
            if let operand = openParts.popLast() { compile(operation, on: operand) }
        }
    }

    /// Removes and returns the last `count` nodes without a parent.
    private mutating func popOperands(_ count: Int) -> [Part] {
        let parts = Array(openParts.suffix(count))
        openParts.removeLast(parts.count)
        return parts
    }

    /// Compiles an operation with one operand.
    private mutating func compile(_ operation: Operation, on part: Part) {
        let length = operation.length(of: [part.length])
        switch operation {
        case .delay(let delay, let holdsStart):
            addNode(
                .delay(part.node, by: delay, holdsStart: holdsStart), length: length,
                start: holdsStart ? part.start : .identity, end: part.end, depth: part.parallelDepth)
        case .prefix:
            let end = state(of: part, at: length)
            addNode(.prefix(part.node), length: length, start: part.start, end: end, depth: part.parallelDepth)
        case .reversed:
            addNode(.reversed(part.node), length: length, start: part.end, end: part.start, depth: part.parallelDepth)
        case .autoreversed:
            addNode(
                .autoreversed(part.node, half: part.length), length: length, start: part.start, end: part.start,
                depth: part.parallelDepth)
        case .speed(let speed, _):
            addNode(
                .speed(part.node, speed, limit: part.length), length: length, start: part.start, end: part.end,
                depth: part.parallelDepth)
        case .lasting:
            addNode(
                .lasting(part.node, from: length, to: part.length), length: length,
                start: part.start, end: part.end, depth: part.parallelDepth)
        case .repeated(let times, _):
            addNode(
                .repeated(part.node, each: part.length), length: length, start: part.start,
                end: times == .endless ? part.end : part.end.power(times), depth: part.parallelDepth)
        case .tween, .keyframes, .wait, .sequence, .parallel: break
        }
    }

    /// Compiles a sequence of motions.
    private mutating func compileSequence(_ parts: [Part]) {
        let first = children.count
        var before = AffineMap.identity
        var start: AffineMap?
        var beginning: Int64 = 0
        for part in parts {
            children.append(Program.Child(node: part.node, beginning: beginning, before: appendChanges(of: before)))
            if start == nil, part.length > 0 {
                start = before
                start?.append(part.start)
            }
            before.append(part.end)
            beginning = beginning.lengthened(by: part.length)
            // No motion after an endless one ever begins.
            if beginning == .endless { break }
        }
        addNode(
            .sequence(first..<children.count), length: beginning, start: start ?? before, end: before,
            depth: parts.map(\.parallelDepth).max() ?? 0)
    }

    /// Compiles parallel motions.
    private mutating func compileParallel(_ parts: [Part]) {
        let first = children.count
        var start = AffineMap.identity
        var end = AffineMap.identity
        for part in parts {
            children.append(Program.Child(node: part.node, beginning: 0, before: .none))
            start.append(part.start)
            end.append(part.end)
        }
        addNode(
            .parallel(first..<children.count), length: parts.map(\.length).max() ?? 0, start: start, end: end,
            depth: 1 + (parts.map(\.parallelDepth).max() ?? 0))
    }

    /// Returns the effect of a node on a pose at a time within its length.
    private func state(of part: Part, at time: Int64) -> AffineMap {
        var map = AffineMap()
        program(parallelDepth: part.parallelDepth).evaluate(part.node, at: time, into: &map)
        return map
    }

    /// Appends a node.
    private mutating func addNode(
        _ kind: Program.Kind, length: Int64, start: AffineMap, end: AffineMap, depth: Int = 0
    ) {
        // A node of length 0 has its end state from the start.
        let start = length == 0 ? end : start
        nodes.append(
            Program.Node(kind: kind, length: length, end: appendChanges(of: end), start: appendChanges(of: start)))
        openParts.append(
            Part(node: nodes.count - 1, start: start, end: end, length: length, parallelDepth: depth))
    }

    /// Appends the changes of a map and returns their range.
    private mutating func appendChanges(of map: AffineMap) -> Program.Changes {
        let first = changes.count
        changes.append(contentsOf: map.changes)
        return Program.Changes(first: Int32(truncatingIfNeeded: first), count: Int32(changes.count - first))
    }
}
