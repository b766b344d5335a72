import LottieDocument
import VectorGraphics

/// A text of a frame, as far as a reader is concerned.
public struct VisibleText: Sendable, Equatable {
    /// The text.
    public let text: String
    /// The center of its letters, in pixels of the picture.
    public let center: (x: Double, y: Double)
    /// The size of its font, in pixels of the picture.
    public let letterHeight: Double
    /// Whether a letter has no outlines, neither in the file nor in a font.
    public let lacksLetters: Bool

    /// Compares all values.
    public static func == (one: VisibleText, other: VisibleText) -> Bool {
        one.text == other.text && one.center == other.center && one.letterHeight == other.letterHeight
            && one.lacksLetters == other.lacksLetters
    }
}

extension AnimationRenderer {
    /// Returns the texts of the last evaluated frame that contain some words, from the topmost down.
    ///
    /// - Parameters:
    ///   - words: The words, such as a name.
    ///   - minOpacity: The opacity, 0 to 255, from which a text counts as visible.
    public func visibleTexts(containing words: String, minOpacity: UInt8 = 128) -> [VisibleText] {
        var found: [VisibleText] = []
        guard !words.isEmpty else { return found }
        root.addTexts(containing: words, minOpacity: minOpacity, transform: viewport, frameBudget, to: &found)
        return found
    }
}

extension CompositionNode {
    fileprivate func addTexts(
        containing words: String, minOpacity: UInt8, transform: AffineTransform, _ work: FrameBudget,
        to found: inout [VisibleText]
    ) {
        for layer in visibleLayers where layer.state.opacity >= minOpacity {
            let toPixels = layer.state.matrix.concatenating(transform)
            switch layer.content {
            case .text(let text): text.visibleText(containing: words, toPixels, work).map { found.append($0) }
            case .composition(let node):
                node.composition.addTexts(
                    containing: words, minOpacity: minOpacity, transform: toPixels, work, to: &found)
            case .empty, .picture, .shapes: break
            }
        }
    }
}
