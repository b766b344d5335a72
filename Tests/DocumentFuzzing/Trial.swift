public import Lottie
import LottieRenderer
import VectorGraphics

/// What must hold for any bytes whatsoever: they are refused in one line, or drawn.
public enum Trial {
    /// A promise that was not kept.
    public struct Fault: Error, CustomStringConvertible {
        /// Which one.
        public let description: String
    }

    /// Side of the square that documents are drawn in, in pixels.
    private static let side = 64

    /// Reads `document`; nil where it is refused.
    public static func decode(_ document: [UInt8]) throws(Fault) -> Composition? {
        do {
            return try Composition(json: document)
        } catch {
            let line = error.description
            if line.isEmpty || line.count > 1_000 || line.contains(where: \.isNewline) {
                throw Fault(description: "refused with other than a line: \(line)")
            }
            return nil
        }
    }

    /// Reads `document` and draws two of its frames and the first of them again.
    public static func draw(_ document: [UInt8]) throws(Fault) {
        guard let composition = try decode(document) else { return }
        let renderer = AnimationRenderer(composition, width: side, height: side)
        var first = Pixmap(width: side, height: side)
        var other = first
        renderer.draw(frame: composition.frame(atProgress: 0.3), into: &first)
        renderer.draw(frame: composition.frame(atProgress: 0.9), into: &other)
        try check(first)
        try check(other)
        renderer.draw(frame: composition.frame(atProgress: 0.3), into: &other)
        if first != other { throw Fault(description: "the same frame is drawn in two ways") }
    }

    private static func check(_ pixmap: Pixmap) throws(Fault) {
        for pixel in pixmap.pixels {
            let alpha = pixel >> 24
            if pixel & 0xFF > alpha || pixel >> 8 & 0xFF > alpha || pixel >> 16 & 0xFF > alpha {
                throw Fault(description: "a colour is above its alpha")
            }
        }
    }
}
