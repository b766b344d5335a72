/// The paint that fills a shape.
public enum Paint {
    /// A single color, as a premultiplied pixel.
    case color(UInt32)
    /// A gradient and the map from its coordinates to the canvas.
    case gradient(Gradient, transform: AffineTransform)
    /// A picture and the map from its pixels to the canvas.
    case picture(MipmappedPicture, transform: AffineTransform)
}

extension Surface {
    /// Fills a shape.
    ///
    /// - Parameters:
    ///   - coverage: The shape; the part outside the surface is left out.
    ///   - paint: The paint.
    ///   - opacity: A factor for the paint's own opacity, 0 to 255.
    ///   - mask: A mask that multiplies the coverage, or nil for none.
    public func fill(_ coverage: borrowing Coverage, with paint: Paint, opacity: UInt8 = 255, mask: AlphaMask? = nil) {
        if opacity == 0 { return }
        let mask = mask?.unlessShowing(coverage.bounds)
        defer { withExtendedLifetime(mask) {} }
        recordPainted(coverage.bounds)
        switch paint {
        case .color(let color):
            let source = PixelArithmetic.scaled(color, by: UInt32(opacity))
            if source == 0 { return }
            if let mask = mask?.bytes { fill(coverage, source, mask) } else { fill(coverage, source) }
        case .gradient(let gradient, let transform):
            let shader = GradientShader(gradient, transform: transform)
            shade(coverage, opacity: opacity, mask: mask, isOpaque: gradient.isOpaque) { x, y, count, pixels in
                shader.shade(x: x, y: y, count: count, into: pixels)
            }
        case .picture(let picture, let transform):
            guard let shader = PictureShader(picture, transform: transform) else { return }
            let area = coverage.bounds.intersection(bounds)
            if shader.isUpright, !area.isEmpty {
                shader.withPixels(of: area) { resampled in
                    forEachRun(of: coverage) { run in
                        let row = resampled + (run.y - area.top) * area.width - area.left
                        run.draw(row + run.first, opacity: opacity, mask: mask?.bytes, isOpaque: false)
                    }
                }
                return
            }
            shade(coverage, opacity: opacity, mask: mask, isOpaque: false) { x, y, count, pixels in
                shader.shade(x: x, y: y, count: count, into: pixels)
            }
        }
    }

    // A function of its own for each loop, because one for all kinds of paint would keep their variables in memory.

    /// Fills a shape with a premultiplied pixel.
    @inline(never)
    private func fill(_ coverage: borrowing Coverage, _ source: UInt32) {
        let channels = PixelArithmetic.spreadChannels(source)
        forEachRun(of: coverage) { $0.fill(source, channels) }
    }

    /// Fills a shape with a premultiplied pixel, multiplied by a mask.
    @inline(never)
    private func fill(_ coverage: borrowing Coverage, _ source: UInt32, _ mask: MaskBytes) {
        forEachRun(of: coverage) { run in
            let columns = run.columns(within: mask.bounds)
            RowCompositing.fill(
                source, over: run.row + columns.lowerBound, count: columns.count, coverage: run.coverage,
                mask: mask.row(run.y) + columns.lowerBound)
        }
    }

    /// Fills a shape with colors that were computed before.
    ///
    /// - Parameters:
    ///   - coverage: The shape; the part outside the surface is left out.
    ///   - colors: The colors of this shape.
    ///   - opacity: A factor for the colors' own opacity, 0 to 255.
    ///   - mask: A mask that multiplies the coverage, or nil for none.
    /// - Precondition: `coverage` has the bounds of the shape for which `colors` was computed.
    public func fill(
        _ coverage: borrowing Coverage, with colors: ShadedShape, opacity: UInt8 = 255, mask: AlphaMask? = nil
    ) {
        precondition(coverage.bounds == colors.area, "the colors are those of the shape")
        if opacity == 0 { return }
        let mask = mask?.unlessShowing(coverage.bounds)
        defer { withExtendedLifetime(mask) {} }
        let area = coverage.bounds
        recordPainted(area)
        colors.withPixels { pixels in
            forEachRun(of: coverage) { run in
                let row = pixels + (run.y - area.top) * area.width - area.left
                run.draw(row + run.first, opacity: opacity, mask: mask?.bytes, isOpaque: colors.isOpaque)
            }
        }
    }

