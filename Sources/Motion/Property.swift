extension Motion {
    /// A typed key for one thing about a pose that moves: `.x`, `.opacity`, `.color`.
    public struct Property<Value: MotionValue>: Hashable, Sendable {
        /// The first of the neighbouring channels that hold the value.
        let first: Channel

        init(_ first: Channel) {
            self.first = first
        }
    }
}

extension Motion.Property where Value == Double {
    /// How far to the right of its place, in pixels of whoever draws; rests at 0.
    public static var x: Motion.Property<Value> { Motion.Property(.x) }
    /// How far below its place, in pixels of whoever draws; rests at 0.
    public static var y: Motion.Property<Value> { Motion.Property(.y) }
    /// The size as a multiple of its own; rests at 1.
    public static var scale: Motion.Property<Value> { Motion.Property(.scale) }
    /// Degrees clockwise, also beyond a full turn; rests at 0.
    public static var rotation: Motion.Property<Value> { Motion.Property(.rotation) }
    /// How much of it is there, from 0 to 1; rests at 1.
    public static var opacity: Motion.Property<Value> { Motion.Property(.opacity) }
    /// The share of its text that is shown, from 0 to 1; rests at 1.
    public static var reveal: Motion.Property<Value> { Motion.Property(.reveal) }
    /// A number to show, such as one that counts up; rests at 0.
    public static var number: Motion.Property<Value> { Motion.Property(.number) }
}

extension Motion.Property where Value == SIMD2<Double> {
    /// How far right of and below its place, in pixels of whoever draws; rests at (0, 0).
    public static var offset: Motion.Property<Value> { Motion.Property(.x) }
}

extension Motion.Property where Value == MotionColor {
    /// The colour laid over it, as strong as its alpha says; rests at none.
    ///
    /// Colours in between are those of the Oklab space with premultiplied alpha: even steps look even, and what fades
    /// in from nothing has its own hue from the start.
    public static var color: Motion.Property<Value> { Motion.Property(.colorLightness) }
}

/// What a property can hold: one to four numbers that are interpolated each by itself.
public protocol MotionValue: Sendable {
    /// How many numbers make a value, 1 to 4.
    static var channelCount: Int { get }
    /// The numbers, in the first ``channelCount`` lanes.
    var motionChannels: SIMD4<Double> { get }
    /// The value made of these numbers.
    init(motionChannels: SIMD4<Double>)
}

extension Double: MotionValue {
    /// One number.
    public static var channelCount: Int { 1 }
    /// The number itself.
    public var motionChannels: SIMD4<Double> { SIMD4(self, 0, 0, 0) }
    /// The first lane.
    public init(motionChannels: SIMD4<Double>) { self = motionChannels.x }
}

extension SIMD2<Double>: MotionValue {
    /// Two numbers.
    public static var channelCount: Int { 2 }
    /// Both numbers.
    public var motionChannels: SIMD4<Double> { SIMD4(x, y, 0, 0) }
    /// The first two lanes.
    public init(motionChannels: SIMD4<Double>) { self.init(motionChannels.x, motionChannels.y) }
}
