import ExactNumbers

/// Arithmetic on lengths of time in whole nanoseconds, as motions use them; sums are exact.
///
/// Finite results are limited to ``Int64/maxLength``, about 292 years.
extension Int64 {
    /// The length of an endless motion.
    static let endless = Int64.max
    /// The largest finite length.
    static let maxLength = Int64.max - 1

    /// Returns the sum of two lengths.
    func lengthened(by other: Int64) -> Int64 {
        if self == .endless || other == .endless { return .endless }
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .maxLength : Swift.min(sum, .maxLength)
    }

    /// Returns the length multiplied by `count`, which is at least 0.
    func lengthened(times count: Int64) -> Int64 {
        if self == 0 || count == 0 { return 0 }
        if self == .endless || count == .endless { return .endless }
        let (product, overflow) = multipliedReportingOverflow(by: count)
        return overflow ? .maxLength : Swift.min(product, .maxLength)
    }

    /// Returns the length divided by `speed`, rounded to the nearest nanosecond.
    func divided(bySpeed speed: Double) -> Int64 {
        self == .endless ? .endless : Int64(nearestLength: (Double(self) / speed).rounded())
    }

    /// Returns the time multiplied by `speed`, rounded to the nearest nanosecond.
    func multiplied(bySpeed speed: Double) -> Int64 { Int64(nearestLength: (Double(self) * speed).rounded()) }

    /// Maps a time within a length of `whole` to a length of `other`, rounded down.
    ///
    /// - Precondition: 0 ≤ self ≤ whole, and `whole` is above 0.
    func mapped(from whole: Int64, to other: Int64) -> Int64 {
        whole.dividingFullWidth(multipliedFullWidth(by: other)).quotient
    }

    /// Creates the nearest finite length; NaN gives 0.
    private init(nearestLength value: Double) {
        self = Swift.max(-.maxLength, Swift.min(Int64(clamped: value), .maxLength))
    }
}

extension Duration {
    /// The duration in whole nanoseconds, rounded down and limited to ±292 years.
    var wholeNanoseconds: Int64 {
        Swift.max(-Int64.maxLength, Swift.min(inNanoseconds, .maxLength))
    }

    /// The duration as a length of a motion, which is at least 0.
    var length: Int64 { Swift.max(0, wholeNanoseconds) }

    /// The duration in seconds.
    var secondsValue: Double { Double(wholeNanoseconds) / 1e9 }
}
