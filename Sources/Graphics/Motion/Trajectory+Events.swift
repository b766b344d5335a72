/// Something that a movement has completed.
public struct MotionEvent: Hashable, Sendable {
    /// What was completed.
    public enum Kind: Hashable, Sendable {
        /// The part of a sequence with this index, from 0.
        case segment(Int)
        /// The iteration of a repeated movement with this number, from 1.
        case iteration(Int)
    }

    /// What was completed.
    public let kind: Kind
    /// When it was completed, in nanoseconds after the beginning of the trajectory.
    public let nanoseconds: Int64

    /// When it was completed, after the beginning of the trajectory.
    public var time: Duration { .nanoseconds(nanoseconds) }

    /// Creates an event.
    public init(_ kind: Kind, atNanoseconds nanoseconds: Int64) {
        self.kind = kind
        self.nanoseconds = nanoseconds
    }
}

extension Trajectory {
    /// The deepest nesting of sequences and repetitions whose events are reported.
    static let maxEventDepth = 32

    /// Returns what is completed after one time and up to another one, in order.
    ///
    /// These are the parts of sequences and the iterations of repeated movements, also of those in each other; the inner
    /// ones come first. Movements in parallel, reversed or at another speed count as one part each.
    ///
    /// - Parameters:
    ///   - start: The time after which events are returned; before the beginning, for those at the beginning too.
    ///   - end: The last time whose events are returned.
    ///   - limit: The most events, the first ones: a short movement may be repeated any number of times.
    public func events(after start: Duration, through end: Duration, limit: Int = 1_000) -> [MotionEvent] {
        events(
            afterNanoseconds: start < .zero ? -1 : start.wholeNanoseconds, throughNanoseconds: end.wholeNanoseconds,
            limit: limit)
    }

    /// Returns what is completed after one time and up to another one, both in nanoseconds after the beginning.
    public func events(
        afterNanoseconds start: Int64, throughNanoseconds end: Int64, limit: Int = 1_000
    ) -> [MotionEvent] {
        var collection = MotionEventCollection(program: program, start: start, end: end, limit: limit)
        collection.visit(program.root, from: 0, depth: 0)
        return collection.events
    }
}

/// The events of a program within a period.
private struct MotionEventCollection {
    let program: Program
    let start: Int64
    let end: Int64
    let limit: Int
    var events: [MotionEvent] = []

    private var isFull: Bool { events.count >= limit }

    /// Adds the events of a node that begins at a time.
    mutating func visit(_ index: Int, from beginning: Int64, depth: Int) {
        guard depth < Trajectory.maxEventDepth, beginning <= end, !isFull else { return }
        let node = program.nodes[index]
        switch node.kind {
        case .sequence(let range):
            for (number, child) in program.children[range].enumerated() {
                let childStart = beginning.lengthened(by: child.beginning)
                let length = program.nodes[child.node].length
                let childEnd = length == .endless ? Int64.max : childStart.lengthened(by: length)
                guard childStart <= end, !isFull else { return }
                if childEnd < start { continue }
                visit(child.node, from: childStart, depth: depth + 1)
                if length != .endless { add(.segment(number), at: childEnd) }
            }
        case .repeated(let child, let each):
            guard each > 0, each != .endless else { return }
            let count = node.length == .endless ? Int64.max : node.length / each
            var number = max(0, (start - beginning) / each)
            while number < count, !isFull {
                let (passed, overflows) = each.multipliedReportingOverflow(by: number)
                guard !overflows, beginning.lengthened(by: passed) <= end else { return }
                visit(child, from: beginning.lengthened(by: passed), depth: depth + 1)
                add(.iteration(Int(number) + 1), at: beginning.lengthened(by: passed).lengthened(by: each))
                number += 1
            }
        case .delay(let child, let delay, _): visit(child, from: beginning.lengthened(by: delay), depth: depth + 1)
        case .tween, .keyframes, .wait, .parallel, .prefix, .reversed, .autoreversed, .speed, .lasting: break
        }
    }

    private mutating func add(_ kind: MotionEvent.Kind, at time: Int64) {
        guard !isFull, time > start, time <= end else { return }
        events.append(MotionEvent(kind, atNanoseconds: time))
    }
}