    /// Draws the pixels that `colors` writes for each run of the coverage.
    ///
    /// - Parameter colors: A function that writes the pixels of a run, given its first column, its row, its length and
    ///   the memory to write to.
    private func shade(
        _ coverage: borrowing Coverage, opacity: UInt8, mask: AlphaMask?, isOpaque: Bool,
        with colors: (Int, Int, Int, UnsafeMutablePointer<UInt32>) -> Void
    ) {
        let mask = mask?.bytes
        // Runs lie inside `bounds`, so none is longer. `colors` writes each pixel before it is drawn.
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: max(1, bounds.width)) { buffer in
            guard let row = buffer.baseAddress else { return }
            forEachRun(of: coverage) { run in
                colors(run.first, run.y, run.last - run.first, row)
                run.draw(row, opacity: opacity, mask: mask, isOpaque: isOpaque)
            }
        }
    }

    /// Calls `body` with the part of each span that lies on the surface.
    @inline(__always)
    private func forEachRun(of coverage: borrowing Coverage, _ body: (Run) -> Void) {
        // The bounds of a coverage contain all of its spans, so none needs clipping if the bounds lie on the surface.
        let isInside = bounds.contains(coverage.bounds)
        coverage.spans.withUnsafeBufferPointer { spans in
            for span in spans {
                let y = Int(span.y)
                var first = Int(span.x)
                var last = first &+ Int(span.length)
                if !isInside {
                    if y < bounds.top || y >= bounds.bottom { continue }
                    first = max(first, bounds.left)
                    last = min(last, bounds.right)
                    if first >= last { continue }
                }
                body(Run(row: row(y), y: y, first: first, last: last, coverage: UInt32(span.coverage)))
            }
        }
    }
}

/// The part of a span that lies on the surface.
private struct Run {
    let row: UnsafeMutablePointer<UInt32>
    let y: Int
    let first: Int
    let last: Int
    let coverage: UInt32

    /// Returns the columns of the run that lie inside `bounds`; the range is empty if there are none.
    @inline(__always)
    func columns(within bounds: PixelRect) -> Range<Int> {
        if y < bounds.top || y >= bounds.bottom { return first..<first }
        let low = max(first, bounds.left)
        return low..<max(low, min(last, bounds.right))
    }

    /// Draws pixels over the run.
    ///
    /// - Parameters:
    ///   - colors: The premultiplied pixels, as many as the run has.
    ///   - opacity: A factor for the opacity of all pixels, 0 to 255.
    ///   - mask: A mask that multiplies the opacity, or nil for none.
    ///   - isOpaque: Whether every pixel of `colors` is opaque.
    @inline(__always)
    func draw(_ colors: UnsafePointer<UInt32>, opacity: UInt8, mask: MaskBytes?, isOpaque: Bool) {
        let factor = PixelArithmetic.product(coverage, UInt32(opacity))
        if let mask {
            let columns = columns(within: mask.bounds)
            RowCompositing.draw(
                colors + (columns.lowerBound - first), over: row + columns.lowerBound, count: columns.count,
                opacity: factor, mask: mask.row(y) + columns.lowerBound)
        } else if factor == 255 && isOpaque {
            (row + first).update(from: colors, count: last - first)
        } else {
            RowCompositing.draw(colors, over: row + first, count: last - first, opacity: factor)
        }
    }

    /// Draws one color over the run.
    ///
    /// - Parameters:
    ///   - color: The premultiplied pixel.
    ///   - channels: The spread channels of `color`.
    @inline(__always)
    func fill(_ color: UInt32, _ channels: UInt64) {
        let count = last &- first
        let isWhole = coverage == 255
        let source = isWhole ? channels : PixelArithmetic.scaled(channels, by: coverage)
        let rest = 255 &- UInt32(truncatingIfNeeded: source &>> 48)
        if rest == 0 {
            RowCompositing.set(row + first, to: color, count: count)
        } else if count < PixelVector.scalarCount {
            // Most runs are the one or two pixels of an edge.
            var x = first
            while x < last {
                let below = PixelArithmetic.scaled(PixelArithmetic.spreadChannels(row[x]), by: rest)
                row[x] = PixelArithmetic.packed(source &+ below)
                x &+= 1
            }
        } else {
            RowCompositing.fill(PixelArithmetic.packed(source), over: row + first, count: count)
        }
    }
}
