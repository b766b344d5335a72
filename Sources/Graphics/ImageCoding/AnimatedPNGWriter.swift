public import VectorGraphics

/// A writer that makes an animated PNG from a sequence of pictures.
///
///     var writer = AnimatedPNGWriter(width: 160, height: 160)
///     for picture in pictures { try writer.append(picture, for: .init(1, over: 30)) }
///     let file = try writer.encodedFile()
///
/// The pictures are stored without loss. A frame contains only the rectangle that differs from the previous frame, and
/// an identical picture extends the previous frame. Programs without support for animation show the first picture.
///
/// - SeeAlso: Portable Network Graphics Specification (Third Edition), sections 4.9 and 11.3.7.
public struct AnimatedPNGWriter: Sendable {
    /// The duration of a frame, as a fraction of a second.
    public struct Delay: Sendable, Equatable {
        /// The numerator.
        public var numerator: UInt16
        /// The denominator; 0 means 100.
        public var denominator: UInt16

        /// Creates a delay of `numerator / denominator` seconds.
        public init(_ numerator: UInt16, over denominator: UInt16) {
            self.numerator = numerator
            self.denominator = denominator
        }
    }

    /// The width, in pixels.
    public let width: Int
    /// The height, in pixels.
    public let height: Int
    private let palette: PNGPalette?
    private let loopCount: UInt32
    private var chunks: [UInt8] = []
    private var visiblePixels: [UInt32] = []
    private var pendingFrame: Frame?
    private var frameCount: UInt32 = 0
    private var sequenceNumber: UInt32 = 0

    /// Creates a writer without frames.
    ///
    /// - Parameters:
    ///   - width: The width of all pictures, in pixels.
    ///   - height: The height of all pictures, in pixels.
    ///   - loopCount: The number of times that the animation plays; 0 repeats it without end.
    ///   - palette: The colors of all pictures, or nil to write full RGBA.
    public init(width: Int, height: Int, loopCount: UInt32 = 0, palette: PNGPalette? = nil) {
        self.width = width
        self.height = height
        self.loopCount = loopCount
        self.palette = palette
    }

    /// Appends a picture that is shown for `delay`.
    ///
    /// - Throws: ``PictureError/notWritable(_:reason:)`` if its size differs from the file's, or if it has a color that
    ///   is not in the palette.
    public mutating func append(_ picture: Pixmap, for delay: Delay) throws(PictureError) {
        guard picture.width == width, picture.height == height else {
            throw .notWritable(
                .png, reason: "expected frames of \(width)×\(height), found \(picture.width)×\(picture.height)")
        }
        let pixels = straightPixels(of: picture)
        guard let previous = pendingFrame else {
            let whole = PixelRectangle(left: 0, top: 0, width: width, height: height)
            pendingFrame = Frame(rectangle: whole, delay: delay, blending: .source, file: try encode(pixels, of: whole))
            visiblePixels = pixels
            return
        }
        guard let changed = PixelRectangle(changedBetween: visiblePixels, and: pixels, width: width) else {
            if previous.delay.denominator == delay.denominator {
                let (sum, overflow) = previous.delay.numerator.addingReportingOverflow(delay.numerator)
                if !overflow {
                    pendingFrame?.delay.numerator = sum
                    return
                }
            }
            // A frame needs at least one pixel.
            try appendFrame(
                after: previous, with: pixels, in: PixelRectangle(left: 0, top: 0, width: 1, height: 1), delay)
            return
        }
        try appendFrame(after: previous, with: pixels, in: changed, delay)
    }

    /// Returns the file with all frames so far.
    ///
    /// - Throws: ``PictureError/notWritable(_:reason:)`` if there is no frame.
    public func encodedFile() throws(PictureError) -> [UInt8] {
        guard let pendingFrame else { throw .notWritable(.png, reason: "expected at least one frame, found none") }
        var all = self
        all.write(pendingFrame)
        return all.assembledFile()
    }

