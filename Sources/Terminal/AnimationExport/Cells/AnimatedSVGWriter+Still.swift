public import TerminalCells

extension AnimatedSVGWriter {
    /// Returns an SVG of one screen that does not change.
    ///
    /// - Parameters:
    ///   - grid: The screen's cells.
    ///   - frame: The title and the terminal colors.
    /// - Returns: The bytes of the SVG file.
    /// - Throws: ``MovingPictureError/unacceptableSize(width:height:expected:)`` if the grid has no cells.
    public static func still(_ grid: CellGrid, frame: Frame = Frame()) throws(MovingPictureError) -> [UInt8] {
        var survey = ColorHistogram()
        survey.add(grid)
        var writer = AnimatedSVGWriter(
            columns: grid.columns, rows: grid.rows, palette: survey.palette(), frame: frame)
        try writer.show(grid, at: 0)
        return try writer.file(endingAt: .second)
    }
}

extension AnimatedSVGWriter.Frame {
    /// Returns the frame of a dark terminal window with this title.
    public static func terminal(title: String) -> Self { Self(title: title, background: 0x0D1117) }
}
