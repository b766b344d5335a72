extension Surface {
    /// The standard deviation, in pixels, up to which a blur changes nothing.
    public static let leastDeviationOfBlur = 0.05

    /// Applies a Gaussian blur.
    ///
    /// A standard deviation of 2 or more is approximated by three box averages, as SVG's specification of
    /// `feGaussianBlur` describes. A smaller one uses the Gaussian kernel itself. The time depends on the painted and
    /// the wanted pixels, and hardly on the deviation.
    ///
    /// - Parameters:
    ///   - sigmaX: The standard deviation along x, in pixels.
    ///   - sigmaY: The standard deviation along y, in pixels.
    ///   - repeatsEdges: Whether the outermost pixels extend beyond the surface; otherwise the outside is transparent.
    ///   - area: The pixels to compute, or nil for all; the others become transparent.
    public func blur(sigmaX: Double, sigmaY: Double, repeatsEdges: Bool = false, within area: PixelRect? = nil) {
        if painted.isEmpty { return }
        let wanted = area.map { bounds.intersection($0) } ?? bounds
        if wanted.isEmpty { return clear() }
        // Only pixels at the surface's own border can be repeated.
        let from = repeatsEdges ? bounds : painted
        let rows = LineBlur(sigma: sigmaX, input: from.columns, wanted: wanted.columns, repeatsEdges: repeatsEdges)
        let columns = LineBlur(sigma: sigmaY, input: from.rows, wanted: wanted.rows, repeatsEdges: repeatsEdges)
        let target = PixelRect(columns: rows.output, rows: columns.output)
        if target.isEmpty { return clear() }
        recordPainted(target)
        let origin = row(bounds.top) - bounds.top * bounds.width
        if rows.changesAnything { rows.blur(origin, lines: from.rows, lineStep: bounds.width, step: 1) }
        if columns.changesAnything { columns.blur(origin, lines: target.columns, lineStep: 1, step: bounds.width) }
        clear(around: target)
    }
}

extension AlphaMask {
    /// Sets the mask's bounds to `area` and its pixels to another mask after a Gaussian blur.
    ///
    /// - Parameters:
    ///   - area: The bounds.
    ///   - mask: The mask to blur; it stays as it is.
    ///   - sigmaX: The standard deviation along x, in pixels.
    ///   - sigmaY: The standard deviation along y, in pixels.
    ///   - repeatsEdges: Whether the outermost pixels extend beyond the other mask; otherwise its outside is 0.
    /// - Precondition: `mask` is not this mask.
    public func reset(
        _ area: PixelRect, toBlurOf mask: AlphaMask, sigmaX: Double, sigmaY: Double, repeatsEdges: Bool = false
    ) {
        precondition(self !== mask, "a mask is blurred into another one")
        defer { withExtendedLifetime(mask) {} }
        let bytes = mask.bytes
        let source = BlurSource(bounds: bytes.bounds, first: bytes.storage, rowStep: bytes.bounds.width, step: 1)
        reset(area, toBlurOf: source, .zero, SIMD2(sigmaX, sigmaY), repeatsEdges: repeatsEdges)
    }

    /// Sets the mask's bounds to `area` and its pixels to the alpha of a surface after a Gaussian blur.
    ///
    /// - Parameters:
    ///   - area: The bounds.
    ///   - surface: The surface.
    ///   - offset: The distance by which the picture of the surface is moved, in pixels.
    ///   - sigma: The standard deviation, in pixels.
    public func reset(_ area: PixelRect, toBlurredOpacityOf surface: Surface, movedBy offset: Point, sigma: Double) {
        let whole = SIMD2(offset.x.rounded(.down), offset.y.rounded(.down))
        let from = surface.painted
        guard !from.isEmpty, abs(whole.x) < 65_536, abs(whole.y) < 65_536 else { return reset(area, to: 0) }
        let (dx, dy) = (Int(whole.x), Int(whole.y))
        // The alpha is the highest byte of a pixel, and every processor that Swift supports stores the lowest first.
        let first = UnsafeRawPointer(surface.row(from.top) + from.left).assumingMemoryBound(to: UInt8.self) + 3
        let moved = PixelRect(
            left: from.left + dx, top: from.top + dy, right: from.right + dx, bottom: from.bottom + dy)
        let source = BlurSource(bounds: moved, first: first, rowStep: 4 * surface.bounds.width, step: 4)
        reset(area, toBlurOf: source, offset - whole, SIMD2(sigma, sigma), repeatsEdges: false)
    }

