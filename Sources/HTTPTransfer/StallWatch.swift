/// A detector of stalls: it reports a transfer that moves fewer bytes than the pace demands within the pace's time.
///
/// The period starts again whenever enough bytes have moved, so a stall is detected at the latest one period after the
/// last byte.
struct StallWatch {
    private let pace: HTTPLimits.Pace
    private let leastBytes: Int
    private var start: Duration
    private var movedBefore: Int
    private var movedSinceStart = 0

    /// Creates a detector that starts at `now`, after `moved` bytes.
    init(_ pace: HTTPLimits.Pace, at now: Duration, moved: Int) {
        self.pace = pace
        let needed = Double(max(0, pace.bytesPerSecond)) * (pace.time / .seconds(1))
        // No connection is this fast; the bound keeps the conversion to an integer safe.
        leastBytes = Int(min(max(needed, 1), 1e15))
        start = now
        movedBefore = moved
    }

    /// Updates the detector and returns whether the transfer has stalled.
    ///
    /// - Parameters:
    ///   - now: The time, on the same clock as the start.
    ///   - moved: The total number of bytes moved so far. A total below the previous one means that the count started
    ///     again at 0.
    mutating func isStalled(at now: Duration, moved: Int) -> Bool {
        movedSinceStart += moved < movedBefore ? moved : moved - movedBefore
        movedBefore = moved
        if movedSinceStart >= leastBytes {
            start = now
            movedSinceStart = 0
        }
        return now - start >= pace.time
    }
}
