extension Program {
    /// Sends all changes of the motion at `node`, `time` nanoseconds after its beginning, to a receiver, in order.
    ///
    /// The traversal needs no recursion: it stores only the remaining siblings of parallel nodes, whose largest number
    /// is known. Any number of repetitions costs one multiplication.
    func evaluate(_ node: Int, at time: Int64, into receiver: inout some ChangeReceiver) {
        guard time >= 0 else { return }
        // A stored entry belongs to a parallel node whose last sibling has not begun, so there are at most as many
        // entries as nested parallel nodes. Each element is written before it is read.
        withUnsafeTemporaryAllocation(of: RemainingSiblings.self, capacity: parallelDepth + 1) { stack in
            var open = 0
            var place = Position(node: node, time: time, rate: 1, isBackwards: false)
            while true {
                switch descend(place, into: &receiver) {
                case .inner(let inner):
                    place = inner
                    continue
                case .parallel(let siblings):
                    if !siblings.isEmpty {
                        precondition(open < stack.count)
                        stack.initializeElement(at: open, to: RemainingSiblings(indices: siblings, position: place))
                        open += 1
                    }
                case .done: break
                }
                guard open > 0 else { break }
                place = stack[open - 1].next(in: children)
                if stack[open - 1].indices.isEmpty { open -= 1 }
            }
        }
    }

    /// A position of the traversal: a time within a node, and the rate of that time.
    fileprivate struct Position {
        var node: Int
        var time: Int64
        var rate: Double
        /// Whether time counts backwards from the imagined end of an endless motion.
        var isBackwards: Bool

        /// Mirrors the time within a length.
        mutating func reverse(of length: Int64) {
            time = length - time
            rate = -rate
        }
    }

    /// The remaining siblings of a parallel node.
    private struct RemainingSiblings {
        var indices: Range<Int>
        var position: Position

        /// Removes the first sibling and returns its position.
        mutating func next(in children: [Child]) -> Position {
            var next = position
            next.node = children[indices.lowerBound].node
            indices = (indices.lowerBound + 1)..<indices.upperBound
            return next
        }
    }

    /// The next position of the traversal after a node.
    private enum TraversalStep {
        case inner(Position)
        case parallel(Range<Int>)
        case done
    }

    /// Applies the node's own changes and returns the next position.
    @inline(__always)
    private func descend(_ outer: Position, into receiver: inout some ChangeReceiver) -> TraversalStep {
        var place = outer
        let length = nodes[place.node].length
        if place.isBackwards, length != .endless {
            if place.time >= length { return apply(nodes[place.node].start, into: &receiver) }
            place.isBackwards = false
            place.reverse(of: length)
        }
        if place.time >= length, length != .endless { return apply(nodes[place.node].end, into: &receiver) }
        switch nodes[place.node].kind {
        case .wait: return .done
        case .tween(let tween):
            tween.evaluate(at: place.time, rate: place.rate, into: &receiver)
            return .done
        case .keyframes(let track):
            track.evaluate(at: place.time, rate: place.rate, into: &receiver)
            return .done
        case .parallel(let siblings): return .parallel(siblings)
        case .sequence(let range):
            let child = children[place.isBackwards ? range.upperBound - 1 : last(of: range, begunAt: place.time)]
            _ = apply(child.before, into: &receiver)
            place.node = child.node
            if !place.isBackwards { place.time -= child.beginning }
        case .delay(let node, let delay, let holdsStart):
            place.node = node
            if !place.isBackwards {
                if place.time < delay { return holdsStart ? apply(nodes[node].start, into: &receiver) : .done }
                place.time -= delay
            }
        case .prefix(let node): place.node = node
        case .reversed(let node):
            place.node = node
            if length == .endless { place.isBackwards.toggle() } else { place.reverse(of: length) }
        case .autoreversed(let node, let half):
            place.node = node
            if place.time >= half {
                place.time -= half
                place.reverse(of: half)
            }
        case .speed(let node, let speed, let limit):
            place.node = node
            place.time = min(place.time.multiplied(bySpeed: speed), min(limit, .maxLength))
            place.rate *= speed
        case .lasting(let node, let from, let to):
            place.node = node
            place.time = place.time.mapped(from: from, to: to)
            place.rate *= Double(to) / Double(from)
        case .repeated(let node, let each):
            applyRepetitions(node, each: each, place: &place, into: &receiver)
        }
        return .inner(place)
    }

    /// Applies all finished repetitions at once and moves to the current one.
    @inline(__always)
    private func applyRepetitions(
        _ node: Int, each: Int64, place: inout Position, into receiver: inout some ChangeReceiver
    ) {
        let (count, time) = place.time.quotientAndRemainder(dividingBy: each)
        let done = place.isBackwards ? nodes[node].start : nodes[node].end
        if count > 0 {
            for index in Int(done.first)..<Int(done.first) + Int(done.count) {
                let (factor, shift) = changes[index].power(count)
                receiver.change(
                    channel: changes[index].channel, factor: factor, shift: shift, factorRate: 0, shiftRate: 0)
            }
        }
        place.node = node
        place.time = time
        if place.isBackwards {
            place.isBackwards = false
            place.reverse(of: each)
        }
    }

    /// Returns the last child of a sequence that has begun at `time`, by binary search.
    @inline(__always)
    private func last(of range: Range<Int>, begunAt time: Int64) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low + 1 < high {
            let middle = (low + high) / 2
            if children[middle].beginning <= time { low = middle } else { high = middle }
        }
        return low
    }

    /// Applies a list of changes that are constant in time.
    @inline(__always)
    private func apply(_ list: Changes, into receiver: inout some ChangeReceiver) -> TraversalStep {
        for index in Int(list.first)..<Int(list.first) + Int(list.count) {
            let change = changes[index]
            receiver.change(
                channel: change.channel, factor: change.factor, shift: change.shift, factorRate: 0, shiftRate: 0)
        }
        return .done
    }
}
