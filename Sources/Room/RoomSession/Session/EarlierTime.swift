package import ExactNumbers

extension Nanoseconds? {
    /// Returns the earlier of two times; `nil` is later than all.
    package func orEarlier(_ other: Nanoseconds?) -> Nanoseconds? {
        guard let self else { return other }
        return other.map { Swift.min(self, $0) } ?? self
    }
}
