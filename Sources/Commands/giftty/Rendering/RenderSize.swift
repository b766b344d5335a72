import LottieDocument
import LottieInspection
import TerminalCells
import VectorGraphics

/// The size in which frames are drawn.
struct RenderSize {
    /// The requested size in pixels; `nil` without one.
    let pixels: PictureSize?
    /// The requested size in cells; `nil` without one.
    let cells: PictureSize?
    /// The glyphs of a picture of cells.
    let glyphs: PictureGlyphs

    /// The default maximum size of a picture of cells, that of a typical terminal.
    private static let defaultCells = (columns: 80.0, rows: 24.0)

    /// The size of the terminal without the row of the prompt, in pixels; that of a typical terminal without one.
    private var terminalSize: PictureSize {
        guard TerminalFacts.hasTerminal, let size = TerminalFacts.size, size.rows > 1 else {
            return PictureSize(width: 80 * glyphs.scale, height: 46 * glyphs.scale)
        }
        return PictureSize(width: size.columns * glyphs.scale, height: 2 * (size.rows - 1) * glyphs.scale)
    }

    /// Returns the size in pixels for a file, or for standard output if `kind` is `nil`.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if the size is too large.
    func size(of composition: Composition, for kind: RenderedFileKind?) throws(CommandFailure) -> PictureSize {
        if let pixels { return try pixels.checkedForDrawing(option: "--pixels") }
        if let cells {
            let (height, isTooHigh) = cells.height.multipliedReportingOverflow(by: 2 * glyphs.scale)
            let (width, isTooWide) = cells.width.multipliedReportingOverflow(by: glyphs.scale)
            let size = PictureSize(width: isTooWide ? .max : width, height: isTooHigh ? .max : height)
            return try size.checkedForDrawing(option: "--cells")
        }
        guard let kind else { return terminalSize }
        var factor = 1.0
        if kind.isCells {
            let (columns, rows) = Self.defaultCells
            factor = min(columns / composition.width, 2 * rows / composition.height) * Double(glyphs.scale)
        }
        func side(_ length: Double) -> Int {
            Int(max(1, min(Double(Rasterizer.maxSide), (length * factor).rounded(.up))))
        }
        return try PictureSize(width: side(composition.width), height: side(composition.height))
            .checkedForDrawing(option: "--pixels")
    }
}
