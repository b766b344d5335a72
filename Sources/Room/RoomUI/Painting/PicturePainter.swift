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
    /// Whether the picture that was painted last has a gift or one that leaves.
    private var hasOverlay = false

    /// Returns whether the stream at `time` differs from the stream that was painted last.
    func streamChanges(at time: Nanoseconds) -> Bool { Backdrop.step(at: time) != step }

    /// Paints the picture into the cells of `area`.
    ///
    /// - Parameters:
    ///   - grid: The grid to paint into.
    ///   - area: The cells of the picture.
    ///   - time: The time of the stream.
    ///   - motif: The motif of the stream.
    ///   - pose: The pose of the gift, or `nil` if it appears as drawn.
    ///   - leaving: A gift that leaves the stage, under the other one.
    ///   - statistics: The statistics that measure the work.
    ///   - drawGift: A closure that draws the gift into a pixmap of the picture's size and returns whether there is
    ///     one.
    mutating func paint(
        in grid: inout CellGrid, area: CellRect, at time: Nanoseconds, motif: BackdropMotif,
        pose: Pose? = nil, leaving: PosedGift? = nil,
        statistics: inout FrameStatistics,
        drawGift: (inout Pixmap, inout FrameStatistics) -> Bool
    ) {
        let (width, height) = (area.columns * glyphs.scale, area.rows * 2 * glyphs.scale)
        if picture.width != width || picture.height != height || backdrop.motif != motif {
            backdrop = Backdrop(width: width, height: height, motif: motif)
            stream = Pixmap(width: width, height: height)
            gift = stream
            picture = stream
            step = -1
        }
        let hasGift = drawGift(&gift, &statistics)
        hasOverlay = hasGift || leaving != nil
        statistics.measure(.cells) {
            if streamChanges(at: time) {
                step = Backdrop.step(at: time)
                backdrop.draw(step: step, into: &stream)
            }
            guard hasOverlay else {
                grid.draw(stream, as: glyphs, column: area.column, row: area.row)
                return
            }
            copyStream()
            if let leaving { compose(leaving.picture, as: leaving.pose) }
            if hasGift { compose(gift, as: pose) }
            grid.draw(picture, as: glyphs, column: area.column, row: area.row)
        }
    }

    /// Paints the picture that was painted last into other cells, of an area of the same size.
    func paintAgain(in grid: inout CellGrid, area: CellRect) {
        grid.draw(hasOverlay ? picture : stream, as: glyphs, column: area.column, row: area.row)
    }

    private mutating func copyStream() {
        precondition(stream.pixels.count == picture.pixels.count, "the stream has as many pixels as the picture")
        stream.pixels.withUnsafeBufferPointer { source in
            picture.pixels.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: source) }
        }
    }

    /// Composes a gift in a pose over the picture.
    private mutating func compose(_ gift: Pixmap, as pose: Pose?) {
        guard let pose else { return compose(gift) }
        posedPicture.pose(gift, as: pose.scaled(by: glyphs.scale))
        compose(posedPicture.pixmap)
    }

    /// Composes a gift over the picture.
    private mutating func compose(_ gift: Pixmap) {
        // The unsafe buffers avoid a bounds check for each pixel.
        precondition(gift.pixels.count >= picture.pixels.count, "what is composed has pixels for the whole picture")
        gift.pixels.withUnsafeBufferPointer { above in
            picture.pixels.withUnsafeMutableBufferPointer { result in
                for index in result.indices {
                    let pixel = above[index]
                    if pixel != 0 { result[index] = PixelArithmetic.over(pixel, result[index]) }
                }
            }
        }
    }
}

extension Pose {
    /// Returns the pose in a picture with more pixels in each direction.
    func scaled(by factor: Int) -> Pose {
        factor == 1 ? self : with(.offset, SIMD2(x, y) * Double(factor))
    }
}