    private func reset(
        _ area: PixelRect, toBlurOf source: BlurSource, _ shift: Point, _ sigma: SIMD2<Double>, repeatsEdges: Bool
    ) {
        reset(area, to: 0)
        if area.isEmpty || source.bounds.isEmpty { return }
        let rows = LineBlur(
            sigma: sigma.x, input: source.bounds.columns, wanted: area.columns, shift: shift.x,
            repeatsEdges: repeatsEdges)
        let columns = LineBlur(
            sigma: sigma.y, input: source.bounds.rows, wanted: area.rows, shift: shift.y, repeatsEdges: repeatsEdges)
        if rows.output.isEmpty || columns.output.isEmpty { return }
        let target = bytes.row(columns.output.lowerBound) + rows.output.lowerBound
        // Both passes write lines as columns, so that the second one restores the picture. Each byte between them is
        // written before it is read.
        let height = source.bounds.height
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: height * rows.output.count) { memory in
            guard let turned = memory.baseAddress else { return }
            rows.blur(
                source.first, lines: height, lineStep: source.rowStep, step: source.step, into: turned,
                targetStep: height)
            columns.blur(
                turned, lines: rows.output.count, lineStep: height, step: 1, into: target, targetStep: area.width)
        }
        withExtendedLifetime(self) {}
    }
}

/// The bytes of a mask, or the alphas of a surface, that are blurred.
private struct BlurSource {
    let bounds: PixelRect
    /// The address of the byte at the top left.
    let first: UnsafePointer<UInt8>
    /// The distance between rows, in bytes.
    let rowStep: Int
    /// The distance between columns, in bytes.
    let step: Int
}

extension LineBlur {
    /// Blurs lines of pixels in place, four at a time.
    ///
    /// - Parameters:
    ///   - origin: The address of the pixel at place 0 of line 0, which need not exist.
    ///   - lines: The lines; the pixels of each from `input` and `output` exist.
    ///   - lineStep: The distance between lines.
    ///   - step: The distance between the pixels of a line.
    fileprivate func blur(_ origin: UnsafeMutablePointer<UInt32>, lines: Range<Int>, lineStep: Int, step: Int) {
        withUnsafeTemporaryAllocation(of: ChannelVector.self, capacity: memoryLength) { memory in
            guard let memory = memory.baseAddress else { return }
            for line in stride(from: lines.lowerBound, to: lines.upperBound, by: 4) {
                // The last line takes the place of those behind it, and is written several times.
                let last = lines.upperBound - 1 - line
                let a = origin + line * lineStep
                let (b, c, d) = (a + min(1, last) * lineStep, a + min(2, last) * lineStep, a + min(3, last) * lineStep)
                if lineStep == 1, last >= 3 {
                    blurFourColumns(a, step: step, memory)
                    continue
                }
                withLine(memory) { values in
                    for index in 0..<input.count {
                        let place = (input.lowerBound &+ index) &* step
                        values[index] = ChannelVector(pixels: SIMD4(a[place], b[place], c[place], d[place]))
                    }
                } store: { values in
                    // Two loops, because the compiler would pack pixels one by one if it also stored them one by one.
                    // Raw memory may hold any type. A packed vector never covers one that is still to be packed.
                    let packed = UnsafeMutableRawPointer(values)
                    let size = MemoryLayout<SIMD4<UInt32>>.stride
                    for index in 0..<output.count {
                        packed.storeBytes(of: values[index].pixels, toByteOffset: index &* size, as: SIMD4<UInt32>.self)
                    }
                    for index in 0..<output.count {
                        let pixels = packed.load(fromByteOffset: index &* size, as: SIMD4<UInt32>.self)
                        let place = (output.lowerBound &+ index) &* step
                        a[place] = pixels.x
                        b[place] = pixels.y
                        c[place] = pixels.z
                        d[place] = pixels.w
                    }
                }
            }
        }
    }

