import Lottie
import VectorGraphics

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Turns vertices about a centre, more near it than far from it.
///
/// lottie-web leaves twists out. The format says that the middle turns by the angle and the edge stays where it is; in
/// between the turn grows evenly with the distance from the edge.
final class TwistModifier: PathModifier {
    var shapes: [ShapeNode] = []
    private let twist: Twist
    private var angle = Double.nan
    private var centre = Vector(repeating: .nan)

    init(_ twist: Twist) { self.twist = twist }

    var isAnimated: Bool { twist.angle.isAnimated || twist.center.isAnimated }

    func evaluate(at time: Double) -> Bool {
        let next = (angle: twist.angle.value(at: time), centre: twist.center.value(at: time))
        defer { (angle, centre) = next }
        return next.angle != angle || next.centre != centre
    }

    func modify() {
        guard angle != 0, angle.isFinite, centre.x.isFinite, centre.y.isFinite else { return }
        let turn = angle * .pi / 180
        for shape in shapes where shape.isDirty { shape.path.twist(by: turn, about: Point(centre)) }
    }
}

extension Path {
    fileprivate mutating func twist(by turn: Double, about centre: Point) {
        // The edge is as far away as the farthest vertex; handles turn with their own distances.
        var radius: Float = 0
        for contour in contours {
            for segment in 0...contour.segments {
                radius = max(radius, (points[contour.start + 3 * segment] - centre).length)
            }
        }
        guard radius > 0, radius.isFinite else { return }
        for index in points.indices {
            let arm = points[index] - centre
            let share = 1 - Double(min(1, arm.length / radius))
            let (sine, cosine) = (Float(sin(turn * share)), Float(cos(turn * share)))
            points[index] = centre + Point(arm.x * cosine - arm.y * sine, arm.x * sine + arm.y * cosine)
        }
    }
}
