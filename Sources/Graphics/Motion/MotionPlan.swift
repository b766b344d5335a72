/// A description of movement: a value that combines with others and depends on no clock and no object.
///
/// ```swift
/// let enter = MotionPlan.from(.x, -40, spring: .gentle)
///     .with(.from(.opacity, 0, for: .milliseconds(200)))
///     .then(.to(.rotation, 90, for: .milliseconds(300), easing: .backOut))
/// let pose = enter.trajectory().pose(at: .milliseconds(120))
/// ```
///
/// At each time a motion maps the pose below it to another pose. It knows only its own length, so that motions before,
/// after or beside it can change independently. Before its beginning it has no effect; after its end its last effect
/// remains.
///
/// - In a *sequence*, each motion starts from the pose in which the previous one ended.
/// - In *parallel*, each motion applies on top of those before it in the list. If two motions set the same property,
///   the later one in the list wins from its own beginning on, with a smooth transition from the earlier one's current
///   value. The amounts of `by` and of added keyframes are added to the value below.
/// - Lengths are whole nanoseconds, and their sums are exact. No motion can follow an endless one.
public struct MotionPlan: Hashable, Sendable {
    var operations: [Operation]
    /// The length in nanoseconds, or ``Int64/endless``.
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

    /// The empty motion of length 0: a sequence of no motions.
    public static let none = MotionPlan([.sequence(0)], length: 0)

    /// The duration, or nil if the motion never ends.
    public var duration: Duration? { length == .endless ? nil : .nanoseconds(length) }

    /// Returns a motion that has no effect and lasts for a duration.
    public static func wait(_ duration: Duration) -> MotionPlan {
        duration.length == 0 ? .none : MotionPlan([.wait(duration.length)], length: duration.length)
    }

    /// Returns the motion with one more operation applied to it.
    private consuming func applying(_ operation: Operation, length: Int64) -> MotionPlan {
        operations.append(operation)
        self.length = length
        return self
    }

    /// Returns the operand of the last operation.
    private consuming func withoutLast(length: Int64) -> MotionPlan {
        operations.removeLast()
        self.length = length
        return self
    }
}

extension MotionPlan {
    /// Returns a motion that runs motions one after the other.
    public static func sequence(_ motions: [MotionPlan]) -> MotionPlan {
        var result = MotionPlan.none
        for motion in motions { result.append(motion) }
        return result
    }

    /// Returns a motion that runs motions one after the other.
    public static func sequence(_ motions: MotionPlan...) -> MotionPlan { sequence(motions) }

    /// Returns a motion that runs motions at the same time, each on top of those before it.
    ///
    /// The result is as long as the longest of them.
    public static func parallel(_ motions: [MotionPlan]) -> MotionPlan {
        var result = MotionPlan.none
        for motion in motions { result.appendParallel(motion) }
        return result
    }

    /// Returns a motion that runs motions at the same time, each on top of those before it.
    ///
    /// The result is as long as the longest of them.
    public static func parallel(_ motions: MotionPlan...) -> MotionPlan { parallel(motions) }

    /// Returns this motion followed by another one.
    public consuming func then(_ next: MotionPlan) -> MotionPlan {
        append(next)
        return self
    }

    /// Returns this motion with another one on top of it that begins at the same time.
    public consuming func with(_ other: MotionPlan) -> MotionPlan {
        appendParallel(other)
        return self
    }

    /// Appends a motion as a sequence.
    ///
    /// Nested sequences become one sequence, so that both ways to group three motions give equal values.
    private mutating func append(_ next: MotionPlan) {
        combine(next, length: length.lengthened(by: next.length)) { operation in
            if case .sequence(let count) = operation { count } else { nil }
        } operation: {
            .sequence($0)
        }
    }

    /// Adds a motion on top, in parallel; nested parallels become one.
    private mutating func appendParallel(_ other: MotionPlan) {
        combine(other, length: max(length, other.length)) { operation in
            if case .parallel(let count) = operation { count } else { nil }
        } operation: {
            .parallel($0)
        }
    }

