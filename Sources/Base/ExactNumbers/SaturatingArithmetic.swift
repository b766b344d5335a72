extension FixedWidthInteger {
    /// Returns the sum, or the type's largest number on overflow.
    @inlinable package func addingSaturating(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    /// Returns the product, or the type's largest number on overflow.
    @inlinable package func multipliedSaturating(by other: Self) -> Self {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}
