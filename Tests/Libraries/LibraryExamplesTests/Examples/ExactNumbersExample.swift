import ExactNumbers

/// Returns when each frame begins, so that the frames together last exactly as long as the whole.
///
/// - Parameters:
///   - count: The number of frames.
///   - duration: The duration of the whole as text, such as `1.5s` or `250ms`.
/// - Returns: The times in nanoseconds; `nil` if the text is not a duration.
func frameTimes(_ count: Int, over duration: String) -> [Nanoseconds]? {
    guard let whole = Nanoseconds(durationText: duration) else { return nil }
    return (0..<count).map { Nanoseconds(Int128(whole) * Int128($0) / Int128(count)) }
}

/// Returns whether a share of a duration has passed, with its text.
///
/// The share is rounded down, so that one that is shown as the threshold has reached it.
func progress(
    _ elapsed: Nanoseconds, of duration: Nanoseconds, threshold: Millionths
) -> (hasReached: Bool, text: String) {
    let progress = Millionths(Int128(elapsed) * 1_000_000, of: duration, rounded: .down)
    return (progress >= threshold, "\(progress) of \(duration.durationText)")
}
