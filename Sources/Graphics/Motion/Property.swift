extension MotionPlan {
    /// A typed key for an animated property of a pose, such as `.x`, `.opacity` or `.color`.
    public struct Property<Value: MotionValue>: Hashable, Sendable {
        /// The first of the consecutive channels that hold the value.
        let first: Channel

        init(_ first: Channel) {
            self.first = first
        }
    }
}

extension MotionPlan.Property where Value == Double {
    /// The offset to the right, in pixels of the drawing code; 0 at rest.
    public static var x: MotionPlan.Property<Value> { MotionPlan.Property(.x) }
    /// The downward offset, in pixels of the drawing code; 0 at rest.
    public static var y: MotionPlan.Property<Value> { MotionPlan.Property(.y) }
    /// The size relative to the original size; 1 at rest.
    public static var scale: MotionPlan.Property<Value> { MotionPlan.Property(.scale) }
    /// The clockwise rotation in degrees, which may exceed a full turn; 0 at rest.
    public static var rotation: MotionPlan.Property<Value> { MotionPlan.Property(.rotation) }
    /// The opacity, from 0 to 1; 1 at rest.
    public static var opacity: MotionPlan.Property<Value> { MotionPlan.Property(.opacity) }
    /// The visible share of the object's text, from 0 to 1; 1 at rest.
    public static var reveal: MotionPlan.Property<Value> { MotionPlan.Property(.reveal) }
    /// The number to show, such as a count that increases; 0 at rest.
    public static var number: MotionPlan.Property<Value> { MotionPlan.Property(.number) }
}

extension MotionPlan.Property where Value == SIMD2<Double> {
    /// The offset to the right and downwards, in pixels of the drawing code; (0, 0) at rest.
    public static var offset: MotionPlan.Property<Value> { MotionPlan.Property(.x) }
}

extension MotionPlan.Property where Value == MotionColor {
    /// The color that is drawn over the object with its alpha; transparent at rest.
    ///
    /// Interpolation uses the Oklab space with premultiplied alpha: equal steps look equal, and a color that fades in
    /// from nothing has its own hue from the start.
    public static var color: MotionPlan.Property<Value> { MotionPlan.Property(.colorLightness) }
}

/// A type of property value that consists of one to four numbers, each interpolated separately.
public protocol MotionValue: Sendable {
    /// The number of channels in a value, 1 to 4.
    static var channelCount: Int { get }
    /// The channels, in the first ``channelCount`` lanes.
    var motionChannels: SIMD4<Double> { get }
    /// Creates a value from its channels.
    init(motionChannels: SIMD4<Double>)
}

extension Double: MotionValue {
    /// The number of channels, 1.
    public static var channelCount: Int { 1 }
    /// The value in the first lane.
    public var motionChannels: SIMD4<Double> { SIMD4(self, 0, 0, 0) }
    /// Creates a value from the first lane.
    public init(motionChannels: SIMD4<Double>) { self = motionChannels.x }
}

extension SIMD2<Double>: MotionValue {
    /// The number of channels, 2.
    public static var channelCount: Int { 2 }
    /// The values in the first two lanes.
    public var motionChannels: SIMD4<Double> { SIMD4(x, y, 0, 0) }
    /// Creates a value from the first two lanes.
    public init(motionChannels: SIMD4<Double>) { self.init(motionChannels.x, motionChannels.y) }
}
