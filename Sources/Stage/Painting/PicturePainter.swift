import HalfBlocks
import Motion
import Playback
import VectorGraphics

/// Paints the picture: the stream, and over it the gift, pixel by pixel.
struct PicturePainter {
    private var backdrop = Backdrop(width: 0, height: 0)
    private var stream = Pixmap(width: 0, height: 0)
    private var step = -1
    private var gift = Pixmap(width: 0, height: 0)
    private var posed = PosedPicture()
    private var picture = Pixmap(width: 0, height: 0)

    /// Whether the stream at `time` looks other than as it was painted last.
    func streamChanges(at time: Nanoseconds) -> Bool { Backdrop.step(at: time) != step }

    /// Paints the picture into the cells of `area`.
    /// - Parameters:
    ///   - pose: how the gift stands, where that is not as it is drawn.
    ///   - drawGift: draws the gift into a pixmap of the picture's size; false where there is none.
    mutating func paint(
        in grid: inout CellGrid, area: CellRect, at time: Nanoseconds, pose: Pose? = nil,
        statistics: inout FrameStatistics,
        drawGift: (inout Pixmap, inout FrameStatistics) -> Bool
    ) {
        let (width, height) = (area.columns, area.rows * 2)
        if picture.width != width || picture.height != height {
            backdrop = Backdrop(width: width, height: height)
            stream = Pixmap(width: width, height: height)
            gift = stream
            picture = stream
            step = -1
        }
        let hasGift = drawGift(&gift, &statistics)
        statistics.measure(.cells) {
            if streamChanges(at: time) {
                step = Backdrop.step(at: time)
                backdrop.draw(step: step, into: &stream)
            }
            guard hasGift else {
                grid.draw(stream, column: area.column, row: area.row)
                return
            }
            if let pose {
                posed.pose(gift, as: pose)
                compose(posed.pixmap)
            } else {
                compose(gift)
            }
            grid.draw(picture, column: area.column, row: area.row)
        }
    }

    /// The gift over the stream.
    private mutating func compose(_ gift: Pixmap) {
        // All three have the same number of pixels; the buffers save a check for each.
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
