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
            var x = bounds.left
            while x < bounds.right {
                let value = row[x]
                let start = x
                repeat { x += 1 } while x < bounds.right && row[x] == value
                if value > 0 { spans.append(Span(x: start, y: y, length: x - start, coverage: value)) }
            }
        }
        coverage.spans = spans
        coverage.bounds = bounds
    }

    /// Sets the mask's bounds to `area` and each pixel to the alpha of the surface's pixel.
    ///
    /// - Precondition: `area` lies inside the surface.
    public func reset(_ area: PixelRect, toOpacityOf surface: Surface) {
        reset(area, to: 0)
        precondition(surface.bounds.intersection(area) == area, "the surface holds the mask")
        let bytes = bytes
        defer { withExtendedLifetime(self) {} }
        for y in area.top..<area.bottom {
            let (row, pixels) = (bytes.row(y), surface.row(y))
            for x in area.left..<area.right { row[x] = UInt8(truncatingIfNeeded: pixels[x] >> 24) }
        }
    }
}

extension Surface {
    /// Replaces every pixel with white whose alpha is the mask's value.
    public func paintWhite(through mask: AlphaMask) {
        fill(Coverage(bounds), with: .color(0xFFFF_FFFF))
        apply(mask)
    }
}
