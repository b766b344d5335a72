/// Columns and rows, of pixels or of cells.
package struct PictureSize: Equatable {
    /// Columns.
    package let width: Int
    /// Rows.
    package let height: Int

    /// A size.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
