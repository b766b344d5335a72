public import LottieDocument
import LottieRenderer
import VectorGraphics

/// A trial with any bytes, which must be rejected with one line or drawn.
public enum DocumentTrial {
    /// A violation of a rule.
    public struct Violation: Error, CustomStringConvertible {
        /// The description of the violation.
        public let description: String
    }

    /// The side of the square picture, in pixels.
    private static let side = 64

    /// Returns the composition of `document`, or nil if it is rejected.
    ///
    /// - Throws: A fault if the error is not one line of up to 1,000 characters.
    public static func decode(_ document: [UInt8]) throws(Violation) -> Composition? {
        do {
            return try Composition(json: document)
        } catch {
            let line = error.description
            if line.isEmpty || line.count > 1_000 || line.contains(where: \.isNewline) {
                throw Violation(description: "refused with other than a line: \(line)")
            }
            return nil
        }
    }

    /// Draws two frames of `document`, and the first of them again.
    ///
    /// Frames that exceed their budget are not shown, so only frames within it must look the same twice.
    ///
    /// - Throws: A fault if a color exceeds its alpha or the same frame looks different the second time.
    public static func draw(_ document: [UInt8]) throws(Violation) {
        guard let composition = try decode(document) else { return }
        let renderer = AnimationRenderer(composition, width: side, height: side)
        var first = Pixmap(width: side, height: side)
        var other = first
        renderer.draw(frame: composition.frame(atProgress: 0.3), into: &first)
        renderer.draw(frame: composition.frame(atProgress: 0.9), into: &other)
        try check(first)
        try check(other)
        renderer.draw(frame: composition.frame(atProgress: 0.3), into: &other)
        if renderer.shortage == nil, first != other {
            throw Violation(description: "the same frame is drawn in two ways")
        }
    }

    private static func check(_ pixmap: Pixmap) throws(Violation) {
        for pixel in pixmap.pixels {
            let alpha = pixel >> 24
            if pixel & 0xFF > alpha || pixel >> 8 & 0xFF > alpha || pixel >> 16 & 0xFF > alpha {
                throw Violation(description: "a colour is above its alpha")
            }
        }
    }
}
