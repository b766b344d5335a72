/// A value that keyframes may animate.
public protocol Interpolatable: Sendable {
    /// The value at `progress` from `start` (0) to `end` (1), component by component; progress may leave that range.
    static func interpolated(from start: Self, to end: Self, progress: SIMD3<Double>) -> Self
}

/// A property of a layer or shape: one value, or values over time.
///
/// Values need not be known to be interpolatable to be held: a program would look that up again for each kind of property
/// each time it starts, which takes as long as reading a small document.
public enum Property<Value: Sendable>: Sendable {
    /// The same value at all times.
    case fixed(Value)
    /// Values over time.
    case animated(KeyframeTrack<Value>)
    /// One of the two, and an expression that makes something else of it.
    case scripted(ScriptedProperty<Value>)
    /// Values that a caller finds.
    case bound(PropertyBinding<Value>)

    /// The value if it is the same at all times.
    @inlinable public var fixedValue: Value? {
        if case .fixed(let value) = self { value } else { nil }
    }

    /// Whether the value changes with time.
    @inlinable public var isAnimated: Bool {
        if case .fixed = self { false } else { true }
    }
}

extension Property where Value: Interpolatable {
    /// The value at `time`, in frames of the composition that holds the property.
    @inlinable
    public func value(at time: Double) -> Value {
        switch self {
        case .fixed(let value): value
        case .animated(let track): track.value(at: time)
        case .scripted(let scripted): scripted.value(at: time)
        case .bound(let binding): binding.value(at: time)
        }
    }
}

/// A keyframe and the way to the next one.
public struct Keyframe<Value: Sendable>: Sendable {
    /// Frame at which the value is reached.
    public let time: Double
    /// The value here.
    public let start: Value
    /// The value on arriving at the next keyframe, which may differ from that one's own.
    public let end: Value
    /// How the value goes there.
    public let easing: Easing

    /// A keyframe with these values.
    public init(time: Double, start: Value, end: Value, easing: Easing) {
        self.time = time
        self.start = start
        self.end = end
        self.easing = easing
    }
}

/// Keyframes in order of time, at least one.
///
/// Before the first, its value holds; from the last one on, the last one's.
public struct KeyframeTrack<Value: Sendable>: Sendable {
    /// The keyframes, sorted by time.
    public let keyframes: [Keyframe<Value>]
    /// How they go on before the first or after the last, if they do.
    public let loop: KeyframeLoop?

    /// The track of `keyframes`, which must be sorted by time; nil without any.
    public init?(_ keyframes: [Keyframe<Value>], loop: KeyframeLoop? = nil) {
        if keyframes.isEmpty { return nil }
        self.keyframes = keyframes
        self.loop = loop
    }

    /// The time at which the keyframes have the value that counts at `time`.
    @inlinable
    func looped(_ time: Double, by loop: KeyframeLoop) -> Double {
        let count = keyframes.count
        let segments = loop.segments == 0 ? count - 1 : min(loop.segments, count - 1)
        if loop.isAfter {
            let last = keyframes[count - 1].time
            return time > last ? loop.time(time, first: keyframes[count - 1 - segments].time, last: last) : time
        }
        let first = keyframes[0].time
        return time < first ? loop.time(time, first: first, last: keyframes[segments].time) : time
    }

    /// The keyframe from which the value at `time` departs and the share of the way to the next gone by (0 to 1).
    ///
    /// Of keyframes at the same time the last counts.
    @inlinable
    public func position(at time: Double) -> (index: Int, progress: Double) {
        let time = loop.map { looped(time, by: $0) } ?? time
        return keyframes.withUnsafeBufferPointer { keys in
            var low = 0
            var high = keys.count
            while low < high {
                let middle = (low + high) / 2
                if keys[middle].time <= time { low = middle + 1 } else { high = middle }
            }
            if low == 0 { return (0, 0) }
            let index = low - 1
            if low == keys.count { return (index, 0) }
            let span = keys[low].time - keys[index].time
            return (index, span > 0 ? (time - keys[index].time) / span : 0)
        }
    }
}

extension KeyframeTrack where Value: Interpolatable {
    /// The value at `time`.
    @inlinable
    public func value(at time: Double) -> Value {
        let (index, progress) = position(at: time)
        let keyframe = keyframes[index]
        if progress == 0 || keyframe.easing == .hold { return keyframe.start }
        return .interpolated(from: keyframe.start, to: keyframe.end, progress: keyframe.easing.progress(at: progress))
    }
}

extension Double: Interpolatable {
    /// The number at `progress`, by its first component.
    @inlinable
    public static func interpolated(from start: Double, to end: Double, progress: SIMD3<Double>) -> Double {
        start + (end - start) * progress.x
    }
}

/// Three numbers: a position, a scale, a rotation about three axes.
public typealias Vector = SIMD3<Double>

extension SIMD3<Double>: Interpolatable {
    /// The vector at `progress`, each component by its own.
    @inlinable
    public static func interpolated(from start: Self, to end: Self, progress: SIMD3<Double>) -> Self {
        start + (end - start) * progress
    }
}

/// Red, green, blue and alpha, each 0 to 1, sRGB-encoded and not premultiplied.
public typealias Color = SIMD4<Float>

extension SIMD4<Float>: Interpolatable {
    /// The colour at `progress`; alpha goes with the last component.
    @inlinable
    public static func interpolated(from start: Self, to end: Self, progress: SIMD3<Double>) -> Self {
        let p = SIMD3<Float>(progress)
        return start + (end - start) * SIMD4(p.x, p.y, p.z, p.z)
    }
}

extension [Float]: Interpolatable {
    /// The numbers at `progress` by its first component, as many as both have.
    @inlinable
    public static func interpolated(from start: Self, to end: Self, progress: SIMD3<Double>) -> Self {
        let p = Float(progress.x)
        return zip(start, end).map { $0 + ($1 - $0) * p }
    }
}
