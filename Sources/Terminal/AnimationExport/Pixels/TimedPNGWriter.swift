public import ExactNumbers
import ImageCoding
public import VectorGraphics

/// A writer of lossless animated PNG files of pictures with start times.
public struct TimedPNGWriter: PictureSequenceWriter {
    private var pacing = FramePacing<Pixmap>(ticksPerSecond: Self.ticksPerSecond, minDuration: 110)
    private var writer: AnimatedPNGWriter

    /// The time units per second, fine enough to represent thirds of a second to within a tenth of a millisecond.
    private static let ticksPerSecond: Int64 = 10_000

    /// Creates a writer of a file without frames, which plays in an endless loop.
    public init(width: Int, height: Int) {
        writer = AnimatedPNGWriter(width: width, height: height)
    }

    /// Shows a picture from `time` until the next picture or the end.
    public mutating func show(_ picture: Pixmap, at time: Nanoseconds) throws(MovingPictureError) {
        if let frame = pacing.show(picture, at: time) { try append(frame.picture, for: frame.ticks) }
    }

    /// Returns the file; its last picture is visible until `end`.
    public mutating func file(endingAt end: Nanoseconds) throws(MovingPictureError) -> [UInt8] {
        if let frame = pacing.finish(at: end) { try append(frame.picture, for: frame.ticks) }
        do {
            return try writer.encodedFile()
        } catch {
            throw .notEncodable(error.description)
        }
    }

    private mutating func append(_ picture: Pixmap, for ticks: Int) throws(MovingPictureError) {
        var left = ticks
        do {
            while left > 0 {
                let part = UInt16(clamping: left)
                try writer.append(picture, for: .init(part, over: UInt16(Self.ticksPerSecond)))
                left -= Int(part)
            }
        } catch {
            throw .notEncodable(error.description)
        }
    }
}
