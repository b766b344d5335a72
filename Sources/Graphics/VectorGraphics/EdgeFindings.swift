/// What an ``EdgeTally`` found in a picture that it counted on its own.
///
/// A picture that is painted again without being drawn again still has the errors of its edges.
public struct EdgeFindings: Sendable {
    /// The sum of the errors, in fractions of `EdgeErrors.unit`.
    fileprivate var sum = 0
    /// The bands with errors that can be seen; empty if there are none.
    fileprivate var bands: [FaultyBand] = []

    /// Creates findings of a picture without errors.
    public init() {}
}

extension EdgeTally {
    /// Calls `body`, and counts what it paints on its own: its edges do not lie on those of what was painted before.
    ///
    /// - Returns: What was found, which ``add(_:)`` counts if the same is painted in another frame.
    public func countOnItsOwn(_ body: () -> Void) -> EdgeFindings {
        guard isCounting else {
            body()
            return EdgeFindings()
        }
        let outer = (errors: errors, isTouched: isTouched, grounds: grounds, isEmpty: isEmpty)
        errors = EdgeErrors(bands: .allocate(capacity: bandCount))
        errors.bands.initialize(repeating: FaultyBand(), count: bandCount)
        (isTouched, grounds, isEmpty) = (spare.isTouched, spare.grounds, true)
        spare = ([], [])
        body()
        var findings = EdgeFindings()
        if errors.sum != 0 {
            findings.sum = errors.sum
            findings.bands = Array(UnsafeBufferPointer(start: errors.bands, count: bandCount))
        }
        errors.bands.deallocate()
        spare = (isTouched, grounds)
        (errors, isTouched, grounds, isEmpty) = outer
        add(findings)
        return findings
    }

    /// Counts what was found in an earlier picture of the same size, because the same is painted again.
    public func add(_ findings: EdgeFindings) {
        guard isCounting, findings.sum != 0 else { return }
        errors.sum += findings.sum
        for index in 0..<min(bandCount, findings.bands.count) { errors.bands[index].add(findings.bands[index]) }
    }
}
