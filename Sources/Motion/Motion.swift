/// How a thing moves: a value that chains with others, without a clock and without a thing.
///
/// ```swift
/// let enter = Motion.from(.x, -40, spring: .gentle)
///     .with(.from(.opacity, 0, for: .milliseconds(200)))
///     .then(.to(.rotation, 90, for: .milliseconds(300), easing: .backOut))
/// let pose = enter.trajectory().pose(at: .milliseconds(120))
/// ```
///
/// At each time a motion takes the pose below it to another one. It knows only its own length: what comes before,
/// after or beside it can change without it. Before its beginning it does nothing; after its end it stays where it
/// ended.
///
/// - In a *sequence*, each starts from the pose where the one before ended.
/// - In *parallel*, each lies on top of those before it in the list. Of two that say where one property goes, the later
///   one wins from its own beginning on, in a smooth way from wherever the earlier one is by then; what `by` and added
///   keyframes do is added to whatever is below.
/// - Lengths are whole nanoseconds and add up exactly. What is without end is followed by nothing.
public struct Motion: Hashable, Sendable {
    var operations: [Operation]
    /// Nanoseconds, or ``Int64/endless``.
    var length: Int64

    private init(_ operations: [Operation], length: Int64) {
        self.operations = operations
        self.length = length
    }

    init(_ tween: Tween) {
        self.init([.tween(tween)], length: tween.length)
    }

    init(_ track: KeyframeTrack) {
        self.init([.keyframes(track)], length: track.frames.last?.time ?? 0)
    }

    /// Nothing at all, at once: a sequence of no motions.
    public static let none = Motion([.sequence(0)], length: 0)

    /// How long it lasts; nil when it never ends.
    public var duration: Duration? { length == .endless ? nil : .nanoseconds(length) }

    /// Nothing happens for a while.
    public static func wait(_ duration: Duration) -> Motion {
        duration.length == 0 ? .none : Motion([.wait(duration.length)], length: duration.length)
    }

    /// The motion with one more operation on it.
    private consuming func applying(_ operation: Operation, length: Int64) -> Motion {
        operations.append(operation)
        self.length = length
        return self
    }

    /// The operand of the last operation.
    private consuming func withoutLast(length: Int64) -> Motion {
        operations.removeLast()
        self.length = length
        return self
    }
}

extension Motion {
    /// One after the other.
    public static func sequence(_ motions: [Motion]) -> Motion {
        var result = Motion.none
        for motion in motions { result.append(motion) }
        return result
    }

    /// One after the other.
    public static func sequence(_ motions: Motion...) -> Motion { sequence(motions) }

    /// All at once, each on top of those before it; as long as the longest.
    public static func parallel(_ motions: [Motion]) -> Motion {
        var result = Motion.none
        for motion in motions { result.lay(motion) }
        return result
    }

    /// All at once, each on top of those before it; as long as the longest.
    public static func parallel(_ motions: Motion...) -> Motion { parallel(motions) }

    /// This motion, and the next one after its end.
    public consuming func then(_ next: Motion) -> Motion {
        append(next)
        return self
    }

    /// This motion, and another one on top of it from the same beginning.
    public consuming func with(_ other: Motion) -> Motion {
        lay(other)
        return self
    }

    /// A sequence in a sequence is one sequence, so that both ways to bracket three motions are the same value.
    private mutating func append(_ next: Motion) {
        join(next, length: length.lengthened(by: next.length)) { operation in
            if case .sequence(let count) = operation { count } else { nil }
        } operation: {
            .sequence($0)
        }
    }

    private mutating func lay(_ other: Motion) {
        join(other, length: max(length, other.length)) { operation in
            if case .parallel(let count) = operation { count } else { nil }
        } operation: {
            .parallel($0)
        }
    }

    private mutating func join(
        _ other: Motion, length: Int64, count: (Operation?) -> Int?, operation: (Int) -> Operation
    ) {
        if other == .none { return }
        if self == .none {
            self = other
            return
        }
        let own = count(operations.last)
        let others = count(other.operations.last)
        if own != nil { operations.removeLast() }
        operations.append(contentsOf: others == nil ? other.operations[...] : other.operations.dropLast())
        operations.append(operation((own ?? 1) + (others ?? 1)))
        self.length = length
    }
}

