/// A type whose values keyframes can animate.
public protocol Interpolatable: Sendable {
    /// Returns the value between `start` (progress 0) and `end` (progress 1), component by component.
    ///
    /// The progress can be outside 0…1.
    static func interpolated(from start: Self, to end: Self, progress: SIMD3<Double>) -> Self
}

/// A property of a layer or shape: a constant or a value that changes over time.
///
/// `Value` has no constraint to `Interpolatable`, because a program would look up the conformance for each type of
/// property at every start, which takes as long as reading a small document.
public enum Property<Value: Sendable>: Sendable {
    /// A constant value.
    case fixed(Value)
    /// Keyframes.
    case animated(KeyframeTrack<Value>)
    /// A constant or keyframes, with an expression.
    case scripted(ScriptedProperty<Value>)
    /// Values that a binding computes.
    case bound(PropertyBinding<Value>)

    /// The value, if it is constant.
    @inlinable public var fixedValue: Value? {
        if case .fixed(let value) = self { value } else { nil }
    }

    /// Whether the value changes with time.
    @inlinable public var isAnimated: Bool {
        if case .fixed = self { false } else { true }
    }
}

extension Property {
    /// The times of the first and the last keyframe, between which the value changes; nil if it is constant.
    package var changingTimes: ClosedRange<Double>? {
        switch self {
        case .fixed: nil
        case .animated(let track): track.changingTimes
        case .scripted, .bound: -.infinity ... .infinity
        }
    }
}

extension KeyframeTrack {
    /// The times of the first and the last keyframe; all times if the keyframes are repeated.
    package var changingTimes: ClosedRange<Double> {
        guard loop == nil, let first = keyframes.first, let last = keyframes.last else {
            return -.infinity ... .infinity
        }
        return first.time...max(first.time, last.time)
    }
}

extension Property where Value: Interpolatable {
    /// Returns the value at `time`, in frames of the composition that contains the property.
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

/// A keyframe and the interpolation to the next one.
public struct Keyframe<Value: Sendable>: Sendable {
    /// The frame at which the property has the value `start`.
    public let time: Double
    /// The value at this keyframe.
    public let start: Value
    /// The value when the next keyframe is reached; it can differ from that keyframe's own value.
    public let end: Value
    /// The easing of the interpolation.
    public let easing: Easing

    /// Creates a keyframe.
    public init(time: Double, start: Value, end: Value, easing: Easing) {
        self.time = time
        self.start = start
        self.end = end
        self.easing = easing
    }
}

/// One or more keyframes in order of time.
///
/// Before the first keyframe the property has its value; from the last keyframe on, the value of the last one.
public struct KeyframeTrack<Value: Sendable>: Sendable {
    /// The keyframes, sorted by time.
    public let keyframes: [Keyframe<Value>]
    /// The repetition of the keyframes before the first or after the last, if any.
    public let loop: KeyframeLoop?

    /// Creates a track from keyframes that are sorted by time; fails if there are none.
    public init?(_ keyframes: [Keyframe<Value>], loop: KeyframeLoop? = nil) {
        if keyframes.isEmpty { return nil }
        self.keyframes = keyframes
        self.loop = loop
    }

    /// Maps `time` to the time within the keyframes that the loop repeats.
    @inlinable
    func looped(_ time: Double, by loop: KeyframeLoop) -> Double {
        let count = keyframes.count
        let segments = loop.segmentCount == 0 ? count - 1 : min(loop.segmentCount, count - 1)
        if loop.isLoopOut {
            let last = keyframes[count - 1].time
            return time > last ? loop.time(time, first: keyframes[count - 1 - segments].time, last: last) : time
        }
        let first = keyframes[0].time
        return time < first ? loop.time(time, first: first, last: keyframes[segments].time) : time
    }

    /// Returns the keyframe at or before `time`, and the elapsed share of the time to the next keyframe, from 0 to 1.
    ///
    /// Of several keyframes at the same time, the last one is used.
    @inlinable
    public func position(at time: Double) -> (index: Int, progress: Double) {
        let time = loop.map { looped(time, by: $0) } ?? time
        // The search finds only indices that are in bounds, so unchecked access is safe.
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
    /// Returns the value at `time`.
    @inlinable
    public func value(at time: Double) -> Value {
        let (index, progress) = position(at: time)
        let keyframe = keyframes[index]
        if progress == 0 || keyframe.easing == .hold { return keyframe.start }
        return .interpolated(from: keyframe.start, to: keyframe.end, progress: keyframe.easing.progress(at: progress))
    }
}

extension Double: Interpolatable {
    /// Returns the number at the first component of `progress`.
    @inlinable
    public static func interpolated(from start: Double, to end: Double, progress: SIMD3<Double>) -> Double {
        start + (end - start) * progress.x
    }
}

/// Three numbers, such as a position, a scale or an orientation.
public typealias Vector = SIMD3<Double>

extension SIMD3<Double>: Interpolatable {
    /// Returns the vector at `progress`, component by component.
    @inlinable
    public static func interpolated(from start: Self, to end: Self, progress: SIMD3<Double>) -> Self {
        start + (end - start) * progress
    }
}

/// Red, green, blue and alpha, each from 0 to 1; sRGB-encoded and not premultiplied.
public typealias Color = SIMD4<Float>

extension SIMD4<Float>: Interpolatable {
    /// Returns the color at `progress`; alpha uses the last component of `progress`.
    @inlinable
    public static func interpolated(from start: Self, to end: Self, progress: SIMD3<Double>) -> Self {
        let p = SIMD3<Float>(progress)
        return start + (end - start) * SIMD4(p.x, p.y, p.z, p.z)
    }
}

extension [Float]: Interpolatable {
    /// Returns the numbers at the first component of `progress`; the result is as long as the shorter array.
    @inlinable
    public static func interpolated(from start: Self, to end: Self, progress: SIMD3<Double>) -> Self {
        let p = Float(progress.x)
        return zip(start, end).map { $0 + ($1 - $0) * p }
    }
}
