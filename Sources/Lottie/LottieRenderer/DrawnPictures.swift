import LottieDocument
import VectorGraphics

/// What a renderer knows of the pictures that it has drawn.
struct DrawnPictures {
    /// The frame that was evaluated last; nil if what was evaluated is no frame of the whole animation.
    var evaluatedFrame: Double?
    private var painter = PictureOrigin.Painter()
    private var changeTimes: ChangeTimes?
    /// Whether a caller has put other content into a layer, which may be visible when the document shows nothing.
    private var hasReplacedContent = false

    /// Forgets all pictures, because something of the animation is another one from now on.
    mutating func forget() {
        (painter, changeTimes, evaluatedFrame) = (PictureOrigin.Painter(), nil, nil)
    }

    /// Forgets all pictures, because a caller has put other content into a layer.
    mutating func forgetForReplacedContent() {
        forget()
        hasReplacedContent = true
    }

    /// The origin of a picture of the evaluated frame.
    var origin: PictureOrigin? { evaluatedFrame.map { PictureOrigin(painter: painter, frame: $0) } }

    /// Returns whether a picture shows a frame already.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - pixmap: The picture.
    ///   - findChangeTimes: Finds the times at which the animation changes; called once, when they are needed.
    mutating func isShown(_ frame: Double, in pixmap: Pixmap, findChangeTimes: () -> ChangeTimes) -> Bool {
        guard let origin = pixmap.origin, origin.painter === painter else { return false }
        if origin.frame == frame { return true }
        let times = changeTimes ?? (hasReplacedContent ? ChangeTimes() : findChangeTimes())
        changeTimes = times
        return times.isStill(from: origin.frame, to: frame)
    }
}
