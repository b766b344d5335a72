/// The choice of the player that a renderer imitates where players differ.
public struct RenderingCompatibility: Sendable, Equatable {
    /// The drawing of merged paths.
    public enum MergePaths: Sendable {
        /// As one path with several contours, regardless of the mode (lottie-web).
        case concatenated
        /// As the union, difference, intersection or exclusion that the document specifies.
        case boolean
    }

    /// A reference player.
    public enum ReferencePlayer: Sendable {
        /// lottie-web's SVG renderer, which shows the files in browsers.
        case lottieWeb
        /// After Effects, in which most files are made, so its picture is the one that their authors saw.
        case afterEffects
    }

    /// The drawing of merged paths.
    public var mergePaths: MergePaths = .concatenated
    /// The rules for combining masks.
    ///
    /// lottie-web adds masks of the modes lighten, darken and difference, contracts paths by half a unit less, expands
    /// them by an opaque line that lacks a corner where the path begins, and does not know soft edges. It inverts a path
    /// by adding the composition's rectangle to it, which leaves a hole only if both have opposite directions. It
    /// ignores the matte of a matte and an inverted luma matte, and a layer that is hidden, or not marked as a matte, is
    /// an empty one. It draws a layer with a matte, or with masks that are more than added paths, only up to a tenth of
    /// the bounding box of the layer's paths beyond it.
    public var masks: ReferencePlayer = .lottieWeb
    /// The rules for the extent and the colors of effects.
    ///
    /// lottie-web clips shadows to the bounding box of the layer that casts them, and blurs to three times that box. It
    /// blurs and tints in linear light, and clips a precomposition after its effects. A shadow is that of the layer
    /// before its other effects, which is cut at the box before it moves, and with which the layer mixes in linear
    /// light. lottie-web does not know radial wipes, layer styles, the blend modes add and hard mix, and the repeated edge
    /// of a blurred picture, draws effects that are switched off, and only the shadow of a layer if an effect that is no
    /// filter comes just before it. It rounds the
    /// offsets of gradients to whole per cent, and leaves the focus of a radial gradient where it is while only the
    /// start moves.
    public var effects: ReferencePlayer = .lottieWeb
    /// The rules for repeaters, twists and hidden groups.
    ///
    /// lottie-web copies a list of items by inserting groups into it. Repeaters of one list therefore place the copies
    /// of each other, the modifiers of the list change the copies once more, and a trim of all shapes as one path counts
    /// them. A repeater inside copies finds copies that exist already, and an even-odd fill sees its paths once more
    /// whenever a repeater makes its copies. With a negative offset, the copies behind the one in the original's place
    /// lag by a step. lottie-web also draws hidden groups, and does not know twists.
    public var shapes: ReferencePlayer = .lottieWeb
    /// The rules for setting text.
    ///
    /// lottie-web places each letter by its own advance, without kerning and ligatures. It moves the first line up by
    /// one unit, draws strokes over fills regardless of the document, and applies an animator's selection twice when it
    /// fades letters. A selection without an end ends at 100, whatever it counts. A text without a stroke keeps that of
    /// an earlier text of its layer. It does not know capitals and a group of all letters, and does not show letters
    /// with outlines that are older than version 4.7.99. Right-to-left text has its reading order with both, because
    /// names need it.
    public var text: ReferencePlayer = .lottieWeb

    /// The rules of lottie-web.
    public static let lottieWeb = RenderingCompatibility()
    /// The rules of After Effects.
    public static let afterEffects = RenderingCompatibility(
        mergePaths: .boolean, masks: .afterEffects, effects: .afterEffects, shapes: .afterEffects,
        text: .afterEffects)

    /// Creates rules; the defaults are those of lottie-web.
    public init(
        mergePaths: MergePaths = .concatenated, masks: ReferencePlayer = .lottieWeb,
        effects: ReferencePlayer = .lottieWeb, shapes: ReferencePlayer = .lottieWeb,
        text: ReferencePlayer = .lottieWeb
    ) {
        self.mergePaths = mergePaths
        self.masks = masks
        self.effects = effects
        self.shapes = shapes
        self.text = text
    }
}
