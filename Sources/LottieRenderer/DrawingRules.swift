/// Whose way a renderer goes where players differ.
public struct DrawingRules: Sendable, Equatable {
    /// What becomes of paths that a document merges.
    public enum MergePaths: Sendable {
        /// They are drawn as one path of several contours, whatever the mode (lottie-web).
        case concatenated
        /// They are united, subtracted, intersected or excluded, as the document says.
        case boolean
    }

    /// A player that draws something in its own way.
    public enum Reference: Sendable {
        /// The web's player, SVG renderer: what people see when they open a file in a browser.
        case lottieWeb
        /// The program that most files come from: what their authors saw.
        case afterEffects
    }

    /// What becomes of paths that a document merges.
    public var mergePaths: MergePaths = .concatenated
    /// How masks are combined. lottie-web adds masks whose mode is lighten, darken or difference, and inverts a path by
    /// drawing the composition's rectangle with it, which leaves a hole only if the two run in opposite directions.
    public var masks: Reference = .lottieWeb
    /// Where effects end: lottie-web cuts shadows off at the box of what casts them, and blurs at three times that box.
    public var effects: Reference = .lottieWeb
    /// How letters are set. lottie-web sets each by its own width, without kerning and ligatures; it makes the first line
    /// one unit higher, paints outlines over fills whatever the document says, and fades letters by the square of the
    /// share that an animator reaches them with.
    public var text: Reference = .lottieWeb

    /// The rules of the web's player.
    public static let lottieWeb = DrawingRules()
    /// The rules of After Effects.
    public static let afterEffects = DrawingRules(
        mergePaths: .boolean, masks: .afterEffects, effects: .afterEffects, text: .afterEffects)

    /// Rules that are lottie-web's but for those given.
    public init(
        mergePaths: MergePaths = .concatenated, masks: Reference = .lottieWeb, effects: Reference = .lottieWeb,
        text: Reference = .lottieWeb
    ) {
        self.mergePaths = mergePaths
        self.masks = masks
        self.effects = effects
        self.text = text
    }
}
