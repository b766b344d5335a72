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
    /// Degrees clockwise; without effect where there are rotations about three axes.
    public var rotation: Property<Double> = .fixed(0)
    /// Rotations about three axes, in place of the one.
    public var axes: AxisRotations?
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
        anchor.isAnimated || position.isAnimated || scale.isAnimated || rotation.isAnimated || skew.isAnimated
            || skewAxis.isAnimated || axes?.isAnimated == true
    }
}

/// Rotations about three axes, in degrees, in the order z, y, x, then the orientation in the same order.
public struct AxisRotations: Sendable {
    /// About the x axis.
    public var x: Property<Double> = .fixed(0)
    /// About the y axis.
    public var y: Property<Double> = .fixed(0)
    /// About the z axis.
    public var z: Property<Double> = .fixed(0)
    /// About x, y and z, after the others.
    public var orientation: Property<Vector> = .fixed(.zero)

    /// No rotation.
    public init() {}

    /// Whether any of them changes with time.
    public var isAnimated: Bool { x.isAnimated || y.isAnimated || z.isAnimated || orientation.isAnimated }
}
