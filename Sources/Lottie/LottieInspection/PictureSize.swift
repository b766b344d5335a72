/// The size of a picture, in pixels or in cells.
package struct PictureSize: Equatable {
    /// The number of columns.
    package let width: Int
    /// The number of rows.
    package let height: Int

    /// Creates a size.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
