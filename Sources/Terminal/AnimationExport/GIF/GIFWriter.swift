public import ExactNumbers
import ImageCoding
public import VectorGraphics

/// A writer of animated GIF files with one palette for all frames.
///
/// A frame stores only the rectangle that changes. Pixels whose color hardly changes keep their index, so that nothing
/// flickers. Partly transparent pixels become a pattern, see ``BinaryTransparency``. A frame lasts at least a fiftieth of a
/// second, because browsers slow down shorter ones.
///
/// - SeeAlso: Graphics Interchange Format, Version 89a.
public struct GIFWriter: PictureSequenceWriter {
    /// The highest frame rate that browsers show, in frames per second.
    public static let maxFrameRate = 50.0
    /// The longest side, in pixels.
    public static let maxSide = 65_535

    private let width: Int
    private let height: Int
    private var colors: DitheredPalette
    private var pacing = FramePacing<Pixmap>(ticksPerSecond: 100, minDuration: 2)
    private var file: [UInt8]
    /// The frame that is not written yet, because the next one determines its disposal.
    private var pending: GIFFrame?
    /// The source colors of the visible pixels.
    private var sources: [UInt32] = []

    /// Creates a writer of a file without frames, which plays in an endless loop.
    ///
    /// - Parameters:
    ///   - width: The width of all pictures, in pixels.
    ///   - height: The height of all pictures, in pixels.
    ///   - palette: The palette that replaces all colors.
    /// - Throws: ``MovingPictureError/unacceptableSize(width:height:expected:)`` if a side is outside 1 to
    ///   ``maxSide``.
    public init(width: Int, height: Int, palette: ColorPalette) throws(MovingPictureError) {
        guard 1...Self.maxSide ~= width, 1...Self.maxSide ~= height else {
            throw .unacceptableSize(width: width, height: height, expected: "sides from 1 to \(Self.maxSide)")
        }
        self.width = width
        self.height = height
        colors = DitheredPalette(palette)
        file = GIFBlocks.header(width: width, height: height, palette: palette)
    }

    /// Shows a picture from `time` until the next picture or the end.
    public mutating func show(_ picture: Pixmap, at time: Nanoseconds) throws(MovingPictureError) {
        guard picture.width == width, picture.height == height else {
            throw .unacceptableSize(width: picture.width, height: picture.height, expected: "\(width)×\(height)")
        }
        if let frame = pacing.show(picture, at: time) { append(frame.picture, for: frame.ticks) }
    }

    /// Returns the file; its last picture is visible until `end`.
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
            pending = GIFFrame(before: nothing, shown: shown, area: whole, ticks: ticks)
            return
        }
        guard let changed = PixelRectangle(changedBetween: last.shown, and: shown, width: width) else {
            pending?.ticks += ticks
            return
        }
        let left = last.decideDisposal(for: shown, in: changed, transparent: transparent, width: width)
        write(last)
        let place = PixelRectangle(changedBetween: left, and: shown, width: width) ?? changed
        pending = GIFFrame(before: left, shown: shown, area: place, ticks: ticks)
    }

    /// Returns the palette index of each pixel; a pixel without a visible change keeps its index.
    private mutating func indices(of picture: Pixmap) -> [UInt8] {
        let pixels = BinaryTransparency.pixels(of: picture)
        var result = pending?.shown ?? [UInt8](repeating: transparent, count: pixels.count)
        if sources.isEmpty { sources = [UInt32](repeating: BinaryTransparency.transparentPixel, count: pixels.count) }
        for index in pixels.indices {
            let pixel = pixels[index]
            guard pixel != sources[index] else { continue }
            if pixel == BinaryTransparency.transparentPixel {
                result[index] = transparent
            } else if sources[index] != BinaryTransparency.transparentPixel, Self.looksIdentical(pixel, sources[index])
            {
                continue
            } else {
                result[index] = colors.index(of: pixel, x: index % width, y: index / width)
            }
            sources[index] = pixel
        }
        return result
    }

    /// Whether the difference of each channel is invisible.
    @inline(__always)
    private static func looksIdentical(_ first: UInt32, _ second: UInt32) -> Bool {
        func channel(_ shift: UInt32) -> Int { abs(Int(first >> shift & 0xFF) - Int(second >> shift & 0xFF)) }
        return channel(0) <= maxInvisibleDifference && channel(8) <= maxInvisibleDifference
            && channel(16) <= maxInvisibleDifference
    }

    private static let maxInvisibleDifference = 2

    private mutating func write(_ frame: GIFFrame) {
        var left = frame.ticks
        var frame = frame
        while left > GIFBlocks.maxDelay {
            // A frame of one unchanged pixel prolongs a duration that exceeds the format's maximum.
            let rest = GIFFrame(
                before: frame.shown, shown: frame.shown,
                area: PixelRectangle(left: 0, top: 0, width: 1, height: 1), ticks: 0)
            let disposal = frame.clearsArea
            frame.clearsArea = false
            frame.ticks = GIFBlocks.maxDelay
            GIFBlocks.append(frame, transparent: transparent, width: width, to: &file)
            left -= GIFBlocks.maxDelay
            if disposal {
                // A frame clears only its own rectangle, so the frame is repeated with the same one.
                frame.before = frame.shown
                frame.clearsArea = true
            } else {
                frame = rest
            }
        }
        frame.ticks = left
        GIFBlocks.append(frame, transparent: transparent, width: width, to: &file)
    }
}
