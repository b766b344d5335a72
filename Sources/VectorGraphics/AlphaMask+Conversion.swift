extension AlphaMask {
    /// Replaces `coverage` with the mask's pixels, as runs of the same value.
    public func spans(into coverage: inout Coverage) {
        coverage.removeAll()
        if bounds.isEmpty { return }
        var spans = coverage.spans
        coverage.spans = []
        let bytes = bytes
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

    /// Begins again with the opacity of a surface's pixels, over `area`.
    /// - Precondition: the surface holds `area`.
    public func reset(_ area: PixelRect, toOpacityOf surface: Surface) {
        reset(area, to: 0)
        precondition(surface.bounds.intersection(area) == area, "the surface holds the mask")
        let bytes = bytes
        for y in area.top..<area.bottom {
            let (row, pixels) = (bytes.row(y), surface.row(y))
            for x in area.left..<area.right { row[x] = UInt8(truncatingIfNeeded: pixels[x] >> 24) }
        }
    }
}

extension Surface {
    /// Replaces every pixel by white as opaque as the mask lets it be.
    public func paintWhite(through mask: AlphaMask) {
        fill(Coverage(bounds), with: .color(0xFFFF_FFFF))
        apply(mask)
    }
}
