import ExactNumbers
import Motion
import TerminalCells
import VectorGraphics

/// A painter of the picture: the stream, and the gift over it, pixel by pixel.
struct PicturePainter {
    /// The glyphs of the picture.
    var glyphs = PictureGlyphs.half
    private var backdrop = Backdrop(width: 0, height: 0)
    private var stream = Pixmap(width: 0, height: 0)
    private var step = -1
    private var gift = Pixmap(width: 0, height: 0)
    private var posedPicture = PosedPicture()
    private var picture = Pixmap(width: 0, height: 0)
    /// Whether the picture that was painted last has a gift.
    private var hasGift = false

    /// Returns whether the stream at `time` differs from the stream that was painted last.
    func streamChanges(at time: Nanoseconds) -> Bool { Backdrop.step(at: time) != step }

    /// Paints the picture into the cells of `area`.
    ///
    /// - Parameters:
    ///   - grid: The grid to paint into.
    ///   - area: The cells of the picture.
    ///   - time: The time of the stream.
    ///   - pose: The pose of the gift, or `nil` if it appears as drawn.
    ///   - statistics: The statistics that measure the work.
    ///   - drawGift: A closure that draws the gift into a pixmap of the picture's size and returns whether there is
    ///     one.
    mutating func paint(
        in grid: inout CellGrid, area: CellRect, at time: Nanoseconds, pose: Pose? = nil,
        statistics: inout FrameStatistics,
        drawGift: (inout Pixmap, inout FrameStatistics) -> Bool
    ) {
        let (width, height) = (area.columns * glyphs.scale, area.rows * 2 * glyphs.scale)
        if picture.width != width || picture.height != height {
            backdrop = Backdrop(width: width, height: height)
            stream = Pixmap(width: width, height: height)
            gift = stream
            picture = stream
            step = -1
        }
        hasGift = drawGift(&gift, &statistics)
        statistics.measure(.cells) {
            if streamChanges(at: time) {
                step = Backdrop.step(at: time)
                backdrop.draw(step: step, into: &stream)
            }
            guard hasGift else {
                grid.draw(stream, as: glyphs, column: area.column, row: area.row)
                return
            }
            if let pose {
                posedPicture.pose(gift, as: pose.scaled(by: glyphs.scale))
                compose(posedPicture.pixmap)
            } else {
                compose(gift)
            }
            grid.draw(picture, as: glyphs, column: area.column, row: area.row)
        }
    }

    /// Paints the picture that was painted last into other cells, of an area of the same size.
    func paintAgain(in grid: inout CellGrid, area: CellRect) {
        grid.draw(hasGift ? picture : stream, as: glyphs, column: area.column, row: area.row)
    }

    /// Composes the gift over the stream.
    private mutating func compose(_ gift: Pixmap) {
        // The unsafe buffers avoid a bounds check for each pixel.
        precondition(
            stream.pixels.count >= picture.pixels.count && gift.pixels.count >= picture.pixels.count,
            "what is composed has pixels for the whole picture")
        stream.pixels.withUnsafeBufferPointer { below in
            gift.pixels.withUnsafeBufferPointer { above in
                picture.pixels.withUnsafeMutableBufferPointer { result in
                    for index in result.indices {
                        let pixel = above[index]
                        result[index] = pixel == 0 ? below[index] : PixelArithmetic.over(pixel, below[index])
                    }
                }
            }
        }
    }
}

extension Pose {
    /// Returns the pose in a picture with more pixels in each direction.
    fileprivate func scaled(by factor: Int) -> Pose {
        factor == 1 ? self : with(.offset, SIMD2(x, y) * Double(factor))
    }
}
