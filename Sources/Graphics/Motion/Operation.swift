/// An operation of a motion in postfix notation: its operands precede it.
///
/// A motion is a flat list of operations, so that building, copying, comparing and releasing it never recurses, however
/// deep the nesting is. Lengths are in nanoseconds; `of` is the length of the operand.
enum Operation: Hashable, Sendable {
    case tween(Tween)
    case keyframes(KeyframeTrack)
    case wait(Int64)
    /// The last motions of this number, one after the other.
    case sequence(Int)
    /// The last motions of this number at the same time, each on top of those before it.
    case parallel(Int)
    case delay(Int64, holdsStart: Bool)
    case prefix(Int64)
    case reversed
    case autoreversed
    case speed(Double, of: Int64)
    case lasting(Int64, of: Int64)
    case repeated(Int64, of: Int64)

    /// The number of preceding motions that the operation uses.
    var operandCount: Int {
        switch self {
        case .tween, .keyframes, .wait: 0
        case .sequence(let count), .parallel(let count): count
        default: 1
        }
    }
}

/// A change of one property to, from or by a value.
struct Tween: Hashable, Sendable {
    /// The meaning of the tween's value.
    enum Kind: Hashable, Sendable {
        case to, from, by
    }

    /// The course of the tween's progress over time.
    enum Timing: Hashable, Sendable {
        case easing(MotionPlan.Easing)
        case spring(Spring)
    }

    let kind: Kind
    /// The index of the property's first channel.
    let first: Int
    /// The number of the property's channels.
    let count: Int
    let value: SIMD4<Double>
    let timing: Timing
    /// The initial velocity of a spring beyond that of the value below it, in units per second.
    var initialVelocity = SIMD4<Double>.zero
    /// The length, in nanoseconds.
    var length: Int64

    init<Value>(
        _ way: Kind, _ property: MotionPlan.Property<Value>, _ value: SIMD4<Double>, _ timing: Timing, length: Int64
    ) {
        self.kind = way
        first = property.first.rawValue
        count = Value.channelCount
        self.value = value
        self.timing = timing
        self.length = length
    }
}

/// A change of one property through several values.
struct KeyframeTrack: Hashable, Sendable {
    /// A keyframe with its time in nanoseconds.
    struct Frame: Hashable, Sendable {
        let time: Int64
        let value: SIMD4<Double>
        let easing: MotionPlan.Easing
    }

    /// The index of the property's first channel.
    let first: Int
    /// The number of the property's channels.
    let count: Int
    /// Whether the values are added to the value below.
    let isAdded: Bool
    /// The keyframes in the order of time; never empty.
    let frames: [Frame]
}
