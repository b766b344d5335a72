import CPlatform
import LottieDocument
import VectorGraphics

/// A repeater, which draws copies of the preceding items, each placed one step further.
final class RepeaterNode {
    /// A copy of the items.
    struct Copy: Equatable {
        var placement: AffineTransform
        var opacity: UInt8
    }

    /// The items to copy: one group for all copies, or one for each of them. The last one is that of all further copies.
    private let contents: [GroupNode]
    private let source: Source
    /// The copies as the repeater by itself places them, the topmost first.
    private(set) var ownCopies: [Copy] = []
    /// The copies to draw, the topmost first.
    private(set) var copies: [Copy] = []
    /// The copies of earlier frames that styles behind the repeater still draw, below `copies`; see `CopyHistory`.
    private var leftCopies: [Copy] = []
    /// The copies whose paths a style behind the repeater draws, the topmost first.
    private(set) var drawnCopies: [Copy] = []
    private var history: CopyHistory?
    /// What `leftCopies` were made of.
    private var lastRests: [CopyHistory.Rest] = []
    /// A number that increases whenever a transform changes.
    private(set) var version = 0
    /// Whether another repeater in the same list may place the copies; see `RepeaterChain`.
    var isChained = false
    /// Whether a repeater that may place the copies changes with time.
    var isMovedByChain = false
    /// The maximum number of copies of one repeater, more than a picture of a terminal's size can show separately.
    private static let maxCopies = 1_000.0
    /// The cost of the memory for copies when nodes are created, in shape items.
    static let copiesCost = 100

    /// What places the copies.
    private enum Source {
        case repeater(Repeater, RenderingCompatibility.ReferencePlayer)
        case fixed
    }

    /// Creates a repeater of the document that follows the rules of a player and is shown first at `startTime`.
    ///
    /// - Precondition: There is at least one group in `contents`.
    init(
        _ repeater: Repeater, contents: [GroupNode], rules: RenderingCompatibility.ReferencePlayer, startTime: Double
    ) {
        precondition(!contents.isEmpty)
        source = .repeater(repeater, rules)
        self.contents = contents
        if rules == .lottieWeb, !repeater.offset.isScripted, !repeater.transform.isScripted {
            history = CopyHistory(repeater.copies, startTime: startTime)
        }
    }

    /// Creates a repeater with a number of opaque copies that are all in the same place.
    init(content: GroupNode, count: Int, placement: AffineTransform) {
        source = .fixed
        contents = [content]
        copies = Array(repeating: Copy(placement: placement, opacity: 255), count: count)
        drawnCopies = copies
    }

    /// Returns the items of a copy; the topmost has the number 0.
    func content(ofCopy number: Int) -> GroupNode { contents[min(number, contents.count - 1)] }

    /// Returns the copies of the content with this number whose paths a style behind the repeater draws, the topmost first.
    func drawnCopies(ofContent number: Int) -> ArraySlice<Copy> {
        let first = min(number, drawnCopies.count)
        return number == contents.count - 1
            ? drawnCopies[first...] : drawnCopies[first..<min(first + 1, drawnCopies.count)]
    }

    /// Whether an item of a copy has a blend mode.
    var blends: Bool { contents.contains(where: \.blends) }

    /// Whether an item of a copy is drawn with a stroke.
    var hasStrokes: Bool { contents.contains(where: \.hasStrokes) }

    /// Whether no copy draws anything.
    var isEmpty: Bool { contents.allSatisfy(\.drawables.isEmpty) }

    /// Whether the copies change with time.
    var isAnimated: Bool { isMovedByChain || isAnimatedAlone }

    /// Whether the properties of the repeater change with time.
    var isAnimatedAlone: Bool {
        guard case .repeater(let repeater, _) = source else { return false }
        return repeater.copies.isAnimated || repeater.offset.isAnimated || repeater.transform.isAnimated
            || repeater.startOpacity.isAnimated || repeater.endOpacity.isAnimated
    }

