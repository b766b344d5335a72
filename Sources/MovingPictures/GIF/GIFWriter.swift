import Pictures
public import Playback
public import VectorGraphics

/// Makes an animated GIF with one palette for all frames.
///
/// A frame holds only the rectangle that changes. Pixels whose colour hardly changes stay what they are, so that nothing
/// shimmers. What half shows is patterned, see ``WholePixels``. Frames are shown for a fiftieth of a second at least, as
/// browsers slow down what is faster.
/// - SeeAlso: Graphics Interchange Format, Version 89a.
public struct GIFWriter: PictureSequenceWriter {
    /// Most frames a second that browsers show.
    public static let highestFrameRate = 50.0
    /// The longest side.
    public static let largestSide = 65_535

    private let width: Int
    private let height: Int
    private var colors: PatternedPalette
    private var pacing = FramePacing<Pixmap>(perSecond: 100, shortest: 2)
    private var file: [UInt8]
    /// The frame that is not written yet, as the one after decides what is to become of it.
    private var pending: GIFFrame?
    /// The colours that the pixels on show were chosen for.
    private var sources: [UInt32] = []

    /// A file of no frames yet, played over and over.
    /// - Parameter palette: what all colours are made of.
    public init(width: Int, height: Int, palette: ColorPalette) throws(MovingPictureError) {
        guard 1...Self.largestSide ~= width, 1...Self.largestSide ~= height else {
            throw .unacceptableSize(width: width, height: height, expected: "sides from 1 to \(Self.largestSide)")
        }
        self.width = width
        self.height = height
        colors = PatternedPalette(palette)
        file = GIFBlocks.head(width: width, height: height, palette: palette)
    }

    /// Shows a picture from `time` on, until the next one or the end.
    public mutating func show(_ picture: Pixmap, at time: Nanoseconds) throws(MovingPictureError) {
        guard picture.width == width, picture.height == height else {
            throw .unacceptableSize(width: picture.width, height: picture.height, expected: "\(width)×\(height)")
        }
        if let frame = pacing.show(picture, at: time) { append(frame.picture, for: frame.ticks) }
    }

    /// The file, whose last picture is shown until `end`.
    public mutating func file(endingAt end: Nanoseconds) throws(MovingPictureError) -> [UInt8] {
        if let frame = pacing.finish(at: end) { append(frame.picture, for: frame.ticks) }
        guard let last = pending else { throw .nothingToShow }
        write(last)
        pending = nil
        return file + [GIFBlocks.trailer]
    }

    private var transparent: UInt8 { UInt8(colors.palette.colors.count) }

    private mutating func append(_ picture: Pixmap, for ticks: Int) {
        let shown = indices(of: picture)
        guard var last = pending else {
            let nothing = [UInt8](repeating: transparent, count: shown.count)
            let whole = PixelRectangle(left: 0, top: 0, width: width, height: height)
            pending = GIFFrame(before: nothing, shown: shown, place: whole, ticks: ticks)
            return
        }
        guard let changed = PixelRectangle(changedBetween: last.shown, and: shown, width: width) else {
            pending?.ticks += ticks
            return
        }
        let left = last.leave(for: shown, in: changed, transparent: transparent, width: width)
        write(last)
        let place = PixelRectangle(changedBetween: left, and: shown, width: width) ?? changed
        pending = GIFFrame(before: left, shown: shown, place: place, ticks: ticks)
    }

    /// The palette's index for every pixel, where the colour has visibly changed, else the one on show.
    private mutating func indices(of picture: Pixmap) -> [UInt8] {
        let pixels = WholePixels.of(picture)
        var result = pending?.shown ?? [UInt8](repeating: transparent, count: pixels.count)
        if sources.isEmpty { sources = [UInt32](repeating: WholePixels.empty, count: pixels.count) }
        for index in pixels.indices {
            let pixel = pixels[index]
            guard pixel != sources[index] else { continue }
            if pixel == WholePixels.empty {
                result[index] = transparent
            } else if sources[index] != WholePixels.empty, Self.looksTheSame(pixel, sources[index]) {
                continue
            } else {
                result[index] = colors.index(of: pixel, x: index % width, y: index / width)
            }
            sources[index] = pixel
        }
        return result
    }

    /// Whether no channel differs by more than nobody sees.
    @inline(__always)
    private static func looksTheSame(_ first: UInt32, _ second: UInt32) -> Bool {
        func channel(_ shift: UInt32) -> Int { abs(Int(first >> shift & 0xFF) - Int(second >> shift & 0xFF)) }
        return channel(0) <= unseen && channel(8) <= unseen && channel(16) <= unseen
    }

    private static let unseen = 2

    private mutating func write(_ frame: GIFFrame) {
        var left = frame.ticks
        var frame = frame
        while left > GIFBlocks.longestDelay {
            // A pixel that changes nothing stands in for a delay that can't be counted.
            let rest = GIFFrame(
                before: frame.shown, shown: frame.shown,
                place: PixelRectangle(left: 0, top: 0, width: 1, height: 1), ticks: 0)
            let disposal = frame.isCleared
            frame.isCleared = false
            frame.ticks = GIFBlocks.longestDelay
            GIFBlocks.append(frame, transparent: transparent, width: width, to: &file)
            left -= GIFBlocks.longestDelay
            if disposal {
                // Clearing needs the rectangle once more.
                frame.before = frame.shown
                frame.isCleared = true
            } else {
                frame = rest
            }
        }
        frame.ticks = left
        GIFBlocks.append(frame, transparent: transparent, width: width, to: &file)
    }
}
