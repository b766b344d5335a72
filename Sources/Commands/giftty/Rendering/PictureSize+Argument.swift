import LottieInspection
import VectorGraphics

/// A size in the form `160x96`.
extension PictureSize: CheckedArgument {
    static var expectedValues: String { "two whole numbers from 1 up such as 160x96" }

    /// Parses a size; returns `nil` if the argument is invalid.
    init?(argument: String) {
        let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]), width > 0, height > 0 else {
            return nil
        }
        self.init(width: width, height: height)
    }

    /// The maximum number of pixels of a picture: 2²⁶, which take 256 MB.
    private static let maxArea = 1 << 26

    /// Returns the size if it can be drawn.
    ///
    /// - Parameter option: The name of the option in error messages.
    /// - Throws: `CommandFailure` with exit status 64 if the size exceeds the limits of the rasteriser.
    func checkedForDrawing(option: String) throws(CommandFailure) -> PictureSize {
        let largest = Rasterizer.maxSide
        guard width <= largest, height <= largest, width * height <= Self.maxArea else {
            throw CommandFailure(
                .usage,
                "\(option): expected sides up to \(largest) and \(Self.maxArea) pixels in all, found \(width)x\(height)"
            )
        }
        return self
    }
}
