public import TerminalCells
public import VectorGraphics

/// A count of the colors of all frames, from which one palette for all of them is chosen.
///
/// With one palette, pixels that do not change never flicker.
///
///     var survey = ColorHistogram()
///     for frame in frames { survey.add(frame.picture) }
///     let palette = survey.palette()
///
/// If the frames have few enough colors, the palette has exactly these. Otherwise colors are counted in cells of 64
/// steps for each channel. The group of cells that deviates most in Oklab is split in two until there are enough
/// groups, which k-means then refines. The same pictures always give the same palette.
public struct ColorHistogram: Sendable {
    private struct Cell {
        var count: Int64 = 0
        var red: Int64 = 0
        var green: Int64 = 0
        var blue: Int64 = 0
    }

    private var cells = [Cell](repeating: Cell(), count: 1 << 18)
    private var exact: Set<UInt32> = []

    /// Creates a survey without colors.
    public init() {}

    /// Counts the pixels of a picture as formats without partial transparency show it.
    ///
    /// - SeeAlso: ``BinaryTransparency``
    public mutating func add(_ picture: Pixmap) {
        for pixel in BinaryTransparency.pixels(of: picture) where pixel != BinaryTransparency.transparentPixel {
            add(pixel)
        }
    }

    /// Counts the two pixels of each half-block, and the background and foreground of all other cells.
    public mutating func add(_ grid: CellGrid) {
        for cell in grid.cells {
            if let (top, bottom) = cell.pixels {
                if let rgb = top.rgb { add(rgb) }
                if let rgb = bottom.rgb { add(rgb) }
            } else {
                if let rgb = cell.background.rgb { add(rgb, weight: 2) }
                if let rgb = cell.foreground.rgb { add(rgb) }
            }
        }
    }

    private mutating func add(_ rgb: UInt32, weight: Int64 = 1) {
        if exact.count <= ColorPalette.maxCount { exact.insert(rgb) }
        let (red, green, blue) = (rgb >> 18, rgb >> 10 & 0x3F, rgb >> 2 & 0x3F)
        let index = Int(red << 12 | green << 6 | blue)
        cells[index].count += weight
        cells[index].red += weight * Int64(rgb >> 16)
        cells[index].green += weight * Int64(rgb >> 8 & 0xFF)
        cells[index].blue += weight * Int64(rgb & 0xFF)
    }

    /// Returns the palette that best represents the counted colors.
    ///
    /// - Parameter count: The maximum number of colors, clamped to the range from 2 to ``ColorPalette/maxCount``.
    public func palette(_ count: Int = ColorPalette.maxCount) -> ColorPalette {
        let count = max(2, min(ColorPalette.maxCount, count))
        if exact.count <= count { return ColorPalette(exact.sorted()) }
        let samples = cells.filter { $0.count > 0 }.map { cell in
            func mean(_ sum: Int64) -> UInt32 { UInt32((sum + cell.count / 2) / cell.count) }
            let color = mean(cell.red) << 16 | mean(cell.green) << 8 | mean(cell.blue)
            return ColorQuantizer.Sample(color: color, count: cell.count)
        }
        return ColorPalette(ColorQuantizer(samples).colors(count))
    }
}