    /// Combines two motions with an operation whose operands are flattened.
    ///
    /// - Parameters:
    ///   - other: The second motion.
    ///   - length: The length of the result.
    ///   - count: A function that returns the operand count of an operation of the same kind, or nil for another kind.
    ///   - operation: A function that makes the operation for an operand count.
    private mutating func combine(
        _ other: MotionPlan, length: Int64, count: (Operation?) -> Int?, operation: (Int) -> Operation
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

extension MotionPlan {
    /// Returns this motion with a delay before it.
    ///
    /// - Parameters:
    ///   - delay: The delay.
    ///   - holdingStart: Whether the first pose of the motion also applies during the delay, so that an object that
    ///     fades in
    ///     is invisible while it waits. Otherwise the delay has no effect on the pose.
    public consuming func delayed(by delay: Duration, holdingStart: Bool = false) -> MotionPlan {
        let delay = delay.length
        if delay == 0 { return self }
        let length = length.lengthened(by: delay)
        if case .delay(let before, holdingStart) = operations.last {
            return withoutLast(length: 0).applying(
                .delay(before.lengthened(by: delay), holdsStart: holdingStart), length: length)
        }
        return applying(.delay(delay, holdsStart: holdingStart), length: length)
    }

    /// Returns this motion repeated `times` times, each from the pose in which the previous one ended.
    ///
    /// The result is ``none`` if `times` is 0 or negative.
    public consuming func repeated(_ times: Int) -> MotionPlan { repeated(min(Int64(max(0, times)), .maxLength)) }

    /// Returns this motion repeated without end.
    ///
    /// A motion of length 0 runs once, because it has no end at which to begin again.
    public consuming func repeatedForever() -> MotionPlan { length == 0 ? self : repeated(Int64.endless) }

    private consuming func repeated(_ times: Int64) -> MotionPlan {
        if times == 0 { return .none }
        if times == 1 || length == .endless { return self }
        if case .repeated(let before, let each) = operations.last {
            let product = before.lengthened(times: times)
            return withoutLast(length: each).applying(
                .repeated(product, of: each), length: each.lengthened(times: product))
        }
        return applying(.repeated(times, of: length), length: length.lengthened(times: times))
    }

    /// Returns the beginning of this motion, which stops after `duration` and keeps its pose.
    public consuming func prefix(_ duration: Duration) -> MotionPlan {
        duration.length >= length ? self : applying(.prefix(duration.length), length: duration.length)
    }

    /// Returns this motion reversed, from its end pose to its start pose.
    ///
    /// In an endless motion, each repetition runs backwards.
    public consuming func reversed() -> MotionPlan {
        if case .reversed = operations.last { return withoutLast(length: length) }
        return applying(.reversed, length: length)
    }

    /// Returns this motion followed by its reverse, which ends in the starting pose.
    ///
    /// An endless motion does not change.
    public consuming func autoreversed() -> MotionPlan {
        length == .endless ? self : applying(.autoreversed, length: length.lengthened(times: 2))
    }

    /// Returns this motion at `factor` times its speed.
    ///
    /// The factor is clamped to 1/1024…1024, and the new length is rounded to a nanosecond.
    public consuming func speed(_ factor: Double) -> MotionPlan {
        let factor = factor.isNaN ? 1 : min(max(factor, 1 / 1024), 1024)
        if case .speed(let before, let whole) = operations.last {
            return withoutLast(length: whole).applying(speed: before * factor)
        }
        return applying(speed: factor)
    }

    private consuming func applying(speed: Double) -> MotionPlan {
        if speed == 1 { return self }
        let whole = length
        return applying(.speed(speed, of: whole), length: whole.divided(bySpeed: speed))
    }

    /// Returns this motion at the speed at which it lasts exactly `duration`.
    ///
    /// An endless motion, or one of length 0, does not change.
    public consuming func lasting(_ duration: Duration) -> MotionPlan {
        if case .lasting(_, let length) = operations.last { return withoutLast(length: length).lasting(duration) }
        if length == .endless || length == 0 || length == duration.length { return self }
        return applying(.lasting(duration.length, of: length), length: duration.length)
    }
}
