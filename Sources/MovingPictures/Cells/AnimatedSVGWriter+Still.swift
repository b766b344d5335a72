public import HalfBlocks

extension AnimatedSVGWriter {
    /// The SVG of a screen that stands still.
    public static func still(_ grid: CellGrid, frame: Frame = Frame()) throws(MovingPictureError) -> [UInt8] {
        var survey = ColorSurvey()
        survey.add(grid)
        var writer = AnimatedSVGWriter(
            columns: grid.columns, rows: grid.rows, palette: survey.palette(), frame: frame)
        try writer.show(grid, at: 0)
        return try writer.file(endingAt: .second)
    }
}

extension AnimatedSVGWriter.Frame {
    /// A dark terminal's window, with nothing around it.
    public static func terminal(title: String) -> Self { Self(title: title, background: 0x0D1117) }
}
