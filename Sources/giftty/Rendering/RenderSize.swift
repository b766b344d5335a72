import AnimationInspection
import Lottie
import VectorGraphics

/// The size that frames are drawn in.
struct RenderSize {
    /// In pixels, as asked for.
    let pixels: PictureSize?
    /// In cells, as asked for.
    let cells: PictureSize?

    /// The largest picture of cells where nothing is said: that of a usual terminal.
    private static let usualCells = (columns: 80.0, rows: 24.0)

    /// The terminal's size, but for the row of the prompt; a usual one where there is no terminal.
    private static var ofTerminal: PictureSize {
        guard TerminalFacts.hasTerminal, let size = TerminalFacts.size, size.rows > 1 else {
            return PictureSize(width: 80, height: 46)
        }
        return PictureSize(width: size.columns, height: 2 * (size.rows - 1))
    }

    /// The size in pixels for a file, or for standard output where `kind` is nil.
    func size(of composition: Composition, for kind: RenderedFileKind?) throws(CommandFailure) -> PictureSize {
        if let pixels { return try pixels.drawable(option: "--pixels") }
        if let cells {
            let (height, isTooHigh) = cells.height.multipliedReportingOverflow(by: 2)
            let size = PictureSize(width: cells.width, height: isTooHigh ? .max : height)
            return try size.drawable(option: "--cells")
        }
        guard let kind else { return Self.ofTerminal }
        var factor = 1.0
        if kind.isCells {
            let (columns, rows) = Self.usualCells
            factor = min(columns / composition.width, 2 * rows / composition.height)
        }
        func side(_ length: Double) -> Int {
            Int(max(1, min(Double(Rasterizer.largestSide), (length * factor).rounded(.up))))
        }
        return try PictureSize(width: side(composition.width), height: side(composition.height))
            .drawable(option: "--pixels")
    }
}
