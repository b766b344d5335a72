import Budgets
import LottieDocument
import LottieInspection
import LottieRenderer
import VectorGraphics

/// What the frames of an animation show and cost.
///
/// The steps are counted, so they are the same on all machines, for the same fonts and the same size.
struct FrameSurvey {
    /// A frame that was drawn.
    struct Frame {
        let number: Double
        /// The steps of work.
        let steps: Int
        /// The steps of them that expressions took.
        let expressionSteps: Int
        /// How much the frame differs from the one before; nil for the first.
        let change: Double?
    }

    /// The size of the pictures.
    let size: PictureSize
    /// The drawn frames, in order of time.
    private(set) var frames: [Frame] = []
    /// The first frame that exceeds the limits of a player.
    private(set) var refusal: (number: Double, shortage: BudgetExceeded)?
    /// Why not all frames were drawn; nil if they were.
    private(set) var stop: BudgetExceeded?
    /// Whether nothing is drawn in the first frame, in the last, and in all.
    private(set) var isFirstEmpty = false
    private(set) var isLastEmpty = false
    private(set) var isEmpty = true
    /// The difference of the last frame from the first.
    private(set) var loopDifference: Double?
    /// The difference of the ends of the marker of what is repeated.
    private(set) var markedLoopDifference: Double?
    /// The layers that are drawn in some frame, each with its largest scale.
    private(set) var scales: [PlacedLayer.Place: Double] = [:]
    /// If nothing is drawn in any frame: the layers of ``scales`` that are outside of the picture in all of them.
    private(set) var layersOutside: Set<PlacedLayer.Place> = []
    private(set) var contrast = PictureContrast()
    private(set) var failures: [ExpressionFailure] = []
    private(set) var expressionCount = 0
    /// The steps that each expression took in all frames, by the offset of its text in the document.
    private(set) var expressionStepsByPlace: [Int: Int] = [:]

    /// The longer side of the picture in which an empty frame is drawn again, as it may show a hair only.
    private static let closeSide = 800

    /// Draws frames of an animation.
    ///
    /// - Parameters:
    ///   - subject: The animation.
    ///   - options: The size, the rules of drawing, and the work that all frames may take.
    ///   - deadline: The end of the available time; nil for none.
    init(of subject: LintSubject, _ options: LintOptions, deadline: Budget.Deadline?) {
        let composition = subject.composition
        size = options.pixels ?? composition.benchmarkSize
        var work = Work(subject, options, size: size, deadline: deadline)
        var ends: (first: Pixmap, last: Pixmap)?
        for number in Self.numbers(of: composition, max: options.maxFrames) {
            guard draw(number, &work) else { break }
            if ends == nil { ends = (work.picture, work.picture) } else { ends?.last = work.picture }
        }
        failures = work.renderer.expressionFailures
        expressionCount = work.renderer.boundExpressionCount
        expressionStepsByPlace = work.renderer.expressionStepsByPlace
        guard let ends, let first = frames.first, let last = frames.last else { return }
        isFirstEmpty = ends.first.isEmpty && work.isEmptyFromClose(first.number)
        isLastEmpty = stop == nil && ends.last.isEmpty && work.isEmptyFromClose(last.number)
        if isEmpty { isEmpty = stop == nil && work.isEmptyFromClose(composition.frame(atProgress: 0.5)) }
        if isEmpty { layersOutside = work.layersOutside(in: frames.map(\.number)) }
        if stop == nil, frames.count > 1 { loopDifference = ends.last.difference(from: ends.first) }
        if let marker = composition.markers.first(where: { $0.name == subject.loopMarker }), marker.duration > 1 {
            markedLoopDifference = work.difference(from: marker.time, to: marker.time + marker.duration - 1)
        }
    }

    /// Draws a frame and adds what it shows; returns whether the next one can be drawn.
    private mutating func draw(_ number: Double, _ work: inout Work) -> Bool {
        let before = frames.isEmpty ? nil : work.picture
        switch work.draw(number) {
        case .drawn(let steps):
            frames.append(
                Frame(
                    number: number, steps: steps, expressionSteps: work.renderer.expressionSteps,
                    change: before.map { work.picture.difference(from: $0) }))
            if !work.picture.isEmpty { isEmpty = false }
            contrast.add(work.picture)
            work.renderer.visitDrawnLayers { layer in
                scales[layer.place] = max(scales[layer.place] ?? 0, layer.scale)
            }
            return true
        case .refused(let shortage):
            if refusal == nil { refusal = (number, shortage) }
            isEmpty = false
            return true
        case .stopped(let shortage):
            stop = shortage
            isEmpty = false
            return false
        }
    }

    /// The frame that takes the most steps.
    var costliest: Frame? { frames.max { ($0.steps, $1.number) < ($1.steps, $0.number) } }

    /// The sum of a number over all frames, divided by their count.
    func mean(_ value: (Frame) -> Int) -> Int {
        frames.isEmpty ? 0 : frames.reduce(0) { $0 + value($1) } / frames.count
    }

