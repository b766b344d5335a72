import Budgets
package import LottieDocument
package import LottieRenderer
import VectorGraphics

/// The measured cost of drawing an animation's frames, by layer.
package struct FrameCost {
    /// The size of the frames in pixels.
    let size: PictureSize
    /// The number of measured frames.
    let frames: Int
    /// The costs of the top-level layers, summed over all measured frames.
    let layers: [LayerCost]
    /// The first budget that a frame exceeded; nil if all frames were drawn.
    let shortage: BudgetExceeded?
    /// The expressions that failed in these frames.
    let failures: [FailedExpression]

    /// The maximum number of frames in a pass, spread over the animation so that every part of it is covered.
    private static let maxFrames = 90
    /// The time limit of the warm-up and of the measurement.
    ///
    /// Light animations are measured several times, heavy ones do not take long.
    private static let maxDuration = Duration.milliseconds(400)

    /// Draws `composition` and measures the cost.
    ///
    /// A warm-up pass fills the renderer's caches; the following passes are measured.
    package init(
        of composition: Composition, _ properties: DynamicProperties = DynamicProperties(),
        _ compatibility: RenderingCompatibility = .lottieWeb, size: PictureSize
    ) {
        self.size = size
        let renderer = AnimationRenderer(
            composition, width: size.width, height: size.height, compatibility: compatibility, properties: properties)
        var pixmap = Pixmap(width: size.width, height: size.height)
        let numbers = Self.frames(of: composition)
        let clock = ContinuousClock()
        let start = clock.now
        for number in numbers where clock.now - start < Self.maxDuration { renderer.draw(frame: number, into: &pixmap) }
        var layers: [LayerCost] = []
        var frames = 0
        var shortage: BudgetExceeded?
        let begin = clock.now
        repeat {
            for number in numbers where frames == 0 || clock.now - begin < Self.maxDuration {
                renderer.draw(frame: number, into: &pixmap, addingTo: &layers, clock: clock)
                shortage = shortage ?? renderer.shortage
                frames += 1
            }
        } while clock.now - begin < Self.maxDuration
        self.layers = layers
        self.frames = frames
        failures = FailedExpression.all(in: renderer, at: composition.inPoint)
        self.shortage = shortage
    }

    /// Returns the expressions that fail, from a pass that evaluates frames without drawing them.
    static func failures(in composition: Composition, _ properties: DynamicProperties) -> [FailedExpression] {
        guard composition.hasExpressions else { return [] }
        let renderer = AnimationRenderer(composition, width: 1, height: 1, properties: properties)
        let clock = ContinuousClock()
        let start = clock.now
        for number in frames(of: composition) where clock.now - start < maxDuration { renderer.evaluate(frame: number) }
        return FailedExpression.all(in: renderer, at: composition.inPoint)
    }

    /// Returns the frames of a pass, in an order in which even the first few are spread over the whole animation.
    static func frames(of composition: Composition) -> [Double] {
        let count = min(composition.frameCount, maxFrames)
        // Multiples of the golden ratio, modulo 1, are spread evenly: each lies far from the ones before.
        return (0..<count).sorted { a, b in
            (Double(a) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
                < (Double(b) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
        }
        .map { composition.inPoint + Double($0 * composition.frameCount / count) }
    }

    /// The mean time to evaluate a frame, in milliseconds.
    var evaluation: Double { milliseconds(layers.reduce(.zero) { $0 + $1.evaluation }) }

    /// The mean time to draw a frame, in milliseconds.
    var drawing: Double { milliseconds(layers.reduce(.zero) { $0 + $1.drawing }) }

    /// Returns the mean time per frame, in milliseconds, of a total over all measured frames.
    func milliseconds(_ total: Duration) -> Double {
        total / .milliseconds(1) / Double(max(1, frames))
    }

    /// The layers with a cost, the most expensive first: their indices, costs and shares of the frame time from 0 to 1.
    var layersByCost: [(index: Int, cost: LayerCost, share: Double)] {
        let whole = max(evaluation + drawing, .leastNormalMagnitude)
        return layers.enumerated().filter { $0.element.frames > 0 }
            .sorted { ($1.element.total, $0.offset) < ($0.element.total, $1.offset) }
            .map { (index: $0.offset, cost: $0.element, share: milliseconds($0.element.total) / whole) }
    }
}
