/// The content of a text layer: its texts over time and its animators.
public struct TextLayer: Sendable {
    /// A text and the frame from which it is visible.
    public struct Document: Sendable {
        /// The first frame.
        public var time = 0.0
        /// The text and its format.
        public var text = TextDocument()
    }

    /// The texts in order of time; empty for a layer without text.
    public var documents: [Document] = []
    /// The expression that computes the text, if any.
    public var script: ScriptedText?
    /// The binding whose texts replace those of the file, if any.
    public var binding: PropertyBinding<TextDocument>?
    /// The animators, in the order of their application.
    public var animators: [TextAnimator] = []
    /// The path along which the letters are placed, if any.
    public var path: TextPath?
    /// The groups of letters that have a common anchor for rotation and scaling.
    public var anchorGrouping: TextAnchorGrouping = .characters
    /// The position of the anchor in its group, in per cent from the centre of the baseline.
    public var groupingAlignment: Property<Vector> = .fixed(.zero)

    /// Creates a layer without text.
    public init() {}

    /// Returns the text at `time`: the last one whose frame has been reached, or the first one before its frame.
    public func document(at time: Double) -> (index: Int, text: TextDocument)? {
        guard !documents.isEmpty else { return nil }
        let index = documents.lastIndex { $0.time <= time } ?? 0
        return (index, binding?.value(at: time) ?? documents[index].text)
    }

    /// Returns the stroke of the last text before another one that has a stroke; nil if no such text is shown.
    ///
    /// lottie-web sets the stroke of a text without removing it from a later text that has none
    /// (`SVGTextElement.js`, `buildNewText`).
    ///
    /// - Parameters:
    ///   - index: The index of the later text.
    ///   - start: The frame in which the layer is shown first.
    package func strokeKept(by index: Int, since start: Double) -> (color: Color, width: Double)? {
        let first = documents.lastIndex { $0.time <= start } ?? 0
        guard first < index else { return nil }
        let text = documents[first..<index].last { $0.text.stroke != nil }?.text
        return text.flatMap { text in text.stroke.map { ($0, text.strokeWidth) } }
    }

    /// Returns the characters at `time`, as the expression computes them.
    public func string(at time: Double) -> String {
        script?.binding?.value(at: time) ?? document(at: time)?.text.text ?? ""
    }
}

/// A text and its format.
public struct TextDocument: Sendable, Equatable {
    /// The alignment of lines.
    public enum Justification: Sendable, Equatable {
        /// Left-aligned.
        case left
        /// Right-aligned.
        case right
        /// Centred.
        case center
    }

    /// The treatment of lower-case letters.
    public enum Capitals: Int, Sendable, Equatable {
        /// They remain.
        case regular = 0
        /// They become capitals.
        case allCaps
        /// They become smaller capitals.
        case smallCaps
    }

    /// The characters; a carriage return or U+0003 ends a line.
    public var text = ""
    /// The name of a font in the composition's `fonts`.
    public var font = ""
    /// The font size.
    public var size = 0.0
    /// The fill color of the letters, or `nil` for none.
    public var fill: Color?
    /// The stroke color of the letters, or `nil` for none.
    public var stroke: Color?
    /// The stroke width.
    public var strokeWidth = 0.0
    /// Whether the stroke is painted above the fill; otherwise below it.
    public var strokesOverFill = true
    /// The distance between baselines; 0 for 1.2 times the font size.
    public var lineHeight = 0.0
    /// The distance by which the baseline is raised.
    public var baselineShift = 0.0
    /// The additional space after each letter, in thousandths of the font size.
    public var tracking = 0.0
    /// The treatment of lower-case letters.
    public var capitals: Capitals = .regular
    /// The alignment of lines.
    public var justification: Justification = .left
    /// The top left corner of the box in which the text wraps; `nil` for text without a box.
    public var boxPosition: Vector?
    /// The width and height of the box.
    public var boxSize: Vector?
}

/// The groups of letters that have a common anchor for rotation and scaling.
public enum TextAnchorGrouping: Int, Sendable {
    /// Each letter has its own anchor.
    case characters = 1
    /// The letters of a word have a common anchor at its centre.
    case words
    /// The letters of a line have a common anchor at its centre.
    case lines
    /// All letters have a common anchor at the centre.
    case all
}

/// A path along which letters are placed.
public struct TextPath: Sendable {
    /// The index of the path among the layer's masks, counted from 0.
    public var mask = 0
    /// The position on the path at which the text begins.
    public var firstMargin: Property<Double> = .fixed(0)
    /// Not 0 if the text runs from the end of the path to its start.
    public var isReversed: Property<Double> = .fixed(0)
    /// Not 0 if letters are perpendicular to the path; otherwise they are not rotated.
    public var isPerpendicular: Property<Double> = .fixed(1)
    /// Not 0 if the letters are spread over the whole path.
    public var forcesAlignment: Property<Double> = .fixed(0)
}