    /// The mean difference of a frame from the one before.
    var meanChange: Double {
        let changes = frames.compactMap(\.change)
        return changes.isEmpty ? 0 : changes.reduce(0, +) / Double(changes.count)
    }

    /// Returns the frames to draw: all of them, or as many as are drawn, the first and the last included.
    static func numbers(of composition: Composition, max maxFrames: Int) -> [Double] {
        let count = composition.frameCount
        let chosen = min(count, maxFrames)
        return (0..<chosen).map { index in
            composition.inPoint + Double(chosen == 1 ? 0 : index * (count - 1) / (chosen - 1))
        }
    }
}

extension FrameSurvey {
    /// The drawing of frames within a budget.
    private struct Work {
        let renderer: AnimationRenderer
        var picture: Pixmap
        private let subject: LintSubject
        private let options: LintOptions
        private var spending: Spending

        init(_ subject: LintSubject, _ options: LintOptions, size: PictureSize, deadline: Budget.Deadline?) {
            self.subject = subject
            self.options = options
            spending = Spending(remaining: options.maxSteps, deadline: deadline)
            renderer = Self.renderer(subject, options, size)
            renderer.countExpressionSteps()
            picture = Pixmap(width: size.width, height: size.height)
        }

        private static func renderer(
            _ subject: LintSubject, _ options: LintOptions, _ size: PictureSize
        ) -> AnimationRenderer {
            AnimationRenderer(
                subject.composition, width: size.width, height: size.height, compatibility: options.compatibility,
                properties: subject.properties)
        }

        mutating func draw(_ number: Double) -> Spending.Outcome { spending.draw(number, renderer, into: &picture) }

        /// Returns whether a frame is empty in a larger picture too.
        mutating func isEmptyFromClose(_ number: Double) -> Bool {
            let (width, height) = subject.composition.pictureSize(longerSide: closeSide)
            var picture = Pixmap(width: width, height: height)
            let renderer = Self.renderer(subject, options, PictureSize(width: width, height: height))
            if case .drawn = spending.draw(number, renderer, into: &picture) { return picture.isEmpty }
            return false
        }

        /// Returns the layers that are outside of the picture wherever frames draw them.
        mutating func layersOutside(in numbers: [Double]) -> Set<PlacedLayer.Place> {
            var drawn: [PlacedLayer.Place: Int] = [:]
            for number in numbers {
                guard case .drawn = draw(number) else { return [] }
                renderer.visitDrawnLayers { drawn[$0.place, default: 0] += 1 }
                renderer.visitLayersOutside { drawn[$0.place, default: 0] -= 1 }
            }
            return Set(drawn.filter { $0.value == 0 }.keys)
        }

        /// Returns the difference of two frames; nil if they cannot be drawn.
        mutating func difference(from start: Double, to end: Double) -> Double? {
            guard case .drawn = draw(start) else { return nil }
            let first = picture
            guard case .drawn = draw(end) else { return nil }
            return picture.difference(from: first)
        }
    }

    /// The work that all frames together may still take.
    private struct Spending {
        /// What became of a frame.
        enum Outcome {
            case drawn(steps: Int)
            case refused(BudgetExceeded)
            case stopped(BudgetExceeded)
        }

        /// The steps that every player has for a frame; a smaller limit is that of all frames together.
        private static let permittedSteps = 40_000_000

        private(set) var remaining: Int
        let deadline: Budget.Deadline?

        init(remaining: Int, deadline: Budget.Deadline?) {
            self.remaining = remaining
            self.deadline = deadline
        }

        mutating func draw(
            _ number: Double, _ renderer: AnimationRenderer, into picture: inout Pixmap
        ) -> Outcome {
            // Each frame has a budget of its own, because one that is refused exhausts it for good.
            var budget = Budget(Budget.Limits(steps: remaining), deadline: deadline)
            do throws(BudgetExceeded) {
                try renderer.draw(frame: number, into: &picture, within: &budget)
            } catch {
                let isOwn =
                    switch error.resource {
                    case .time, .consent: false
                    case .steps: error.limit >= Self.permittedSteps
                    default: true
                    }
                // What a refused frame has taken is not known, so a few of them end the drawing.
                remaining /= 2
                return isOwn ? .refused(error) : .stopped(error)
            }
            let steps = remaining - budget.remaining(.steps)
            remaining -= steps
            return .drawn(steps: steps)
        }
    }
}

extension DrawnLayer {
    /// The place of the layer in the document.
    fileprivate var place: PlacedLayer.Place {
        PlacedLayer.Place(composition: composition, position: position)
    }
}

extension Composition {
    /// The size of a picture with the usual longer side.
    var benchmarkSize: PictureSize {
        let (width, height) = pictureSize(longerSide: LintOptions.usualSide)
        return PictureSize(width: width, height: height)
    }
}
