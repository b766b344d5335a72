import CPlatform
import LottieDocument
import VectorGraphics

/// The paint of a style at the evaluated time.
struct PaintEvaluation {
    private let source: StylePaint
    private let isStroke: Bool
    private let isInBrowser: Bool
    /// The frame in which the paint is shown first.
    private let startTime: Double
    private var pixel: UInt32 = 0
    private var gradient: Gradient?
    private var stops: [Float]?
    /// Whether lottie-web draws the opacities of the gradient as a mask.
    private var hasOpacityMask = false
    private let cache = CacheShare()
    /// The steps per number to merge the stops of colors and opacities; a stop has two or four numbers.
    static let stepsPerNumber = 20

    /// Creates the paint of a style.
    ///
    /// - Parameters:
    ///   - source: The paint.
    ///   - isStroke: Whether the style is a stroke.
    ///   - rules: The player to imitate.
    ///   - startTime: The frame in which the paint is shown first.
    init(
        _ source: StylePaint, isStroke: Bool, rules: RenderingCompatibility.ReferencePlayer, startTime: Double
    ) {
        self.source = source
        self.isStroke = isStroke
        isInBrowser = rules == .lottieWeb
        self.startTime = startTime
    }

    /// Whether the style reaches at most a tenth beyond the box of its paths on each side.
    ///
    /// That is the region of the mask with which lottie-web draws the opacities of a gradient, and SVG computes it
    /// without regard to the width of strokes (`SVGGradientFillStyleData.js`).
    var isLimitedToBox: Bool { hasOpacityMask && isStroke && isInBrowser }

    /// Whether the paint is a gradient.
    var isGradient: Bool { if case .gradient = source { true } else { false } }

    /// Whether the paint changes with time.
    var isAnimated: Bool {
        switch source {
        case .color(let color): color.isAnimated
        case .gradient(let paint):
            paint.stops.isAnimated || paint.start.isAnimated || paint.end.isAnimated
                || paint.highlightLength.isAnimated || paint.highlightAngle.isAnimated
        }
    }

    mutating func evaluate(at time: Double, frameBudget: FrameBudget) {
        switch source {
        case .color(let color): pixel = PixelArithmetic.pixel(color.value(at: time))
        case .gradient(let paint):
            let numbers = paint.stops.value(at: time)
            frameBudget.spend(steps: numbers.count / 4)
            let focusTime = isInBrowser ? paint.focusTime(at: time, startTime: startTime) : time
            let shape = paint.shape(at: time, focusTime: focusTime)
            if numbers != stops {
                guard frameBudget.consume(steps: numbers.count.multipliedClamped(by: Self.stepsPerNumber)),
                    cache.setPoints(numbers.count, in: frameBudget)
                else {
                    stops = nil
                    gradient = nil
                    return
                }
                stops = numbers
                hasOpacityMask = paint.hasSeparateOpacities(numbers)
                gradient = Gradient(shape: shape, stops: paint.merged(numbers, isInBrowser: isInBrowser))
            } else {
                gradient?.shape = shape
            }
        }
    }

    /// Returns the paint mapped by `transform`, or nil if it is invisible.
    func paint(transform: AffineTransform) -> Paint? {
        switch source {
        case .color: pixel == 0 ? nil : .color(pixel)
        case .gradient: gradient.map { .gradient($0, transform: transform) }
        }
    }
}

extension PixelArithmetic {
    /// Returns the premultiplied pixel of a document's color.
    static func pixel(_ color: Color) -> UInt32 {
        pixel(red: Double(color.x), green: Double(color.y), blue: Double(color.z), alpha: Double(color.w))
    }
}

extension GradientPaint {
    /// Returns the time at which lottie-web has moved the focus most recently.
    ///
    /// It does so only when the end or the highlight changes, even if the start moves (`SVGElementsRenderer.js`,
    /// `renderGradient`).
    fileprivate func focusTime(at time: Double, startTime: Double) -> Double {
        let ranges = [end.changingTimes, highlightLength.changingTimes, highlightAngle.changingTimes]
        guard let range = ranges.compactMap(\.self).spanned, time > range.lowerBound else { return startTime }
        return time < range.upperBound ? time : max(startTime, range.upperBound.rounded(.up))
    }

    /// Returns the geometry of the gradient at `time`, with the focus that it has at `focusTime`.
    fileprivate func shape(at time: Double, focusTime: Double) -> Gradient.Shape {
        let start = Point(self.start.value(at: time))
        let end = Point(self.end.value(at: time))
        guard isRadial else { return .linear(start: start, end: end) }
        let radius = (end - start).length
        if focusTime != time, case .radial(_, _, let focus) = self.shape(at: focusTime, focusTime: focusTime) {
            return .radial(center: start, radius: radius, focus: focus)
        }
        let axis = end - start
        let share = Float(max(-0.99, min(0.99, highlightLength.value(at: time) / 100)))
        let angle = atan2(Double(axis.y), Double(axis.x)) + highlightAngle.value(at: time) * .pi / 180
        let focus = start + Point(Float(cos(angle)), Float(sin(angle))) * (radius * share)
        return .radial(center: start, radius: radius, focus: focus)
    }