    /// Returns the number of copies for the value of the property.
    static func count(of copies: Double) -> Int {
        copies.isFinite ? Int(max(0, min(maxCopies, copies.rounded(.up)))) : 0
    }

    func evaluate(at time: Double) {
        guard case .repeater(let repeater, let rules) = source else { return }
        let count = Self.count(of: repeater.copies.value(at: time))
        let steps = Steps(repeater.transform, offset: repeater.offset.value(at: time), rules: rules, at: time)
        let start = repeater.startOpacity.value(at: time)
        let end = repeater.endOpacity.value(at: time)
        ownCopies = (0..<count).map { place in
            // The start opacity belongs to the topmost copy (lottie-web, `RepeaterModifier.js`).
            let share = count > 1 ? Double(place) / Double(count - 1) : 0
            let opacity = start + (end - start) * share
            return Copy(
                placement: steps.placement(ofCopy: repeater.isAbove ? count - 1 - place : place),
                opacity: opacity.isFinite ? UInt8(max(0, min(255, (opacity * 2.55).rounded()))) : 255)
        }
        if isChained { return }
        let rests = history?.rests(at: time, count: count) ?? []
        if rests == lastRests { return show(ownCopies, left: leftCopies) }
        lastRests = rests
        let left = rests.flatMap { rest in
            let steps = Steps(
                repeater.transform, offset: repeater.offset.value(at: rest.frame), rules: rules, at: rest.frame)
            return rest.copies.map { place in
                Copy(
                    placement: steps.placement(ofCopy: repeater.isAbove ? rest.count - 1 - place : place), opacity: 0)
            }
        }
        show(ownCopies, left: left)
    }

    /// Draws these copies from now on, the topmost first.
    func show(_ next: [Copy], left: [Copy] = []) {
        if Self.isMoved(next, copies) || Self.isMoved(left, leftCopies) { version += 1 }
        (copies, leftCopies) = (next, left)
        drawnCopies = left.isEmpty ? next : next + left
    }

    private static func isMoved(_ next: [Copy], _ last: [Copy]) -> Bool {
        next.count != last.count || zip(next, last).contains { $0.placement != $1.placement }
    }

    func draw(on canvas: Canvas, transform: AffineTransform, opacity: UInt8, context: DrawingContext) {
        for (number, copy) in copies.enumerated().reversed() {
            let own = PixelArithmetic.product(UInt32(opacity), UInt32(copy.opacity))
            content(ofCopy: number).draw(
                on: canvas, transform: copy.placement.concatenating(transform),
                opacity: UInt8(truncatingIfNeeded: own), context: context)
        }
    }

    /// The transforms of a repeater's copies.
    private struct Steps {
        let anchor: Vector
        let position: Vector
        let scale: Vector
        let rotation: Double
        let offset: Double
        let rules: RenderingCompatibility.ReferencePlayer

        init(
            _ transform: Transform, offset: Double, rules: RenderingCompatibility.ReferencePlayer, at time: Double
        ) {
            anchor = transform.anchor.value(at: time)
            position = transform.position.value(at: time)
            scale = transform.scale.value(at: time) / 100
            rotation = transform.rotation.value(at: time)
            self.offset = offset
            self.rules = rules
        }

        /// Returns the transform of a copy, the first of which has the number 0.
        func placement(ofCopy copy: Int) -> AffineTransform {
            var steps = Double(copy) + offset
            // lottie-web goes back by the offset and then step by step, but does not count the step to a copy without
            // any transform, so that the copies behind that one lag by a step.
            if rules == .lottieWeb, offset < 0, steps > 0, offset == offset.rounded() { steps -= 1 }
            return times(steps)
        }

        /// Returns the transform applied `exponent` times: rotation and scale about the anchor, then translation
        /// (lottie-web, `RepeaterModifier.js`).
        ///
        /// The exponent is the offset, or differs from it by a whole number.
        private func times(_ exponent: Double) -> AffineTransform {
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
