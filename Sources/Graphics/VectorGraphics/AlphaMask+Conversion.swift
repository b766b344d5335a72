extension AlphaMask {
    /// Replaces the contents of `coverage` with the mask's pixels, as runs of equal value.
    ///
    /// Pixels more than 32,767 pixels from the origin are left out.
    public func writeSpans(into coverage: inout Coverage) {
        coverage.removeAll()
        let bounds = bounds.intersection(Span.representable)
        if bounds.isEmpty { return }
        var spans = coverage.spans
        coverage.spans = []
        let bytes = bytes
        defer { withExtendedLifetime(self) {} }
        for y in bounds.top..<bounds.bottom {
            let row = bytes.row(y)
            let first = spans.count
            var x = bounds.left
            while x < bounds.right {
                let value = row[x]
                let start = x
                repeat { x += 1 } while x < bounds.right && row[x] == value
                if value > 0 { spans.append(Span(x: start, y: y, length: x - start, coverage: value)) }
            }
            coverage.keepSample(ofRow: y, from: first, to: spans.count)
        }
        coverage.spans = spans
        coverage.bounds = bounds
    }
}
