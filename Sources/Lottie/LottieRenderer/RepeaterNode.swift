import CPlatform
import LottieDocument
import VectorGraphics

/// A repeater, which draws copies of the preceding items, each placed one step further.
final class RepeaterNode {
    /// The items to copy.
    let content: GroupNode
    private let repeater: Repeater
    /// The transforms of the copies, starting with the first copy.
    private(set) var placements: [AffineTransform] = []
    private var opacities: [UInt8] = []
    /// A number that increases whenever a transform changes.
    private(set) var version = 0
    /// The maximum number of copies of one repeater, more than a picture of a terminal's size can show separately.
    private static let maxCopies = 1_000.0
    /// The cost of the memory for copies when nodes are created, in shape items.
    static let copiesCost = 100

    init(_ repeater: Repeater, content: GroupNode) {
        self.repeater = repeater
        self.content = content
    }

    /// Whether the copies change with time.
    var isAnimated: Bool {
        repeater.copies.isAnimated || repeater.offset.isAnimated || repeater.transform.isAnimated
            || repeater.startOpacity.isAnimated || repeater.endOpacity.isAnimated
    }

    func evaluate(at time: Double) {
        let copies = repeater.copies.value(at: time)
        let count = copies.isFinite ? Int(max(0, min(Self.maxCopies, copies.rounded(.up)))) : 0
        let offset = repeater.offset.value(at: time)
        let step = Step(repeater.transform, at: time)
        var next: [AffineTransform] = []
        next.reserveCapacity(count)
        for copy in 0..<count { next.append(step.times(Double(copy) + offset, offset: offset)) }
        if next != placements {
            placements = next
            version += 1
        }
        let start = repeater.startOpacity.value(at: time)
        let end = repeater.endOpacity.value(at: time)
        opacities = (0..<count).map { copy in
            // The start opacity belongs to the topmost copy (lottie-web, `RepeaterModifier.js`).
            let place = repeater.isAbove ? count - 1 - copy : copy
            let share = count > 1 ? Double(place) / Double(count - 1) : 0
            let value = start + (end - start) * share
            return value.isFinite ? UInt8(max(0, min(255, (value * 2.55).rounded()))) : 255
        }
    }

    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        let order = repeater.isAbove ? Array(placements.indices) : placements.indices.reversed()
        for copy in order {
            let own = PixelArithmetic.product(UInt32(opacity), UInt32(opacities[copy]))
            content.draw(
                on: canvas, transform: placements[copy].concatenating(transform),
                opacity: UInt8(truncatingIfNeeded: own), context: context)
        }
    }

    /// The transform from one copy to the next, which can be applied any number of times.
    private struct Step {
        let anchor: Vector
        let position: Vector
        let scale: Vector
        let rotation: Double

        init(_ transform: Transform, at time: Double) {
            anchor = transform.anchor.value(at: time)
            position = transform.position.value(at: time)
            scale = transform.scale.value(at: time) / 100
            rotation = transform.rotation.value(at: time)
        }

        /// Returns the transform applied `exponent` times: rotation and scale about the anchor, then translation
        /// (lottie-web, `RepeaterModifier.js`).
        ///
        /// The exponent is the offset, or differs from it by a whole number.
        func times(_ exponent: Double, offset: Double) -> AffineTransform {
            let part = offset - offset.rounded(.towardZero)
            let turned = AffineTransform.translation(x: -anchor.x, y: -anchor.y)
                .concatenating(.rotation(degrees: rotation * exponent))
                .concatenating(
                    .scale(
                        x: Self.scaling(scale.x, by: part, wholeSteps: exponent - part),
                        y: Self.scaling(scale.y, by: part, wholeSteps: exponent - part)))
            return turned.concatenating(
                .translation(x: anchor.x + position.x * exponent, y: anchor.y + position.y * exponent))
        }

        /// Returns the scale after whole steps and the part of one, which changes in proportion to the part.
        private static func scaling(_ scale: Double, by part: Double, wholeSteps: Double) -> Double {
            let partly = 1 + (scale - 1) * abs(part)
            return pow(scale, wholeSteps.rounded()) * (part < 0 ? 1 / partly : partly)
        }
    }
}
