/// Where a layer or group stands in its parent's space.
///
/// On a point: minus the anchor, scaled, skewed, rotated, then moved to the position (lottie-web, `TransformProperty.js`).
public struct Transform: Sendable {
    /// The point of the content that stands at the position.
    public var anchor: PositionProperty = .fixed(.zero)
    /// Where the anchor stands in the parent.
    public var position: PositionProperty = .fixed(.zero)
    /// Per cent along x, y and z.
    public var scale: Property<Vector> = .fixed(Vector(100, 100, 100))
    /// Degrees clockwise; in three dimensions about the z axis.
    public var rotation: Property<Double> = .fixed(0)
    /// Degrees about the x axis, for layers in three dimensions.
    public var rotationX: Property<Double> = .fixed(0)
    /// Degrees about the y axis, for layers in three dimensions.
    public var rotationY: Property<Double> = .fixed(0)
    /// Degrees about x, y and z, applied after the rotations, for layers in three dimensions.
    public var orientation: Property<Vector> = .fixed(.zero)
    /// Per cent, 0 to 100.
    public var opacity: Property<Double> = .fixed(100)
    /// Degrees, held off ±90 when drawn.
    public var skew: Property<Double> = .fixed(0)
    /// Degrees by which the axis of the skew is turned.
    public var skewAxis: Property<Double> = .fixed(0)

    /// The transform that changes nothing.
    public init() {}

    /// Whether position, scale and the rest, opacity apart, change with time.
    public var isAnimated: Bool {
        anchor.isAnimated || position.isAnimated || scale.isAnimated || rotation.isAnimated || rotationX.isAnimated
            || rotationY.isAnimated || orientation.isAnimated || skew.isAnimated || skewAxis.isAnimated
    }
}
