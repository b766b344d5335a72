public import VectorGraphics

/// Makes an animated PNG of pictures that follow one another.
///
///     var writer = AnimatedPNGWriter(width: 160, height: 160)
///     for picture in pictures { try writer.append(picture, for: .init(1, over: 30)) }
///     let file = try writer.file()
///
/// Pictures are kept exactly. A frame holds only the rectangle that differs from the one before, and a picture that
/// doesn't differ makes the one before last longer. Programs that know no animations show the first picture.
/// - SeeAlso: Portable Network Graphics Specification (Third Edition), sections 4.9 and 11.3.7.
public struct AnimatedPNGWriter: Sendable {
    /// How long a frame stays, as a fraction of a second.
    public struct Delay: Sendable, Equatable {
        /// What is divided.
        public var numerator: UInt16
        /// What it is divided by; 0 counts as 100.
        public var denominator: UInt16

        /// `numerator / denominator` seconds.
        public init(_ numerator: UInt16, over denominator: UInt16) {
            self.numerator = numerator
            self.denominator = denominator
        }
    }

    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    private let palette: PNGPalette?
    private let loops: UInt32
    private var chunks: [UInt8] = []
    private var shown: [UInt32] = []
    private var last: Frame?
    private var frameCount: UInt32 = 0
    private var sequenceNumber: UInt32 = 0

    /// A file of no frames yet.
    /// - Parameters:
    ///   - loops: how often all of it is played; 0 is without end.
    ///   - palette: the colours of all pictures, where there are few enough.
    public init(width: Int, height: Int, loops: UInt32 = 0, palette: PNGPalette? = nil) {
        self.width = width
        self.height = height
        self.loops = loops
        self.palette = palette
    }

    /// Adds a picture that is shown for `delay`.
    /// - Throws: ``PictureError/notWritable(_:reason:)`` when it has another size than the file, or a colour that is
    ///   missing in the palette.
    public mutating func append(_ picture: Pixmap, for delay: Delay) throws(PictureError) {
        guard picture.width == width, picture.height == height else {
            throw .notWritable(
                .png, reason: "expected frames of \(width)×\(height), found \(picture.width)×\(picture.height)")
        }
        let pixels = straightPixels(of: picture)
        guard let previous = last else {
            let whole = PixelRectangle(left: 0, top: 0, width: width, height: height)
            last = Frame(place: whole, delay: delay, blending: .source, file: try encode(pixels, of: whole))
            shown = pixels
            return
        }
        guard let changed = PixelRectangle(changedBetween: shown, and: pixels, width: width) else {
            if previous.delay.denominator == delay.denominator {
                let (sum, overflow) = previous.delay.numerator.addingReportingOverflow(delay.numerator)
                if !overflow {
                    last?.delay.numerator = sum
                    return
                }
            }
            // Frames need a pixel at least.
            try follow(previous, with: pixels, in: PixelRectangle(left: 0, top: 0, width: 1, height: 1), delay)
            return
        }
        try follow(previous, with: pixels, in: changed, delay)
    }

    /// The file with all frames added so far.
    /// - Throws: ``PictureError/notWritable(_:reason:)`` when there is none.
    public func file() throws(PictureError) -> [UInt8] {
        guard let last else { throw .notWritable(.png, reason: "expected at least one frame, found none") }
        var all = self
        all.write(last)
        return all.finished()
    }

    private mutating func follow(
        _ previous: Frame, with pixels: [UInt32], in place: PixelRectangle, _ delay: Delay
    ) throws(PictureError) {
        write(previous)
        var frame = Frame(
            place: place, delay: delay, blending: .source, file: try encode(place.cut(pixels, width: width), of: place))
        // What stays as it was costs next to nothing where it is transparent, if that says the same.
        if let patch = place.patch(from: shown, to: pixels, width: width) {
            let file = try encode(patch, of: place)
            if file.count < frame.file.count {
                frame = Frame(place: place, delay: delay, blending: .over, file: file)
            }
        }
        last = frame
        shown = pixels
    }

    private func encode(_ pixels: [UInt32], of place: PixelRectangle) throws(PictureError) -> [UInt8] {
        guard let palette else {
            return try encodePNG(pixels, width: place.width, height: place.height, effort: .thorough)
        }
        guard let indices = palette.indices(of: pixels) else {
            throw .notWritable(.png, reason: "expected only colours of the palette, found another one")
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

        let place: PixelRectangle
        var delay: Delay
        let blending: Blending
        /// A PNG of this frame alone, of which the pixels are used.
        let file: [UInt8]
    }

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
                content.append(bigEndian: takeSequenceNumber())
                content.append(contentsOf: part.content)
                chunks.appendChunk("fdAT", content)
            }
        }
        frameCount += 1
    }

    private mutating func writeControl(of frame: Frame) {
        var content: [UInt8] = []
        content.append(bigEndian: takeSequenceNumber())
        for number in [frame.place.width, frame.place.height, frame.place.left, frame.place.top] {
            content.append(bigEndian: UInt32(number))
        }
        content.append(bigEndian: frame.delay.numerator)
        content.append(bigEndian: frame.delay.denominator)
        // Nothing is disposed of: every frame changes what is there.
        content.append(0)
        content.append(frame.blending.rawValue)
        chunks.appendChunk("fcTL", content)
    }

    private mutating func takeSequenceNumber() -> UInt32 {
        defer { sequenceNumber += 1 }
        return sequenceNumber
    }

    /// The file: the number of frames stands before the first of them, and is only known now.
    private func finished() -> [UInt8] {
        var control: [UInt8] = []
        control.append(bigEndian: frameCount)
        control.append(bigEndian: loops)
        var file = PNGChunk.signature
        file.reserveCapacity(chunks.count + 64)
        file += chunks.prefix(Self.headerLength)
        file.appendChunk("acTL", control)
        file += chunks.dropFirst(Self.headerLength)
        file.appendChunk("IEND", [])
        return file
    }

    /// What the first chunk, IHDR, takes in every PNG.
    private static let headerLength = 25
}
