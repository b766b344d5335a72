import CWebPMux
public import ExactNumbers
import ImageCoding
public import VectorGraphics

/// A writer of lossless animated WebP files.
///
/// libwebp stores only the rectangles that change.
///
/// - SeeAlso: WebP Container Specification, and webp/mux.h.
public struct WebPWriter: PictureSequenceWriter {
    /// The longest side, in pixels.
    public static let maxSide = 16_383

    private let width: Int
    private let height: Int
    private var pacing = FramePacing<Pixmap>(ticksPerSecond: 1000, minDuration: 11)
    private let encoder: WebPEncoder
    private var now = 0
    private var isEmpty = true

    /// Creates a writer of a file without frames, which plays in an endless loop.
    ///
    /// - Throws: ``MovingPictureError/unacceptableSize(width:height:expected:)`` if a side is outside 1 to
    ///   ``maxSide``, ``MovingPictureError/notEncodable(_:)`` if memory is short.
    public init(width: Int, height: Int) throws(MovingPictureError) {
        guard 1...Self.maxSide ~= width, 1...Self.maxSide ~= height else {
            throw .unacceptableSize(width: width, height: height, expected: "sides from 1 to \(Self.maxSide)")
        }
        self.width = width
        self.height = height
        encoder = try WebPEncoder(width: width, height: height)
    }

    /// Shows a picture from `time` until the next picture or the end.
    public mutating func show(_ picture: Pixmap, at time: Nanoseconds) throws(MovingPictureError) {
        guard picture.width == width, picture.height == height else {
            throw .unacceptableSize(width: picture.width, height: picture.height, expected: "\(width)×\(height)")
        }
        if let frame = pacing.show(picture, at: time) { try append(frame.picture, for: frame.ticks) }
    }

    /// Returns the file; its last picture is visible until `end`.
    public mutating func file(endingAt end: Nanoseconds) throws(MovingPictureError) -> [UInt8] {
        if let frame = pacing.finish(at: end) { try append(frame.picture, for: frame.ticks) }
        guard !isEmpty else { throw .nothingToShow }
        return try encoder.file(endingAt: now)
    }

    private mutating func append(_ picture: Pixmap, for ticks: Int) throws(MovingPictureError) {
        try encoder.append(straightPixels(of: picture), width: width, height: height, at: now)
        now += ticks
        isEmpty = false
    }
}

/// A wrapper of libwebp's animation encoder.
private final class WebPEncoder {
    private let encoder: OpaquePointer

    init(width: Int, height: Int) throws(MovingPictureError) {
        var options = WebPAnimEncoderOptions()
        guard WebPAnimEncoderOptionsInit(&options) != 0,
            let encoder = WebPAnimEncoderNew(Int32(width), Int32(height), &options)
        else { throw .notEncodable("no memory for a WebP of \(width)×\(height)") }
        self.encoder = encoder
    }

    deinit {
        WebPAnimEncoderDelete(encoder)
    }

    /// Adds a picture of pixels with straight alpha, visible from `time` in milliseconds.
    func append(_ pixels: [UInt32], width: Int, height: Int, at time: Int) throws(MovingPictureError) {
        var configuration = WebPConfig()
        var picture = WebPPicture()
        guard WebPConfigInit(&configuration) != 0, WebPPictureInit(&picture) != 0 else {
            throw .notEncodable("another version of libwebp was expected")
        }
        defer { WebPPictureFree(&picture) }
        configuration.lossless = 1
        picture.use_argb = 1
        picture.width = Int32(width)
        picture.height = Int32(height)
        precondition(pixels.count == width * height, "a picture has as many pixels as its sides say")
        // The call copies the pixels; C may read memory of any type as bytes.
        let isImported = pixels.withUnsafeBytes { bytes in
            WebPPictureImportRGBA(&picture, bytes.baseAddress, Int32(width * 4)) != 0
        }
        guard isImported, WebPAnimEncoderAdd(encoder, &picture, Int32(clamping: time), &configuration) != 0 else {
            throw .notEncodable(reason)
        }
    }

    /// Returns the file; its last picture is visible until `end`, in milliseconds.
    func file(endingAt end: Int) throws(MovingPictureError) -> [UInt8] {
        var data = WebPData()
        defer { WebPDataClear(&data) }
        guard WebPAnimEncoderAdd(encoder, nil, Int32(clamping: end), nil) != 0,
            WebPAnimEncoderAssemble(encoder, &data) != 0
        else { throw .notEncodable(reason) }
        // `data` is libwebp's memory, which the deferred call frees.
        return Array(UnsafeBufferPointer(start: data.bytes, count: data.size))
    }

    private var reason: String { WebPAnimEncoderGetError(encoder).map { String(cString: $0) } ?? "no memory" }
}