extension Motion {
    /// This motion, later. Until then nothing happens or, if it holds its start, its first pose stands: what fades in
    /// isn't seen while it waits.
    public consuming func delayed(by delay: Duration, holdingStart: Bool = false) -> Motion {
        let delay = delay.length
        if delay == 0 { return self }
        let length = length.lengthened(by: delay)
        if case .delay(let before, holdingStart) = operations.last {
            return withoutLast(length: 0).applying(
                .delay(before.lengthened(by: delay), holdsStart: holdingStart), length: length)
        }
        return applying(.delay(delay, holdsStart: holdingStart), length: length)
    }

    /// This motion so many times, each from where the one before ended; 0 or fewer times is nothing.
    public consuming func repeated(_ times: Int) -> Motion { repeated(min(Int64(max(0, times)), .longestLength)) }

    /// This motion again and again, until somebody stops it. One without a length happens once: it has no end to
    /// begin again at.
    public consuming func repeatedForever() -> Motion { length == 0 ? self : repeated(Int64.endless) }

    private consuming func repeated(_ times: Int64) -> Motion {
        if times == 0 { return .none }
        if times == 1 || length == .endless { return self }
        if case .repeated(let before, let each) = operations.last {
            let product = before.lengthened(times: times)
            return withoutLast(length: each).applying(
                .repeated(product, of: each), length: each.lengthened(times: product))
        }
        return applying(.repeated(times, of: length), length: length.lengthened(times: times))
    }

    /// Only the beginning of this motion: it stops in the middle and stays there.
    public consuming func prefix(_ duration: Duration) -> Motion {
        duration.length >= length ? self : applying(.prefix(duration.length), length: duration.length)
    }

    /// This motion backwards, from the pose it would have ended with to the one it starts from. One without end has its
    /// repetitions run backwards.
    public consuming func reversed() -> Motion {
        if case .reversed = operations.last { return withoutLast(length: length) }
        return applying(.reversed, length: length)
    }

    /// This motion, then the same backwards; nothing has changed in the end. One without end is never on its way back.
    public consuming func thereAndBack() -> Motion {
        length == .endless ? self : applying(.thereAndBack, length: length.lengthened(times: 2))
    }

    /// This motion `factor` times as fast, held within 1/1024 to 1024; its new length is rounded to a nanosecond.
    public consuming func speed(_ factor: Double) -> Motion {
        let factor = factor.isNaN ? 1 : min(max(factor, 1 / 1024), 1024)
        if case .speed(let before, let whole) = operations.last {
            return withoutLast(length: whole).applying(speed: before * factor)
        }
        return applying(speed: factor)
    }

    private consuming func applying(speed: Double) -> Motion {
        if speed == 1 { return self }
        let whole = length
        return applying(.speed(speed, of: whole), length: whole.shortened(bySpeed: speed))
    }

    /// This motion slower or faster, so that it lasts exactly so long. One without end, or without a length, stays what
    /// it is.
    public consuming func lasting(_ duration: Duration) -> Motion {
        if case .lasting(_, let length) = operations.last { return withoutLast(length: length).lasting(duration) }
        if length == .endless || length == 0 || length == duration.length { return self }
        return applying(.lasting(duration.length, of: length), length: duration.length)
    }
}

extension Motion {
    /// Each a little later than the one before, all on one thing.
    public static func stagger(_ motions: [Motion], by interval: Duration, holdingStart: Bool = false) -> Motion {
        parallel(motions.staggered(by: interval, holdingStart: holdingStart))
    }
}

extension Array where Element == Motion {
    /// Each a little later than the one before, for one thing each.
    public func staggered(by interval: Duration, holdingStart: Bool = false) -> [Motion] {
        enumerated().map { index, motion in
            let delay = interval.length.lengthened(times: Int64(index))
            return motion.delayed(by: .nanoseconds(delay), holdingStart: holdingStart)
        }
    }
}
