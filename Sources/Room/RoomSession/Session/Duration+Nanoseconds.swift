package import ExactNumbers

extension Duration {
    /// The duration in whole nanoseconds, or the maximum value if it is too long.
    package var nanoseconds: Nanoseconds {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: .second)
        return overflow ? .max : product.addingReportingOverflow(attoseconds / 1_000_000_000).partialValue
    }
}
