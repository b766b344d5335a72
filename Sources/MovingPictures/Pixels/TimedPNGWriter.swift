import Pictures
public import Playback
public import VectorGraphics

/// Makes an animated PNG of pictures that are shown from moments on; its pixels are exactly theirs.
public struct TimedPNGWriter: PictureSequenceWriter {
    private var pacing = FramePacing<Pixmap>(perSecond: Self.perSecond, shortest: 110)
    private var writer: AnimatedPNGWriter

    /// Fine enough that thirds of a second come out even to a tenth of a millisecond.
    private static let perSecond: Int64 = 10_000

    /// A file of no frames yet, played over and over.
    public init(width: Int, height: Int) {
        writer = AnimatedPNGWriter(width: width, height: height)
    }

    /// Shows a picture from `time` on, until the next one or the end.
    public mutating func show(_ picture: Pixmap, at time: Nanoseconds) throws(MovingPictureError) {
        if let frame = pacing.show(picture, at: time) { try append(frame.picture, for: frame.ticks) }
    }

    /// The file, whose last picture is shown until `end`.
    public mutating func file(endingAt end: Nanoseconds) throws(MovingPictureError) -> [UInt8] {
        if let frame = pacing.finish(at: end) { try append(frame.picture, for: frame.ticks) }
        do {
            return try writer.file()
        } catch {
            throw .notEncodable(error.description)
        }
    }

    private mutating func append(_ picture: Pixmap, for ticks: Int) throws(MovingPictureError) {
        var left = ticks
        do {
            while left > 0 {
                let part = UInt16(clamping: left)
                try writer.append(picture, for: .init(part, over: UInt16(Self.perSecond)))
                left -= Int(part)
            }
        } catch {
            throw .notEncodable(error.description)
        }
    }
}