    /// Returns whether the stops of the opacities are at other offsets than those of the colors, so that lottie-web does
    /// not draw both as one gradient (`GradientProperty.js`, `checkCollapsable`).
    fileprivate func hasSeparateOpacities(_ numbers: [Float]) -> Bool {
        let count = colorStopCount(in: numbers.count)
        let first = 4 * count
        let opacityCount = (numbers.count - first) / 2
        guard opacityCount > 0, opacityCount == count else { return opacityCount > 0 }
        return (0..<count).contains { abs(numbers[4 * $0] - numbers[first + 2 * $0]) > 0.01 }
    }

    /// Merges the stops of the colors with those of the opacities, whose offsets are independent.
    ///
    /// - Parameters:
    ///   - numbers: The stops.
    ///   - isInBrowser: Whether offsets are rounded to whole per cent as in lottie-web, which also places the opacities at
    ///     the offsets of the colors if both are almost equal (`GradientProperty.js`, `SVGElementsRenderer.js`).
    func merged(_ numbers: [Float], isInBrowser: Bool = false) -> [GradientStop] {
        let count = colorStopCount(in: numbers.count)
        let sharesOffsets = isInBrowser && !hasSeparateOpacities(numbers)
        func offset(_ index: Int) -> Double {
            isInBrowser ? (Double(numbers[index]) * 100 + 0.5).rounded(.down) / 100 : Double(numbers[index])
        }
        var colors: [PiecewiseLinearFunction.Stop] = []
        for index in 0..<count {
            let start = 4 * index
            let value = SIMD3<Float>(numbers[start + 1], numbers[start + 2], numbers[start + 3])
            colors.append(PiecewiseLinearFunction.Stop(offset: offset(start), value: value))
        }
        var opacities: [PiecewiseLinearFunction.Stop] = []
        for start in stride(from: 4 * count, to: numbers.count - 1, by: 2) {
            let value = SIMD3<Float>(repeating: numbers[start + 1])
            let place = sharesOffsets ? 2 * (start - 4 * count) : start
            opacities.append(PiecewiseLinearFunction.Stop(offset: offset(place), value: value))
        }
        PiecewiseLinearFunction.makeOffsetsAscending(&colors)
        PiecewiseLinearFunction.makeOffsetsAscending(&opacities)
        let ramps = (color: PiecewiseLinearFunction(stops: colors), opacity: PiecewiseLinearFunction(stops: opacities))
        let offsets = Set((colors + opacities).map(\.offset)).sorted()
        var merged: [GradientStop] = []
        for offset in offsets {
            for isAfter in [false, true] {
                let color = SIMD3<Double>(ramps.color.value(at: offset, isAfter: isAfter) ?? .zero)
                let alpha = Double(ramps.opacity.value(at: offset, isAfter: isAfter)?.x ?? 1)
                let stop = GradientStop(offset: offset, color: SIMD4(color.x, color.y, color.z, alpha))
                if merged.last != stop { merged.append(stop) }
            }
        }
        return merged
    }
}

/// A piecewise linear function with constant values outside its stops.
private struct PiecewiseLinearFunction {
    struct Stop {
        var offset: Double
        var value: SIMD3<Float>
    }

    /// The stops in ascending order of their offsets, as `makeOffsetsAscending(_:)` leaves them.
    let stops: [Stop]

    /// Raises each offset to at least the previous one, as SVG does.
    static func makeOffsetsAscending(_ stops: inout [Stop]) {
        for index in stops.indices {
            let before = index > 0 ? stops[index - 1].offset : 0
            // This comparison is also false for NaN.
            if !(stops[index].offset >= before) { stops[index].offset = before }
            stops[index].offset = min(1, stops[index].offset)
        }
    }

    /// Returns the value just before or after `offset`; the two differ if several stops share the offset.
    func value(at offset: Double, isAfter: Bool) -> SIMD3<Float>? {
        guard let first = stops.first, let last = stops.last else { return nil }
        if isAfter {
            let next = firstIndex { $0 > offset }
            return next == 0 ? first.value : interpolatedValue(next - 1, offset)
        }
        let index = firstIndex { $0 >= offset }
        if index == stops.count { return last.value }
        return index == 0
            ? first.value : stops[index].offset == offset ? stops[index].value : interpolatedValue(index - 1, offset)
    }

    /// Returns the index of the first stop whose offset satisfies `isBeyond`, or the number of stops if none does.
    ///
    /// All stops after the first one must satisfy it too.
    private func firstIndex(_ isBeyond: (Double) -> Bool) -> Int {
        var low = 0
        var high = stops.count
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(stops[middle].offset) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func interpolatedValue(_ index: Int, _ offset: Double) -> SIMD3<Float> {
        guard index + 1 < stops.count, stops[index + 1].offset > stops[index].offset else { return stops[index].value }
        let share = Float((offset - stops[index].offset) / (stops[index + 1].offset - stops[index].offset))
        return stops[index].value + (stops[index + 1].value - stops[index].value) * share
    }
}
