import ExactNumbers
import VectorGraphics

/// The animated backdrop of a room: the stream over which gifts are shown.
///
/// The picture is a pure function of its motif, its size and a step number, so it can be painted rarely and kept between
/// frames. Little changes from one step to the next, so that few cells are sent to the terminal.
struct Backdrop: Sendable {
    /// The stage time between two steps, in nanoseconds.
    static let stepDuration: Nanoseconds = 200_000_000

    /// The width, in pixels.
    let width: Int
    /// The height, in pixels.
    let height: Int
    /// The motif.
    let motif: BackdropMotif

    private var aurora: AuroraLake?
    private let drawing: (any MotifDrawing)?
    /// What never moves in the motif.
    private let still: MotifCanvas

    /// Creates a backdrop of a size in pixels; negative sizes become 0.
    init(width: Int, height: Int, motif: BackdropMotif = .aurora) {
        self.width = max(0, width)
        self.height = max(0, height)
        self.motif = motif
        // A motif has no shape without pixels.
        drawing = width > 0 && height > 0 ? motif.drawing : nil
        aurora = drawing == nil ? AuroraLake(width: self.width, height: self.height) : nil
        var canvas = MotifCanvas(width: drawing == nil ? 0 : self.width, height: drawing == nil ? 0 : self.height)
        drawing?.drawStill(on: &canvas)
        still = canvas
    }

    /// Returns the step at a time; times before 0 have the first step.
    static func step(at time: Nanoseconds) -> Int {
        Int(max(0, time) / stepDuration)
    }

    /// Returns the time of a step, in seconds.
    static func seconds(of step: Int) -> Double { Double(step) * 0.2 }

    /// Draws the picture of a step over all of `picture`.
    ///
    /// Does nothing if `picture` has another size than the backdrop.
    mutating func draw(step: Int, into picture: inout Pixmap) {
        guard picture.width == width, picture.height == height, width > 0, height > 0 else { return }
        guard let drawing else {
            aurora?.draw(step: step, into: &picture)
            return
        }
        var canvas = still
        drawing.drawMoving(on: &canvas, at: Self.seconds(of: step))
        picture = canvas.picture
    }
}
