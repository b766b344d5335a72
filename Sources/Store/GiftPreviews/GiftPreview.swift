public import Budgets
import ImageCoding
public import LottieDocument
public import LottieRenderer
import VectorGraphics

/// The preview pictures of a gift for lists: an animated one and a still one, drawn by the same renderer as the gift.
///
/// The same composition always gives the same bytes, unless its letters come from the system's fonts.
public struct GiftPreview: Sendable {
    /// The animation to show.
    public let composition: Composition
    /// The values that replace those of the composition.
    public let properties: DynamicProperties
    /// The length of the longer side, in pixels; the other side follows from the composition's aspect ratio.
    public let size: Int
    /// The maximum frame rate of the animated picture.
    public let framesPerSecond: Int
    /// The maximum duration, in seconds; a longer animation plays in full, but faster.
    public let maxDuration: Double
    /// The maximum size of the animated picture, in bytes.
    ///
    /// A larger file is made again with a lower frame rate, then with fewer pixels.
    public let maxFileSize: Int

    /// Creates a preview of a composition.
    ///
    /// - Parameters:
    ///   - composition: The animation to show.
    ///   - properties: Values that replace those of the composition.
    ///   - size: The length of the longer side, clamped to 16–512 pixels.
    ///   - framesPerSecond: The maximum frame rate, clamped to 1–60.
    ///   - maxDuration: The maximum duration, clamped to 0.1–60 seconds.
    ///   - maxFileSize: The maximum size of the animated picture, in bytes.
    public init(
        _ composition: Composition, properties: DynamicProperties = DynamicProperties(), size: Int = 240,
        framesPerSecond: Int = 15, maxDuration: Double = 5, maxFileSize: Int = 250_000
    ) {
        self.composition = composition
        self.properties = properties
        self.size = max(16, min(512, size))
        self.framesPerSecond = max(1, min(60, framesPerSecond))
        self.maxDuration = max(0.1, min(60, maxDuration))
        self.maxFileSize = maxFileSize
    }

    /// Returns the whole animation as an endlessly looping animated PNG with at most 256 colors.
    ///
    /// - Parameter budget: The budget for drawing and compressing the frames.
    /// - Throws: `GiftPreviewError` if the picture cannot be made or the budget is exceeded.
    public func animatedPNG(within budget: Budget = Budget(.giftPreview)) throws(GiftPreviewError) -> [UInt8] {
        var budget = budget
        var (side, rate) = (size, framesPerSecond)
        while true {
            let file = try animatedPNG(side: side, rate: rate, within: &budget)
            if file.count <= maxFileSize { return file }
            if rate > Self.minFrameRate {
                // Frames at a lower rate differ more and compress less well, so the rate drops by at least one.
                rate = max(Self.minFrameRate, min(rate - 1, rate * maxFileSize / file.count))
            } else if side > Self.minSide {
                side = max(Self.minSide, side * 3 / 4)
            } else {
                return file
            }
        }
    }

    /// Returns the frame with the most content as a PNG.
    ///
    /// - Parameter budget: The budget for finding and drawing the frame.
    /// - Throws: `GiftPreviewError` if the picture cannot be made or the budget is exceeded.
    public func stillPNG(within budget: Budget = Budget(.giftPreview)) throws(GiftPreviewError) -> [UInt8] {
        var budget = budget
        let (width, height) = composition.pictureSize(longerSide: size)
        var picture = Pixmap(width: width, height: height)
        do {
            let frame = try composition.fullestFrame(properties: properties, within: &budget)
            try AnimationRenderer(composition, width: width, height: height, properties: properties)
                .draw(frame: frame, into: &picture, within: &budget)
            return try picture.pngBytes()
        } catch {
            throw GiftPreviewError(error)
        }
    }

    /// The minimum frame rate; below it, motion looks like separate pictures.
    private static let minFrameRate = 6
    /// The minimum length of the longer side, in pixels; in smaller pictures, gifts are hard to distinguish.
    private static let minSide = 48

    /// The cost of color reduction and compression per pixel of a frame, in steps.
    private static let encodingCost = 10

    private func animatedPNG(
        side: Int, rate: Int, within budget: inout Budget
    ) throws(GiftPreviewError) -> [UInt8] {
        do {
            return try encodedPNG(side: side, rate: rate, within: &budget)
        } catch {
            throw GiftPreviewError(error)
        }
    }

    private func encodedPNG(side: Int, rate: Int, within budget: inout Budget) throws -> [UInt8] {
        let seconds = min(maxDuration, composition.duration)
        let count = max(1, Int(clamped: (seconds * Double(rate)).rounded()))
        let (width, height) = composition.pictureSize(longerSide: side)
        try budget.spend(count * width * height * Self.encodingCost, of: .steps, at: "preview")
        var pictures = try drawFrames(count, side: side, within: &budget)
        let reduction = ColorReduction(of: pictures)
        for index in pictures.indices { reduction.apply(to: &pictures[index]) }

        let milliseconds = max(1, min(60_000, (seconds / Double(count) * 1000).rounded()))
        var writer = AnimatedPNGWriter(width: width, height: height, palette: PNGPalette(of: pictures))
        for picture in pictures { try writer.append(picture, for: .init(UInt16(milliseconds), over: 1000)) }
        return try writer.encodedFile()
    }

    private func drawFrames(_ count: Int, side: Int, within budget: inout Budget) throws(BudgetExceeded) -> [Pixmap] {
        let (width, height) = composition.pictureSize(longerSide: side)
        let renderer = AnimationRenderer(composition, width: width, height: height, properties: properties)
        var picture = Pixmap(width: width, height: height)
        var frames: [Pixmap] = []
        for step in 0..<count {
            let frame = composition.frame(atProgress: Double(step) / Double(count))
            try renderer.draw(frame: frame, into: &picture, within: &budget)
            frames.append(picture)
        }
        return frames
    }
}
