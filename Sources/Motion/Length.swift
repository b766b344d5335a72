/// Lengths of time in whole nanoseconds, as motions are laid out with them; they add up exactly.
///
/// Sums beyond 292 years stay at ``Int64/longestLength``, which is no end anybody waits for but still one.
extension Int64 {
    /// The length of what never ends.
    static let endless = Int64.max
    static let longestLength = Int64.max - 1

    /// This length and another one behind it.
    func lengthened(by other: Int64) -> Int64 {
        if self == .endless || other == .endless { return .endless }
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .longestLength : Swift.min(sum, .longestLength)
    }

    /// This length `count` times, 0 or more.
    func lengthened(times count: Int64) -> Int64 {
        if self == 0 || count == 0 { return 0 }
        if self == .endless || count == .endless { return .endless }
        let (product, overflow) = multipliedReportingOverflow(by: count)
        return overflow ? .longestLength : Swift.min(product, .longestLength)
    }

    /// This length at a speed, to the nearest nanosecond.
    func shortened(bySpeed speed: Double) -> Int64 {
        self == .endless ? .endless : Int64(clamping: (Double(self) / speed).rounded())
    }

    /// This time at a speed, to the nearest nanosecond.
    func sped(up speed: Double) -> Int64 { Int64(clamping: (Double(self) * speed).rounded()) }

    /// This time of a length of `whole`, on a length of `other`, rounded down: 0 ≤ self ≤ whole, whole above 0.
    func mapped(from whole: Int64, to other: Int64) -> Int64 {
        whole.dividingFullWidth(multipliedFullWidth(by: other)).quotient
    }

    /// The nearest length there is; 0 for what is no number.
    init(clamping value: Double) {
        self = value.isNaN ? 0 : value >= 0x1p63 ? .longestLength : value <= -0x1p63 ? -.longestLength : Int64(value)
    }
}

extension Duration {
    /// Whole nanoseconds, rounded down, within 292 years.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let fraction = attoseconds / 1_000_000_000 - (attoseconds % 1_000_000_000 < 0 ? 1 : 0)
        let (sum, carry) = scaled.addingReportingOverflow(fraction)
        if overflow || carry { return seconds < 0 ? -.longestLength : .longestLength }
        return Swift.max(-Int64.longestLength, Swift.min(sum, .longestLength))
    }

    /// The length of a motion: nothing is shorter than nothing.
    var length: Int64 { Swift.max(0, wholeNanoseconds) }

    var inSeconds: Double { Double(wholeNanoseconds) / 1e9 }
}
