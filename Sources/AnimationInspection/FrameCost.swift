package import Lottie
package import LottieRenderer
import VectorGraphics

/// What an animation's frames cost to draw, layer by layer, as measured.
package struct FrameCost {
    /// Size of the frames in pixels.
    let size: PictureSize
    /// Frames that were timed.
    let frames: Int
    /// One for each layer of the composition itself, summed up over the frames.
    let layers: [LayerCost]
    /// Expressions that failed in these frames.
    let failures: [ExpressionFailure]

    /// Frames in a pass, spread over the animation: enough that none of its parts is missed.
    private static let mostFrames = 90
    /// Passes are begun for this long, so that a light animation is timed more than once and a heavy one isn't waited for.
    private static let longest = Duration.milliseconds(400)

    /// Draws `composition`: a pass that fills the renderer's memory, then passes that are timed.
    package init(
        of composition: Composition, _ properties: DynamicProperties = DynamicProperties(), size: PictureSize
    ) {
        self.size = size
        let renderer = AnimationRenderer(
            composition, width: size.width, height: size.height, properties: properties)
        var pixmap = Pixmap(width: size.width, height: size.height)
        let numbers = Self.frames(of: composition)
        let clock = ContinuousClock()
        let start = clock.now
        for number in numbers where clock.now - start < Self.longest { renderer.draw(frame: number, into: &pixmap) }
        var layers: [LayerCost] = []
        var frames = 0
        let begin = clock.now
        repeat {
            for number in numbers where frames == 0 || clock.now - begin < Self.longest {
                renderer.draw(frame: number, into: &pixmap, addingTo: &layers, clock: clock)
                frames += 1
            }
        } while clock.now - begin < Self.longest
        self.layers = layers
        self.frames = frames
        failures = renderer.expressionFailures
    }

    /// Expressions that fail, where nothing is drawn: found by a pass that only evaluates.
    static func failures(in composition: Composition, _ properties: DynamicProperties) -> [ExpressionFailure] {
        guard composition.hasExpressions else { return [] }
        let renderer = AnimationRenderer(composition, width: 1, height: 1, properties: properties)
        let clock = ContinuousClock()
        let start = clock.now
        for number in frames(of: composition) where clock.now - start < longest { renderer.evaluate(frame: number) }
        return renderer.expressionFailures
    }

    /// The frames of a pass, in an order in which the first few are spread over the whole animation too.
    private static func frames(of composition: Composition) -> [Double] {
        let count = min(composition.frameCount, mostFrames)
        // The golden section leads to places that lie as far as can be from those before.
        return (0..<count).sorted { a, b in
            (Double(a) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
                < (Double(b) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
        }
        .map { composition.inPoint + Double($0 * composition.frameCount / count) }
    }

    /// Milliseconds of a frame, in the mean, that go into finding where everything stands.
    var evaluation: Double { milliseconds(layers.reduce(.zero) { $0 + $1.evaluation }) }

    /// Milliseconds of a frame, in the mean, that go into painting.
    var drawing: Double { milliseconds(layers.reduce(.zero) { $0 + $1.drawing }) }

    /// Milliseconds of a frame, in the mean.
    func milliseconds(_ total: Duration) -> Double {
        let (seconds, attoseconds) = total.components
        return (Double(seconds) * 1e3 + Double(attoseconds) / 1e15) / Double(max(1, frames))
    }

    /// The layers that cost anything, the dearest first: their places, and their shares of a frame.
    var dearest: [(index: Int, cost: LayerCost, share: Double)] {
        let whole = max(evaluation + drawing, .leastNormalMagnitude)
        return layers.enumerated().filter { $0.element.frames > 0 }
            .sorted { ($1.element.total, $0.offset) < ($0.element.total, $1.offset) }
            .map { (index: $0.offset, cost: $0.element, share: milliseconds($0.element.total) / whole) }
    }
}
