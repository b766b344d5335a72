/// Notices that too little moves: once fewer bytes than the pace asks for came within its time.
///
/// Each time enough has moved the time starts anew, so that a stall is noticed no later than one such time after
/// the last byte.
struct StallWatch {
    private let pace: HTTPLimits.Pace
    private let leastBytes: Int
    private var start: Duration
    private var movedBefore: Int
    private var movedSinceStart = 0

    /// A watch from `now` on, when `moved` bytes had moved.
    init(_ pace: HTTPLimits.Pace, at now: Duration, moved: Int) {
        self.pace = pace
        let needed = Double(max(0, pace.bytesPerSecond)) * (pace.time / .seconds(1))
        // Beyond this no connection comes; the bound keeps the number one that can be counted to.
        leastBytes = Int(min(max(needed, 1), 1e15))
        start = now
        movedBefore = moved
    }

    /// Whether it has stalled by `now`, on the same clock as the start, when `moved` bytes have moved in all. A total
    /// that falls has begun anew.
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
