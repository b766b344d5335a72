package import ExactNumbers
package import Playback

extension Outcome {
    /// Returns ``summary`` for a session whose threshold was `threshold`.
    ///
    /// A gift that was replaced at 30.2 % because the threshold was that never reads as replaced at 30 %, beside one
    /// that was too early at 30 %.
    package func summary(threshold: Millionths) -> String {
        guard case .replaced(_, let progress) = self else { return summary }
        return "\(label) at \(progress.belowOne.percent(reaching: threshold))"
    }
}

extension Millionths {
    /// Returns the fraction in per cent, rounded half up, with enough decimal places to read as more than every
    /// fraction below `threshold` does that is rounded down; the fraction itself is not below it.
    fileprivate func percent(reaching threshold: Millionths) -> String {
        var step: Int64 = 10_000
        for digits in 0..<4 {
            let rounded = (count + step / 2) / step
            if rounded * step >= Self.one.count, count < Self.one.count {
                step /= 10
                continue
            }
            if count < threshold.count || threshold.count == 0 || rounded > (threshold.count - 1) / step {
                return "\(ExactDecimal(rounded, digits: digits)) %"
            }
            step /= 10
        }
        return "\(ExactDecimal(count, digits: 4)) %"
    }
}
