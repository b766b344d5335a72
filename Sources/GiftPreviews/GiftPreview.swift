public import Lottie
public import LottieRenderer
public import Pictures
import VectorGraphics

/// Small pictures of a gift for lists of gifts, drawn as the gift itself is: one that moves, and one that doesn't.
///
/// The same composition always gives the same bytes, where letters come with it and not from the system's fonts.
public struct GiftPreview: Sendable {
    /// What is shown.
    public let composition: Composition
    /// Values in place of those that the composition has.
    public let properties: DynamicProperties
    /// Pixels of the longer side; the other one is as the composition has it.
    public let size: Int
    /// Most pictures a second.
    public let framesPerSecond: Int
    /// Most seconds it takes; what is longer is shown whole, and faster.
    public let longest: Double
    /// Most bytes of the moving picture: one that comes out larger gets fewer frames a second, then fewer pixels.
    public let largestFile: Int

    /// - Parameters:
    ///   - size: from 16 to 512 pixels, others are brought into this range.
    ///   - framesPerSecond: from 1 to 60, as well.
    ///   - longest: from 0.1 to 60 seconds, as well.
    public init(
        _ composition: Composition, properties: DynamicProperties = DynamicProperties(), size: Int = 240,
        framesPerSecond: Int = 15, longest: Double = 5, largestFile: Int = 250_000
    ) {
        self.composition = composition
        self.properties = properties
        self.size = max(16, min(512, size))
        self.framesPerSecond = max(1, min(60, framesPerSecond))
        self.longest = max(0.1, min(60, longest))
        self.largestFile = largestFile
    }

    /// The gift from its first frame to its last, over and over, as an animated PNG of at most 256 colours.
    public func animatedPNG() throws(PictureError) -> [UInt8] {
        var (side, rate) = (size, framesPerSecond)
        while true {
            let file = try animatedPNG(side: side, rate: rate)
            if file.count <= largestFile { return file }
            if rate > Self.lowestRate {
                // Fewer frames differ more from one another, so their number is brought down a little further.
                rate = max(Self.lowestRate, min(rate - 1, rate * largestFile / file.count))
            } else if side > Self.lowestSide {
                side = max(Self.lowestSide, side * 3 / 4)
            } else {
                return file
            }
        }
    }

    /// The frame with most to see, as a still PNG.
    public func stillPNG() throws(PictureError) -> [UInt8] {
        let (width, height) = sides(longer: size)
        var picture = Pixmap(width: width, height: height)
        AnimationRenderer(composition, width: width, height: height, properties: properties)
            .draw(frame: composition.fullestFrame(properties: properties), into: &picture)
        return try picture.pngBytes()
    }

    /// Below this a movement falls apart into pictures.
    private static let lowestRate = 6
    /// Below this a gift can't be told from another.
    private static let lowestSide = 48

    private func animatedPNG(side: Int, rate: Int) throws(PictureError) -> [UInt8] {
        let seconds = min(longest, composition.duration)
        let count = max(1, Int((seconds * Double(rate)).rounded()))
        var pictures = frames(count, side: side)
        let reduction = ColorReduction(of: pictures)
        for index in pictures.indices { reduction.apply(to: &pictures[index]) }

        let milliseconds = max(1, min(60_000, (seconds / Double(count) * 1000).rounded()))
        let (width, height) = sides(longer: side)
        var writer = AnimatedPNGWriter(width: width, height: height, palette: PNGPalette(of: pictures))
        for picture in pictures { try writer.append(picture, for: .init(UInt16(milliseconds), over: 1000)) }
        return try writer.file()
    }

    private func frames(_ count: Int, side: Int) -> [Pixmap] {
        let (width, height) = sides(longer: side)
        let renderer = AnimationRenderer(composition, width: width, height: height, properties: properties)
        var picture = Pixmap(width: width, height: height)
        return (0..<count).map { step in
            renderer.draw(frame: composition.frame(atProgress: Double(step) / Double(count)), into: &picture)
            return picture
        }
    }

    /// The sides of a picture whose longer one has so many pixels.
    private func sides(longer: Int) -> (width: Int, height: Int) {
        let shape = min(composition.width, composition.height) / max(composition.width, composition.height)
        // A composition may be a thread, or of no size at all.
        let shorter = shape.isFinite ? max(1, min(longer, Int((Double(longer) * shape).rounded()))) : longer
        return composition.width >= composition.height ? (longer, shorter) : (shorter, longer)
    }
}
