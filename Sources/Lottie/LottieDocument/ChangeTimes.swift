/// The times at which the picture of a composition can change, in its own frames.
///
/// Between them all frames look the same, so that only one of them need be drawn: before a first keyframe, after a last one,
/// and while keyframes hold their values. About a third of the frames of animations in circulation are such.
package struct ChangeTimes: Sendable {
    /// The ranges in which the picture changes, in order and apart from each other; nil if it can change at any time.
    ///
    /// At a range of one time the picture jumps: it is already another one at that time.
    private let ranges: [ClosedRange<Double>]?

    /// Finds the times at which a composition changes.
    ///
    /// Expressions and letters that are compositions can change at any time.
    package init(of composition: Composition) {
        guard !composition.hasExpressions else {
            ranges = nil
            return
        }
        var search = ChangeSearch(composition)
        search.visit(composition.layers, in: SearchedTime(), depth: 1)
        ranges = search.found.map(Self.merged)
    }

    /// Creates the times of something that can change at any time.
    package init() { ranges = nil }

    /// Returns whether all frames from `first` to `last`, with both, look the same; either may be the earlier one.
    package func isStill(from first: Double, to last: Double) -> Bool {
        if first == last { return true }
        let (start, end) = (min(first, last), max(first, last))
        guard let ranges, start < end else { return false }
        // The first range that does not end before or at the start.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= start { low = middle + 1 } else { high = middle }
        }
        return low == ranges.count || end < ranges[low].lowerBound
    }

    /// Returns the ranges in order, with those that meet as one.
    private static func merged(_ ranges: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
        var merged: [ClosedRange<Double>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}

/// A part of the time of a composition, and how it maps to the time of the whole animation.
struct SearchedTime {
    /// The first and the last time that matters, in frames of the composition.
    private(set) var (low, high) = (-Double.infinity, Double.infinity)
    /// The number of frames of the whole animation for one of the composition, and the frame at which its time is 0.
    private var (scale, origin) = (1.0, 0.0)
    /// The greatest number with which times were mapped; nil for the whole animation itself.
    private var greatest: Double?

    /// Returns the part between two times of the composition; nil if there is none.
    func limited(from start: Double, to end: Double) -> SearchedTime? {
        var part = self
        (part.low, part.high) = (max(low, start), min(high, end))
        return part.low <= part.high ? part : nil
    }

    /// Returns the time of a composition that a layer of this one shows, without a time remap.
    func content(of timing: LayerTiming) -> SearchedTime {
        var content = self
        content.scale = scale * timing.stretch
        content.origin = origin + timing.startTime * scale
        content.greatest = max(greatest ?? 0, abs(content.origin), abs(timing.startTime * scale))
        let ends = ((low - timing.startTime) / timing.stretch, (high - timing.startTime) / timing.stretch)
        (content.low, content.high) = (min(ends.0, ends.1), max(ends.0, ends.1))
        return content
    }

    /// Returns the part of a range that matters, in frames of the whole animation; nil if there is none.
    func whole(_ range: ClosedRange<Double>) -> ClosedRange<Double>? {
        let (start, end) = (max(low, range.lowerBound), min(high, range.upperBound))
        let (a, b) = (start * scale + origin, end * scale + origin)
        guard start <= end, start.isFinite || end.isFinite else { return nil }
        // Compositions in each other can multiply times until they overflow.
        guard a.isFinite, b.isFinite else { return -.infinity ... .infinity }
        guard let greatest else { return a...b }
        // Frames map to the content by a division, and back by a product: both round.
        let margin = 1e-6 * (1 + max(abs(a), abs(b), greatest))
        return min(a, b) - margin...max(a, b) + margin
    }
}