    /// Writes the previous frame and prepares the next one.
    private mutating func appendFrame(
        after previous: Frame, with pixels: [UInt32], in place: PixelRectangle, _ delay: Delay
    ) throws(PictureError) {
        write(previous)
        var frame = Frame(
            rectangle: place, delay: delay, blending: .source,
            file: try encode(place.pixels(from: pixels, width: width), of: place))
        // Unchanged pixels compress best if they are transparent, as long as the result is the same.
        if let patch = place.replacementPixels(from: visiblePixels, to: pixels, width: width) {
            let file = try encode(patch, of: place)
            if file.count < frame.file.count {
                frame = Frame(rectangle: place, delay: delay, blending: .over, file: file)
            }
        }
        pendingFrame = frame
        visiblePixels = pixels
    }

    /// Returns the pixels of a frame as a PNG file.
    private func encode(_ pixels: [UInt32], of place: PixelRectangle) throws(PictureError) -> [UInt8] {
        guard let palette else {
            return try encodePNG(pixels, width: place.width, height: place.height, effort: .thorough)
        }
        guard let indices = palette.indices(of: pixels) else {
            throw .notWritable(.png, reason: "expected only colors of the palette, found another one")
        }
        return try encodePNG(indices, palette: palette, width: place.width, height: place.height, effort: .thorough)
    }
}

// MARK: - Chunks

extension AnimatedPNGWriter {
    private struct Frame {
        enum Blending: UInt8 {
            case source, over
        }

        let rectangle: PixelRectangle
        var delay: Delay
        let blending: Blending
        /// A PNG file of this frame alone, whose pixel data is used.
        let file: [UInt8]
    }

    /// Appends the chunks of a frame.
    private mutating func write(_ frame: Frame) {
        let parts = PNGChunk.all(in: frame.file)
        if frameCount == 0 {
            for part in parts.prefix(while: { $0.name != "IDAT" }) { chunks.appendChunk(part.name, part.content) }
        }
        writeControl(of: frame)
        for part in parts where part.name == "IDAT" {
            if frameCount == 0 {
                chunks.appendChunk("IDAT", part.content)
            } else {
                var content: [UInt8] = []
                content.append(bigEndian: nextSequenceNumber())
                content.append(contentsOf: part.content)
                chunks.appendChunk("fdAT", content)
            }
        }
        frameCount += 1
    }

    /// Appends the frame control chunk (fcTL).
    private mutating func writeControl(of frame: Frame) {
        var content: [UInt8] = []
        content.append(bigEndian: nextSequenceNumber())
        for number in [frame.rectangle.width, frame.rectangle.height, frame.rectangle.left, frame.rectangle.top] {
            content.append(bigEndian: UInt32(number))
        }
        content.append(bigEndian: frame.delay.numerator)
        content.append(bigEndian: frame.delay.denominator)
        // The disposal is "none": every frame changes the previous one.
        content.append(0)
        content.append(frame.blending.rawValue)
        chunks.appendChunk("fcTL", content)
    }

    /// Returns the next sequence number.
    private mutating func nextSequenceNumber() -> UInt32 {
        defer { sequenceNumber += 1 }
        return sequenceNumber
    }

    /// Returns the complete file.
    ///
    /// The number of frames precedes the first frame and is only known at the end.
    private func assembledFile() -> [UInt8] {
        var control: [UInt8] = []
        control.append(bigEndian: frameCount)
        control.append(bigEndian: loopCount)
        var file = PNGChunk.signature
        file.reserveCapacity(chunks.count + 64)
        file += chunks.prefix(Self.headerLength)
        file.appendChunk("acTL", control)
        file += chunks.dropFirst(Self.headerLength)
        file.appendChunk("IEND", [])
        return file
    }

    /// The length of the first chunk, IHDR, in every PNG.
    private static let headerLength = 25
}
