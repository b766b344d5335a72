import ExactNumbers
import LottieInspection
import LottieRenderer
import VectorGraphics

/// Frames of an animation with their times, drawn one after the other on each pass.
struct RenderedFilm {
    let size: PictureSize
    /// The end of the last frame.
    let end: Nanoseconds
    private let renderer: AnimationRenderer
    private let timedFrames: FrameSelection.TimedFrames
    private let indices: Range<Int>
    private let background: UInt32?

    init(_ opened: OpenedAnimation, timedFrames: FrameSelection.TimedFrames, size: PictureSize, background: UInt32?) {
        self.size = size
        self.timedFrames = timedFrames
        self.background = background
        end = timedFrames.end
        indices = timedFrames.frames.indices
        renderer = opened.renderer(width: size.width, height: size.height)
    }

    private init(_ film: RenderedFilm, index: Int) {
        (size, timedFrames, background, renderer) = (film.size, film.timedFrames, film.background, film.renderer)
        indices = index..<index + 1
        end = .second
    }

    /// Returns a film of a single frame.
    func singleFrame(_ index: Int) -> RenderedFilm { RenderedFilm(self, index: index) }

    /// Whether the film has a single frame.
    var hasSingleFrame: Bool { indices.count == 1 }

    /// Draws all frames in order and passes them to `show` with their times. The time of the first frame is 0.
    func drawFrames<Failure: Error>(_ show: (Pixmap, Nanoseconds) throws(Failure) -> Void) throws(Failure) {
        var picture = Pixmap(width: size.width, height: size.height)
        for index in indices {
            renderer.draw(frame: timedFrames.frames[index].number, into: &picture)
            if let background { picture.compositeOver(background) }
            try show(picture, timedFrames.times[index] - timedFrames.times[indices.lowerBound])
        }
    }
}

extension Pixmap {
    /// Composites the pixels over an opaque background color.
    fileprivate mutating func compositeOver(_ color: UInt32) {
        for index in pixels.indices { pixels[index] = PixelArithmetic.over(pixels[index], color) }
    }
}
