/// A detector of stalls: it reports a transfer that moves fewer bytes than the pace demands within the pace's time.
///
/// The period starts again whenever enough bytes have moved, so a stall is detected at the latest one period after the
/// last byte.
struct StallDetector {
    private let minSpeed: HTTPLimits.MinSpeed
    private let minBytes: Int
    private var periodStart: Duration
    private var lastTotalBytes: Int
    private var periodBytes = 0

    /// Creates a detector that starts at `now`, after `totalBytes` bytes.
    init(_ pace: HTTPLimits.MinSpeed, at now: Duration, totalBytes: Int) {
        self.minSpeed = pace
        let needed = Double(max(0, pace.bytesPerSecond)) * (pace.period / .seconds(1))
        // No connection is this fast; the bound keeps the conversion to an integer safe.
        minBytes = Int(min(max(needed, 1), 1e15))
        periodStart = now
        lastTotalBytes = totalBytes
    }

    /// Updates the detector and returns whether the transfer has stalled.
    ///
    /// - Parameters:
    ///   - now: The time, on the same clock as the start.
    ///   - totalBytes: The total number of bytes moved so far. A total below the previous one means that the count started
    ///     again at 0.
    mutating func updateStall(at now: Duration, totalBytes: Int) -> Bool {
        periodBytes += totalBytes < lastTotalBytes ? totalBytes : totalBytes - lastTotalBytes
        lastTotalBytes = totalBytes
        if periodBytes >= minBytes {
            periodStart = now
            periodBytes = 0
        }
        return now - periodStart >= minSpeed.period
    }
}
