extension Motion {
    /// A property has this value, at once.
    public static func set<Value>(_ property: Property<Value>, _ value: Value) -> Motion {
        Motion(Tween(.to, property, value.motionChannels, .easing(.linear), length: 0))
    }

    /// A property goes to a value, from whatever it is.
    public static func to<Value>(
        _ property: Property<Value>, _ value: Value, for duration: Duration, easing: Easing = .easeInOut
    ) -> Motion {
        Motion(Tween(.to, property, value.motionChannels, .easing(easing), length: duration.length))
    }

    /// A property springs to a value, from whatever it is, and takes as long as the spring does.
    public static func to<Value>(_ property: Property<Value>, _ value: Value, spring: Spring) -> Motion {
        Motion(Tween(.to, property, value.motionChannels, spring))
    }

    /// A property comes from a value to whatever it is: an entrance, and backwards an exit.
    public static func from<Value>(
        _ property: Property<Value>, _ value: Value, for duration: Duration, easing: Easing = .easeInOut
    ) -> Motion {
        Motion(Tween(.from, property, value.motionChannels, .easing(easing), length: duration.length))
    }

    /// A property springs from a value to whatever it is.
    public static func from<Value>(_ property: Property<Value>, _ value: Value, spring: Spring) -> Motion {
        Motion(Tween(.from, property, value.motionChannels, spring))
    }

    /// A property changes by an amount, added to whatever it is; each repetition adds its own.
    public static func by<Value>(
        _ property: Property<Value>, _ amount: Value, for duration: Duration, easing: Easing = .easeInOut
    ) -> Motion {
        Motion(Tween(.by, property, amount.motionChannels, .easing(easing), length: duration.length))
    }

    /// A property springs by an amount, added to whatever it is.
    public static func by<Value>(_ property: Property<Value>, _ amount: Value, spring: Spring) -> Motion {
        Motion(Tween(.by, property, amount.motionChannels, spring))
    }

    /// A property goes through several values.
    ///
    /// Until the first keyframe it comes from whatever it is; it stays with the last. Keyframes in one moment are a
    /// jump to the later one in the list.
    /// - Parameters:
    ///   - property: What moves.
    ///   - keyframes: When it has which value; brought into order of time.
    ///   - added: Whether the values are added to what is below, and begin at 0, instead of standing for themselves.
    public static func keyframes<Value>(
        _ property: Property<Value>, _ keyframes: [Keyframe<Value>], added: Bool = false
    ) -> Motion {
        guard !keyframes.isEmpty else { return .none }
        let frames = keyframes.enumerated().sorted {
            ($0.element.time.length, $0.offset) < ($1.element.time.length, $1.offset)
        }
        .map { KeyframeTrack.Frame(time: $1.time.length, value: $1.value.motionChannels, easing: $1.easing) }
        return Motion(
            KeyframeTrack(first: property.first.rawValue, count: Value.channelCount, isAdded: added, frames: frames))
    }

    /// A property goes from one value to another one, whatever it is.
    public static func between<Value>(
        _ property: Property<Value>, _ start: Value, and end: Value, for duration: Duration,
        easing: Easing = .easeInOut
    ) -> Motion {
        keyframes(
            property, [Keyframe(at: .zero, start), Keyframe(at: duration, end, easing: easing)])
    }

    /// A text of `count` characters appears, one after another.
    public static func type(characters count: Int, each: Duration) -> Motion {
        let count = max(1, count)
        let whole = Duration.nanoseconds(each.length.lengthened(times: Int64(count)))
        return between(.reveal, 0, and: 1, for: whole, easing: .steps(count, .end))
    }

    /// It is turned by quarters, clockwise or, below 0, against it.
    public static func turn(
        quarters: Int, for duration: Duration, easing: Easing = .easeInOut
    ) -> Motion {
        by(.rotation, 90 * Double(quarters), for: duration, easing: easing)
    }
}

extension Motion {
    /// A value at a time of a motion.
    public struct Keyframe<Value: MotionValue>: Sendable {
        /// When, counted from the motion's beginning.
        public var time: Duration
        /// What the property is then.
        public var value: Value
        /// How it gets there from the keyframe before.
        public var easing: Easing

        /// The value at a time, and how it gets there from the keyframe before.
        public init(at time: Duration, _ value: Value, easing: Easing = .easeInOut) {
            self.time = time
            self.value = value
            self.easing = easing
        }
    }
}

extension Tween {
    /// A tween as long as its spring swings.
    init<Value>(_ way: Way, _ property: Motion.Property<Value>, _ value: SIMD4<Double>, _ spring: Spring) {
        self.init(way, property, value, .spring(spring), length: spring.settlingNanoseconds(push: 0, threshold: 1))
    }
}
