extension MotionPlan {
    /// Returns a motion that sets a property to a value immediately.
    public static func set<Value>(_ property: Property<Value>, _ value: Value) -> MotionPlan {
        MotionPlan(Tween(.to, property, value.motionChannels, .easing(.linear), length: 0))
    }

    /// Returns a motion that changes a property from its current value to a value.
    public static func to<Value>(
        _ property: Property<Value>, _ value: Value, for duration: Duration, easing: Easing = .easeInOut
    ) -> MotionPlan {
        MotionPlan(Tween(.to, property, value.motionChannels, .easing(easing), length: duration.length))
    }

    /// Returns a motion that changes a property from its current value to a value with a spring, which determines the
    /// duration.
    public static func to<Value>(_ property: Property<Value>, _ value: Value, spring: Spring) -> MotionPlan {
        MotionPlan(Tween(.to, property, value.motionChannels, spring))
    }

    /// Returns a motion that changes a property from a value to its current value: an entrance, or, reversed, an exit.
    public static func from<Value>(
        _ property: Property<Value>, _ value: Value, for duration: Duration, easing: Easing = .easeInOut
    ) -> MotionPlan {
        MotionPlan(Tween(.from, property, value.motionChannels, .easing(easing), length: duration.length))
    }

    /// Returns a motion that changes a property from a value to its current value with a spring.
    public static func from<Value>(_ property: Property<Value>, _ value: Value, spring: Spring) -> MotionPlan {
        MotionPlan(Tween(.from, property, value.motionChannels, spring))
    }

    /// Returns a motion that adds an amount to a property's current value; each repetition adds it again.
    public static func by<Value>(
        _ property: Property<Value>, _ amount: Value, for duration: Duration, easing: Easing = .easeInOut
    ) -> MotionPlan {
        MotionPlan(Tween(.by, property, amount.motionChannels, .easing(easing), length: duration.length))
    }

    /// Returns a motion that adds an amount to a property's current value with a spring.
    public static func by<Value>(_ property: Property<Value>, _ amount: Value, spring: Spring) -> MotionPlan {
        MotionPlan(Tween(.by, property, amount.motionChannels, spring))
    }

    /// Returns a motion that changes a property through several values.
    ///
    /// Before the first keyframe the property starts from its current value; after the last one it keeps the last
    /// value. Keyframes at the same time are a jump to the later one in the list.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - keyframes: The keyframes, in any order.
    ///   - added: Whether the values, starting from 0, are added to the current value instead of replacing it.
    public static func keyframes<Value>(
        _ property: Property<Value>, _ keyframes: [Keyframe<Value>], added: Bool = false
    ) -> MotionPlan {
        guard !keyframes.isEmpty else { return .none }
        let frames = keyframes.enumerated().sorted {
            ($0.element.time.length, $0.offset) < ($1.element.time.length, $1.offset)
        }
        .map { KeyframeTrack.Frame(time: $1.time.length, value: $1.value.motionChannels, easing: $1.easing) }
        return MotionPlan(
            KeyframeTrack(first: property.first.rawValue, count: Value.channelCount, isAdded: added, frames: frames))
    }

    /// Returns a motion that changes a property from one value to another, whatever its current value is.
    public static func between<Value>(
        _ property: Property<Value>, _ start: Value, and end: Value, for duration: Duration,
        easing: Easing = .easeInOut
    ) -> MotionPlan {
        keyframes(
            property, [Keyframe(at: .zero, start), Keyframe(at: duration, end, easing: easing)])
    }

    /// Returns a motion that reveals a text of `count` characters, one after another.
    ///
    /// - Parameters:
    ///   - count: The number of characters, at least 1.
    ///   - each: The time for each character.
    public static func type(characters count: Int, each: Duration) -> MotionPlan {
        let count = max(1, count)
        let whole = Duration.nanoseconds(each.length.lengthened(times: Int64(count)))
        return between(.reveal, 0, and: 1, for: whole, easing: .steps(count, .end))
    }

    /// Returns a motion that rotates the object by quarter turns, clockwise, or anticlockwise if `quarters` is
    /// negative.
    public static func turn(
        quarters: Int, for duration: Duration, easing: Easing = .easeInOut
    ) -> MotionPlan {
        by(.rotation, 90 * Double(quarters), for: duration, easing: easing)
    }
}

extension MotionPlan {
    /// A value at a time of a motion.
    public struct Keyframe<Value: MotionValue>: Sendable {
        /// The time since the motion's beginning.
        public var time: Duration
        /// The value of the property at that time.
        public var value: Value
        /// The easing from the previous keyframe.
        public var easing: Easing

        /// Creates a keyframe.
        public init(at time: Duration, _ value: Value, easing: Easing = .easeInOut) {
            self.time = time
            self.value = value
            self.easing = easing
        }
    }
}

extension Tween {
    /// Creates a tween that lasts until its spring comes to rest.
    init<Value>(_ way: Kind, _ property: MotionPlan.Property<Value>, _ value: SIMD4<Double>, _ spring: Spring) {
        self.init(
            way, property, value, .spring(spring), length: spring.settlingNanoseconds(initialVelocity: 0, threshold: 1))
    }
}
