extension Duration {
    /// The duration in nanoseconds, rounded down and clamped to the range of `Int64`.
    @inlinable package var inNanoseconds: Nanoseconds {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: .second)
        let rest = attoseconds / 1_000_000_000 - (attoseconds % 1_000_000_000 < 0 ? 1 : 0)
        let (sum, carry) = whole.addingReportingOverflow(rest)
        return !overflow && !carry ? sum : seconds < 0 ? .min : .max
    }

    /// The duration in milliseconds, rounded down and clamped to ±292 years.
    @inlinable package var inMilliseconds: Int64 { inNanoseconds.quotientRoundedDown(by: 1_000_000) }
}

extension Int64 {
    /// Returns the quotient, rounded down.
    @inlinable package func quotientRoundedDown(by divisor: Int64) -> Int64 {
        self / divisor - (self % divisor < 0 ? 1 : 0)
    }
}
