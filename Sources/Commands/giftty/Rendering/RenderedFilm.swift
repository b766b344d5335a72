import Budgets
import ExactNumbers
import LottieInspection
import VectorGraphics

/// Pictures with their times, drawn one after the other on each pass.
struct RenderedFilm {
    let size: PictureSize
    /// The end of the last picture.
    let end: Nanoseconds
    private let times: [Nanoseconds]
    private let indices: Range<Int>
    private let background: UInt32?
    /// The pictures drawn so far that lack a part.
    let incompletePictures: IncompletePictures
    /// Draws the picture of an index, and returns the resource that it exceeded.
    private let draw: (Int, inout Pixmap) -> BudgetExceeded?

    /// Creates the film of frames of an animation.
    init(_ opened: OpenedAnimation, timedFrames: FrameSelection.TimedFrames, size: PictureSize, background: UInt32?) {
        let renderer = opened.renderer(width: size.width, height: size.height)
        let frames = timedFrames.frames
        self.init(times: timedFrames.times, end: timedFrames.end, size: size, background: background) {
            renderer.draw(frames[$0].picture, into: &$1)
            return renderer.shortage
        }
    }

    /// Creates the film of a state machine.
    init(_ machine: MachineFilm, size: PictureSize, background: UInt32?) {
        let renderers = MachineRenderers(width: size.width, height: size.height)
        self.init(times: machine.times, end: machine.end, size: size, background: background) {
            machine.draw($0, with: renderers, into: &$1)
        }
    }

    private init(
        times: [Nanoseconds], end: Nanoseconds, size: PictureSize, background: UInt32?,
        draw: @escaping (Int, inout Pixmap) -> BudgetExceeded?
    ) {
        self.times = times
        self.end = end
        self.size = size
        self.background = background
        self.draw = draw
        incompletePictures = IncompletePictures()
        indices = times.indices
    }

    private init(_ film: RenderedFilm, index: Int) {
        (size, times, background, draw) = (film.size, film.times, film.background, film.draw)
        incompletePictures = film.incompletePictures
        indices = index..<index + 1
        end = .second
    }

    /// The number of pictures.
    var count: Int { indices.count }

    /// Returns a film of a single frame.
    func singleFrame(_ index: Int) -> RenderedFilm { RenderedFilm(self, index: index) }

    /// Whether the film has a single frame.
    var hasSingleFrame: Bool { indices.count == 1 }

    /// Draws all frames in order and passes them to `show` with their times. The time of the first frame is 0.
    func drawFrames<Failure: Error>(_ show: (Pixmap, Nanoseconds) throws(Failure) -> Void) throws(Failure) {
        var picture = Pixmap(width: size.width, height: size.height)
        for index in indices {
            if let shortage = draw(index, &picture) { incompletePictures.record(index, shortage) }
            if let background { picture.compositeOver(background) }
            try show(picture, times[index] - times[indices.lowerBound])
        }
    }
}

extension Pixmap {
    /// Composites the pixels over an opaque background color.
    fileprivate mutating func compositeOver(_ color: UInt32) {
        for index in pixels.indices { pixels[index] = PixelArithmetic.over(pixels[index], color) }
    }
}
