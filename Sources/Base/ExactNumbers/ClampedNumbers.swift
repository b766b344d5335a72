extension FixedWidthInteger {
    /// Creates the integer nearest to `value`, rounded towards zero and clamped to the type's range; NaN becomes 0.
    ///
    /// Use it for numbers from external input, for which `Int(value)` could trap.
    public init(clamped value: Double) {
        if value.isNaN {
            self = 0
        } else if let exact = Self(exactly: value.rounded(.towardZero)) {
            self = exact
        } else {
            self = value < 0 ? .min : .max
        }
    }
}
