import CPlatform
import LottieDocument
import VectorGraphics

/// A modifier that rotates vertices about a centre, those near it more than those far from it.
///
/// lottie-web does not draw twists. According to the format's specification the centre rotates by the full angle and
/// the edge does not rotate; in between, the angle decreases linearly with the distance from the centre.
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

    func modify(_ work: FrameBudget) {
        guard angle != 0, angle.isFinite, centre.x.isFinite, centre.y.isFinite else { return }
        let turn = angle * .pi / 180
        modifyShapes(work, growth: 1, stepsEach: 8) { $0.twisted(by: turn, about: Point(centre)) }
    }
}

extension Path {
    fileprivate func twisted(by turn: Double, about centre: Point) -> Path {
        var path = self
        path.applyTwist(by: turn, about: centre)
        return path
    }

    private mutating func applyTwist(by turn: Double, about centre: Point) {
        // The farthest vertex defines the edge; handles rotate by their own distances.
        var radius: Float = 0
        for contour in contours {
            for segment in 0...contour.segmentCount {
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