/// Changes to letters, with a selector of the letters.
public struct TextAnimator: Sendable {
    /// The name that the author gave to the animator, or an empty string.
    public var name = ""
    /// The offset that is added to a letter's position.
    public var position: PositionProperty?
    /// The point about which the letter is rotated and scaled; it is subtracted before both.
    public var anchor: PositionProperty?
    /// The scale, in per cent.
    public var scale: Property<Vector>?
    /// The rotation, in degrees clockwise.
    public var rotation: Property<Double>?
    /// The rotation about the x axis, in degrees.
    public var rotationX: Property<Double>?
    /// The rotation about the y axis, in degrees.
    public var rotationY: Property<Double>?
    /// The skew, in degrees.
    public var skew: Property<Double>?
    /// The rotation of the skew axis, in degrees.
    public var skewAxis: Property<Double>?
    /// The opacity, in per cent.
    public var opacity: Property<Double>?
    /// The changes of the fill.
    public var fill = TextFillChange()
    /// The stroke color.
    public var stroke: Property<Color>?
    /// The width that is added to the stroke.
    public var strokeWidth: Property<Double>?
    /// The space that is added after the letter.
    public var tracking: Property<Double>?
    /// The letters that change, and by how much.
    public var selector = TextSelector()
}

/// Changes of the fill of letters.
public struct TextFillChange: Sendable {
    /// The color that replaces the text's own.
    public var color: Property<Color>?
    /// The angle that is added to the hue, in per cent of the circle.
    public var hue: Property<Double>?
    /// The value that is added to the saturation, in per cent.
    public var saturation: Property<Double>?
    /// The value that is added to the brightness, in per cent.
    public var brightness: Property<Double>?
}

/// A selector of letters: a range, and the share of the change for each letter in it.
public struct TextSelector: Sendable {
    /// The unit of a selector.
    public enum Basis: Int, Sendable {
        /// Characters.
        case characters = 1
        /// Characters except spaces.
        case charactersWithoutSpaces
        /// Words.
        case words
        /// Lines.
        case lines
    }

    /// The share of the change, from the start of the range to its end.
    public enum Shape: Int, Sendable {
        /// The whole change for all.
        case square = 1
        /// An increasing share.
        case rampUp
        /// A decreasing share.
        case rampDown
        /// The greatest share in the middle, decreasing linearly.
        case triangle
        /// The greatest share in the middle, decreasing in a semicircle.
        case round
        /// The greatest share in the middle, decreasing smoothly.
        case smooth
    }

    /// The unit of the range.
    public var basis: Basis = .characters
    /// The shape of the range.
    public var shape: Shape = .square
    /// Whether `start`, `end` and `offset` are numbers of units; otherwise they are in per cent.
    public var usesIndexUnits = false
    /// The start of the range.
    public var start: Property<Double> = .fixed(0)
    /// The end of the range; `nil` for the end of the text.
    public var end: Property<Double>?
    /// The shift of start and end.
    public var offset: Property<Double> = .fixed(0)
    /// The share of the change, in per cent.
    public var amount: Property<Double> = .fixed(100)
    /// The ease at the high end, from −100 to 100.
    public var easeHigh: Property<Double> = .fixed(0)
    /// The ease at the low end, from −100 to 100.
    public var easeLow: Property<Double> = .fixed(0)
    /// The softness of the edges of a square range, in per cent.
    public var smoothness: Property<Double> = .fixed(100)
    /// Whether letters are selected in random order.
    public var isRandom = false
}

/// A font in a composition's list.
public struct Font: Sendable, Equatable {
    /// The name with which texts refer to the font.
    public var name = ""
    /// The family, such as `Roboto`.
    public var family = ""
    /// The style, such as `Bold`.
    public var style = ""
    /// The weight, from 1 to 1000, if the file contains it as a number; otherwise the style determines it.
    public var weight: Int?
    /// The height of the letters above the baseline, in per cent of the font size.
    public var ascent = 0.0
    /// The font data, if the file contains them.
    public var file: [UInt8]?

    /// Creates a font without a name.
    public init() {}
}

/// A character of a font, as the file contains it.
public struct Glyph: Sendable {
    /// The key of a glyph.
    public struct Key: Hashable, Sendable {
        /// The character, which can have several code points.
        public var character: String
        /// The style of the font.
        public var style: String
        /// The family of the font.
        public var family: String

        /// Creates the key for a character of a font.
        public init(character: String, style: String, family: String) {
            self.character = character
            self.style = style
            self.family = family
        }
    }

    /// What a glyph shows, at font size 100 and with the baseline at y = 0.
    public enum Content: Sendable {
        /// Outlines, which have the colors of the text.
        case outlines([BezierShape])
        /// A precomposition among the assets with colors of its own, which is not clipped. Its time is that of the text
        /// layer, with the layer's start at 0.
        indirect case composition(Layer)
    }

    /// The advance width at font size 100.
    public var width = 0.0
    /// What the glyph shows.
    public var content = Content.outlines([])

    /// The outlines; none for a composition.
    public var outlines: [BezierShape] {
        if case .outlines(let outlines) = content { outlines } else { [] }
    }
    /// The layer of a glyph that is a composition; `nil` for outlines.
    public var composition: Layer? {
        if case .composition(let layer) = content { layer } else { nil }
    }

    /// The first version of the format whose letters have a time range and relative tangents (lottie-web,
    /// `DataManager.js`, `checkChars`).
    public static let firstVersionWithTimes = FormatVersion("4.7.99")
}
