/// One step of a motion written as in postfix notation: what it works on stands before it.
///
/// A motion is a flat list of these, so building, copying, comparing and letting go of one never recurses, however
/// deep it is nested. Lengths are nanoseconds; `of` is that of the motion that is worked on.
enum Operation: Hashable, Sendable {
    case tween(Tween)
    case keyframes(KeyframeTrack)
    case wait(Int64)
    /// The last so many motions, one after the other.
    case sequence(Int)
    /// The last so many motions at once, each on top of those before it.
    case parallel(Int)
    case delay(Int64, holdsStart: Bool)
    case prefix(Int64)
    case reversed
    case thereAndBack
    case speed(Double, of: Int64)
    case lasting(Int64, of: Int64)
    case repeated(Int64, of: Int64)

    /// How many motions before it an operation works on.
    var operandCount: Int {
        switch self {
        case .tween, .keyframes, .wait: 0
        case .sequence(let count), .parallel(let count): count
        default: 1
        }
    }
}

/// One property on its way to, from or by a value.
struct Tween: Hashable, Sendable {
    enum Way: Hashable, Sendable {
        case to, from, by
    }

    enum Timing: Hashable, Sendable {
        case easing(Motion.Easing)
        case spring(Spring)
    }

    let way: Way
    let first: Int
    let count: Int
    let value: SIMD4<Double>
    let timing: Timing
    /// What a spring starts with beyond the velocity that it finds, in units a second.
    var push = SIMD4<Double>.zero
    var length: Int64

    init<Value>(
        _ way: Way, _ property: Motion.Property<Value>, _ value: SIMD4<Double>, _ timing: Timing, length: Int64
    ) {
        self.way = way
        first = property.first.rawValue
        count = Value.channelCount
        self.value = value
        self.timing = timing
        self.length = length
    }
}

/// One property on its way through several values.
struct KeyframeTrack: Hashable, Sendable {
    struct Frame: Hashable, Sendable {
        let time: Int64
        let value: SIMD4<Double>
        let easing: Motion.Easing
    }

    let first: Int
    let count: Int
    let isAdded: Bool
    /// In order of time; never empty.
    let frames: [Frame]
}
