import Playback

extension Duration {
    /// Whole nanoseconds; the longest there are for what is longer.
    var nanoseconds: Nanoseconds {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: .second)
        return overflow ? .max : product.addingReportingOverflow(attoseconds / 1_000_000_000).partialValue
    }
}
