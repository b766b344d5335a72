import AnimationInspection
import HalfBlocks
import LottieRenderer
import Playback
import VectorGraphics

/// Frames of an animation with their times, drawn one after the other as often as it is asked for.
struct RenderedFilm {
    let size: PictureSize
    /// When the last frame is over.
    let end: Nanoseconds
    private let renderer: AnimationRenderer
    private let reel: FrameSelection.Reel
    private let indices: Range<Int>
    private let background: UInt32?

    init(_ opened: OpenedAnimation, reel: FrameSelection.Reel, size: PictureSize, background: UInt32?) {
        self.size = size
        self.reel = reel
        self.background = background
        end = reel.end
        indices = reel.frames.indices
        renderer = AnimationRenderer(
            opened.composition, width: size.width, height: size.height, properties: opened.properties)
    }

    private init(_ film: RenderedFilm, index: Int) {
        (size, reel, background, renderer) = (film.size, film.reel, film.background, film.renderer)
        indices = index..<index + 1
        end = .second
    }

    /// One of the frames alone.
    func still(_ index: Int) -> RenderedFilm { RenderedFilm(self, index: index) }

    /// Whether there is one frame only.
    var isStill: Bool { indices.count == 1 }

    /// Draws frame after frame; the first one is shown from 0 on.
    func play<Failure: Error>(_ show: (Pixmap, Nanoseconds) throws(Failure) -> Void) throws(Failure) {
        var picture = Pixmap(width: size.width, height: size.height)
        for index in indices {
            renderer.draw(frame: reel.frames[index].number, into: &picture)
            if let background { picture.putBehind(background) }
            try show(picture, reel.times[index] - reel.times[indices.lowerBound])
        }
    }
}

extension Pixmap {
    /// Fills what is transparent, and the transparent share of what is half so, with an opaque colour.
    fileprivate mutating func putBehind(_ color: UInt32) {
        for index in pixels.indices { pixels[index] = PixelArithmetic.over(pixels[index], color) }
    }
}

extension CellGrid {
    /// A picture as half-blocks, over nothing.
    init(_ picture: Pixmap) {
        self.init(columns: picture.width, rows: (picture.height + 1) / 2)
        draw(picture, column: 0, row: 0)
    }
}
