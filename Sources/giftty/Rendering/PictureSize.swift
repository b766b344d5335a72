import AnimationInspection
import ArgumentParser
import VectorGraphics

/// A size given as `160x96`.
extension PictureSize: ExpressibleByArgument {
    /// The size that the argument says; nil where it is none.
    init?(argument: String) {
        let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]), width > 0, height > 0 else {
            return nil
        }
        self.init(width: width, height: height)
    }

    /// The most pixels of a picture: 64 million, a quarter of a gigabyte.
    private static let largestArea = 1 << 26

    /// The size in pixels, when it can be drawn.
    /// - Throws: wrong usage for a size beyond what the rasteriser takes.
    func drawable(option: String) throws(CommandFailure) -> PictureSize {
        let largest = Rasterizer.largestSide
        guard width <= largest, height <= largest, width * height <= Self.largestArea else {
            throw CommandFailure(
                .usage,
                "\(option): expected sides up to \(largest) and \(Self.largestArea) pixels in all, found \(width)x\(height)"
            )
        }
        return self
    }
}
