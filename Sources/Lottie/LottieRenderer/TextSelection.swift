import CPlatform
import LottieDocument

/// A selector at one time, which determines how much each letter is affected (lottie-web, `TextSelectorProperty.js`).
struct TextSelection {
    private let shape: TextSelector.Shape
    private let start: Double
    private let end: Double
    private let amount: Double
    private let ease: EasingCurve
    private let smoothness: Double

    /// Evaluates a selector.
    ///
    /// - Parameters:
    ///   - selector: The selector.
    ///   - time: The time, in frames.
    ///   - total: The number of letters, words or lines that the selector counts.
    ///   - rules: The player whose rules decide where a selection without an end ends: in lottie-web at 100, even if the
    ///     selector counts letters, words or lines.
    init(
        _ selector: TextSelector, at time: Double, total: Int, rules: RenderingCompatibility.ReferencePlayer
    ) {
        shape = selector.shape
        let unit = selector.usesIndexUnits ? 1 : Double(total) / 100
        let offset = selector.offset.value(at: time) * unit
        let first = selector.start.value(at: time) * unit + offset
        let whole = selector.usesIndexUnits && rules == .afterEffects ? Double(total) : 100
        let last = (selector.end?.value(at: time) ?? whole) * unit + offset
        start = min(first, last)
        end = max(first, last)
        amount = selector.amount.value(at: time) / 100
        let low = selector.easeLow.value(at: time) / 100
        let high = selector.easeHigh.value(at: time) / 100
        ease = EasingCurve(
            x1: low > 0 ? low : 0, y1: low > 0 ? 0 : -low, x2: high > 0 ? 1 - high : 1, y2: high > 0 ? 1 : 1 + high)
        smoothness = selector.smoothness.value(at: time) / 100
    }

    /// Returns how much the letter with this number is affected, usually from 0 to 1; the selector's amount is a factor
    /// of it.
    func share(of index: Int) -> Double {
        let position = Double(index)
        let span = end - start
        let rise = span > 0 ? max(0, min(1, (0.5 + position - start) / span)) : position >= end ? 1 : 0
        var share: Double
        switch shape {
        case .square: share = square(position)
        case .rampUp: share = rise
        case .rampDown: share = 1 - rise
        case .triangle: share = span > 0 ? (rise < 0.5 ? 2 * rise : 2 - 2 * rise) : 0
        case .round:
            let x = 2 * rise - 1
            share = span > 0 ? max(0, 1 - x * x).squareRoot() : 0
        case .smooth: share = span > 0 ? (1 - cos(2 * .pi * rise)) / 2 : 0
        }
        return softened(ease.progress(at: share)) * amount
    }

    private func square(_ position: Double) -> Double {
        guard position >= start.rounded(.down) else { return 0 }
        let covered = position < start ? min(end, 1) - (start - position) : end - position
        return max(0, min(1, covered))
    }

    /// Returns the share with the selector's smoothness applied; without smoothness it is 0 or 1.
    private func softened(_ share: Double) -> Double {
        guard smoothness < 1 else { return share }
        let threshold = 0.5 - smoothness / 2
        return smoothness > 0 ? max(0, min(1, (share - threshold) / smoothness)) : share >= 0.5 ? 1 : 0
    }
}