    /// Blurs four lines that are neighbouring columns, so that their pixels are read and written together.
    private func blurFourColumns(
        _ origin: UnsafeMutablePointer<UInt32>, step: Int, _ memory: UnsafeMutablePointer<ChannelVector>
    ) {
        withLine(memory) { values in
            for index in 0..<input.count {
                let place = UnsafeRawPointer(origin + (input.lowerBound &+ index) &* step)
                values[index] = ChannelVector(pixels: place.loadUnaligned(as: SIMD4<UInt32>.self))
            }
        } store: { values in
            for index in 0..<output.count {
                let place = UnsafeMutableRawPointer(origin + (output.lowerBound &+ index) &* step)
                place.storeBytes(of: values[index].pixels, as: SIMD4<UInt32>.self)
            }
        }
    }

    /// Blurs lines of bytes, sixteen at a time, and writes each as a column.
    ///
    /// - Parameters:
    ///   - source: The address of the byte at the first place of `input` of the first line.
    ///   - lines: The number of lines, at least 1.
    ///   - lineStep: The distance between lines.
    ///   - step: The distance between the bytes of a line.
    ///   - target: The address for the byte at the first place of `output` of the first line. The next line's follows.
    ///   - targetStep: The distance between the target's places.
    fileprivate func blur(
        _ source: UnsafePointer<UInt8>, lines: Int, lineStep: Int, step: Int, into target: UnsafeMutablePointer<UInt8>,
        targetStep: Int
    ) {
        withUnsafeTemporaryAllocation(of: ChannelVector.self, capacity: memoryLength) { memory in
            guard let memory = memory.baseAddress else { return }
            for line in stride(from: 0, to: lines, by: ChannelVector.scalarCount) {
                let count = min(ChannelVector.scalarCount, lines - line)
                // The last line takes the place of those behind it.
                var starts = SIMD16<Int>()
                for lane in 0..<ChannelVector.scalarCount { starts[lane] = (line + min(lane, count - 1)) * lineStep }
                withLine(memory) { values in
                    for index in 0..<input.count {
                        let place = source + index &* step
                        var bytes = SIMD16<UInt32>()
                        for lane in 0..<ChannelVector.scalarCount { bytes[lane] = UInt32(place[starts[lane]]) }
                        values[index] = ChannelVector(bytes: bytes)
                    }
                } store: { values in
                    for index in 0..<output.count {
                        let bytes = SIMD16<UInt8>(truncatingIfNeeded: values[index].bytes)
                        let place = target + (index &* targetStep &+ line)
                        if count == ChannelVector.scalarCount {
                            UnsafeMutableRawPointer(place).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
                        } else {
                            for lane in 0..<count { place[lane] = bytes[lane] }
                        }
                    }
                }
            }
        }
    }
}

extension PixelRect {
    /// The range of the columns.
    fileprivate var columns: Range<Int> { left..<Swift.max(left, right) }
    /// The range of the rows.
    fileprivate var rows: Range<Int> { top..<Swift.max(top, bottom) }

    fileprivate init(columns: Range<Int>, rows: Range<Int>) {
        self.init(left: columns.lowerBound, top: rows.lowerBound, right: columns.upperBound, bottom: rows.upperBound)
    }
}
