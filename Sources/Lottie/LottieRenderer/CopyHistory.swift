import LottieDocument

/// The numbers of copies that a repeater has had since its layer appeared.
///
/// lottie-web never removes a copy (`RepeaterModifier.js`): where the number of copies has fallen, it hides the groups of
/// the surplus ones, but the styles behind the repeater still draw their paths, each in the last place that it had. What it
/// draws depends on the frames drawn before; here these are all whole frames since the layer's start, as in playback.
struct CopyHistory {
    /// The numbers of copies above the present one that a repeater had last at one time.
    struct Rest: Equatable {
        /// The time, in frames.
        let frame: Double
        /// The number of copies at that time.
        let count: Int
        /// The copies, counted from the topmost.
        let copies: Range<Int>
    }

    /// The longest time that is remembered, in frames, which bounds the work of a frame.
    private static let maxFrames = 1_024

    private let copies: Property<Double>
    /// The first frame that shows the layer.
    private let start: Double
    /// The numbers of copies at the frames from `start` on, as far as they were needed.
    private var counts: [UInt16] = []
    /// The greatest number of copies up to each of these frames.
    private var greatest: [UInt16] = []

    /// Creates a history of copies that are shown first at `startTime`; nil if their number is the same at all times, or is
    /// not known at other times without an expression.
    init?(_ copies: Property<Double>, startTime: Double) {
        guard case .animated = copies, startTime.isFinite else { return nil }
        self.copies = copies
        start = startTime.rounded(.up)
    }

    /// Returns what is left of earlier frames at `time`, the topmost copies first.
    mutating func rests(at time: Double, count: Int) -> [Rest] {
        guard time > start else { return [] }
        let frameCount = Int(min(Double(Self.maxFrames), (time - start).rounded(.up)))
        while counts.count < frameCount {
            // A repeater has at most a thousand copies.
            let next = UInt16(RepeaterNode.count(of: copies.value(at: start + Double(counts.count))))
            counts.append(next)
            greatest.append(max(greatest.last ?? 0, next))
        }
        var (rests, shown): ([Rest], Int) = ([], count)
        for index in (0..<frameCount).reversed() {
            if greatest[index] <= shown { break }
            let before = Int(counts[index])
            guard before > shown else { continue }
            rests.append(Rest(frame: start + Double(index), count: before, copies: shown..<before))
            shown = before
        }
        return rests
    }
}
