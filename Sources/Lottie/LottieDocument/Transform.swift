/// The transform from the space of a layer or group to its parent's.
///
/// A point is translated by minus the anchor, scaled, skewed, rotated, and then translated by the position (lottie-web,
/// `TransformProperty.js`).
public struct Transform: Sendable {
    /// The point of the content that is placed at `position`.
    public var anchor: PositionProperty = .fixed(.zero)
    /// The position of the anchor in the parent's space.
    public var position: PositionProperty = .fixed(.zero)
    /// The scale along x, y and z, in per cent.
    public var scale: Property<Vector> = .fixed(Vector(100, 100, 100))
    /// The rotation, in degrees clockwise; ignored if `axes` is not `nil`.
    public var rotation: Property<Double> = .fixed(0)
    /// Rotations about three axes, which replace `rotation`.
    public var axes: AxisRotations? {
        get { if case .axes(let axes) = ownAxes { axes } else { nil } }
        set { ownAxes = newValue.map { .axes($0) } ?? .none }
    }
    /// The opacity, from 0 to 100 per cent.
    public var opacity: Property<Double> = .fixed(100)
    /// The skew, in degrees; the renderer limits its tangent.
    public var skew: Property<Double> = .fixed(0)
    /// The rotation of the skew axis, in degrees.
    public var skewAxis: Property<Double> = .fixed(0)

    private var ownAxes: Axes = .none

    /// The rotations about three axes, in memory of their own, as few of the many transforms have them.
    private enum Axes {
        case none
        indirect case axes(AxisRotations)
    }

    /// Creates the identity transform.
    public init() {}

    /// Whether any value except the opacity changes with time.
    public var isAnimated: Bool {
        anchor.isAnimated || position.isAnimated || scale.isAnimated || rotation.isAnimated || skew.isAnimated
            || skewAxis.isAnimated || axes?.isAnimated == true
    }
}

/// Rotations about three axes, in degrees. They apply in the order z, y, x, followed by the orientation in the same
/// order.
public struct AxisRotations: Sendable {
    /// The rotation about the x axis.
    public var x: Property<Double> = .fixed(0)
    /// The rotation about the y axis.
    public var y: Property<Double> = .fixed(0)
    /// The rotation about the z axis.
    public var z: Property<Double> = .fixed(0)
    /// The orientation about x, y and z, which applies after the other rotations.
    public var orientation: Property<Vector> = .fixed(.zero)

    /// Creates rotations of 0 degrees.
    public init() {}

    /// Whether any of the rotations changes with time.
    public var isAnimated: Bool { x.isAnimated || y.isAnimated || z.isAnimated || orientation.isAnimated }
}
