/// What a text layer shows: texts over time, and how their letters move.
public struct TextLayer: Sendable {
    /// A text and the frame from which it shows.
    public struct Document: Sendable {
        /// First frame.
        public var time = 0.0
        /// The text and how it is set.
        public var text = TextDocument()
    }

    /// The texts in order of time; none for a layer without any.
    public var documents: [Document] = []
    /// The expression that makes something else of the texts, if any.
    public var script: ScriptedText?
    /// What finds the texts in place of those of the file, if anything does.
    public var binding: PropertyBinding<TextDocument>?
    /// What changes letters, in order of application.
    public var animators: [TextAnimator] = []
    /// The path that letters stand on, if any.
    public var path: TextPath?
    /// What letters turn and grow about together.
    public var anchorGrouping: TextAnchorGrouping = .characters
    /// Where in its group the anchor lies, in per cent from the centre of the baseline.
    public var groupingAlignment: Property<Vector> = .fixed(.zero)

    /// A layer without text.
    public init() {}

    /// The text that shows at `time`: the last one begun, the first one before that.
    public func document(at time: Double) -> (index: Int, text: TextDocument)? {
        guard !documents.isEmpty else { return nil }
        let index = documents.lastIndex { $0.time <= time } ?? 0
        return (index, binding?.value(at: time) ?? documents[index].text)
    }

    /// The text that shows at `time`, as its expression has it.
    public func string(at time: Double) -> String {
        script?.binding?.value(at: time) ?? document(at: time)?.text.text ?? ""
    }
}

/// A text and how it is set.
public struct TextDocument: Sendable, Equatable {
    /// Where lines begin or end.
    public enum Justification: Sendable, Equatable {
        /// All at the left.
        case left
        /// All at the right.
        case right
        /// Each in the middle.
        case center
    }

    /// What becomes of small letters.
    public enum Capitals: Int, Sendable, Equatable {
        /// They stay.
        case asWritten = 0
        /// They become capitals.
        case all
        /// They become capitals of a smaller size.
        case small
    }

    /// The text; a carriage return or the character 3 ends a line.
    public var text = ""
    /// Name of the font, among the composition's fonts.
    public var font = ""
    /// Size of the font.
    public var size = 0.0
    /// Colour of the letters; nil for none.
    public var fill: Color?
    /// Colour of the outlines; nil for none.
    public var stroke: Color?
    /// Width of the outlines.
    public var strokeWidth = 0.0
    /// Whether outlines are painted over the letters, not under them.
    public var strokesOverFill = true
    /// From one baseline to the next; 0 for 1.2 of the size.
    public var lineHeight = 0.0
    /// How far the baseline is raised.
    public var baselineShift = 0.0
    /// Extra space after each letter, in thousandths of the size.
    public var tracking = 0.0
    /// What becomes of small letters.
    public var capitals: Capitals = .asWritten
    /// How lines are aligned.
    public var justification: Justification = .left
    /// Top left of the box that the text is broken in; nil for text without a box.
    public var boxPosition: Vector?
    /// Width and height of that box.
    public var boxSize: Vector?
}

/// What letters turn and grow about together.
public enum TextAnchorGrouping: Int, Sendable {
    /// Each about itself.
    case characters = 1
    /// Those of a word about its middle.
    case words
    /// Those of a line about its middle.
    case lines
    /// All about the middle.
    case all
}

/// A path that letters stand on.
public struct TextPath: Sendable {
    /// Which of the layer's masks it is.
    public var mask = 0
    /// Where on the path the text begins.
    public var firstMargin: Property<Double> = .fixed(0)
    /// Whether it runs the other way.
    public var isReversed: Property<Double> = .fixed(0)
    /// Whether letters stand upright on it; else they keep their angle.
    public var isPerpendicular: Property<Double> = .fixed(1)
    /// Whether the letters are spread over the whole path.
    public var isForced: Property<Double> = .fixed(0)
}

/// Changes of letters, and which letters they reach.
public struct TextAnimator: Sendable {
    /// The name given by the author, empty if none.
    public var name = ""
    /// Added to the place of a letter.
    public var position: PositionProperty?
    /// Taken from it before it is turned and grown.
    public var anchor: PositionProperty?
    /// Per cent.
    public var scale: Property<Vector>?
    /// Degrees clockwise.
    public var rotation: Property<Double>?
    /// Degrees about the x axis.
    public var rotationX: Property<Double>?
    /// Degrees about the y axis.
    public var rotationY: Property<Double>?
    /// Degrees.
    public var skew: Property<Double>?
    /// Degrees by which the axis of the skew is turned.
    public var skewAxis: Property<Double>?
    /// Per cent.
    public var opacity: Property<Double>?
    /// Colour of the letter.
    public var fill: Property<Color>?
    /// Colour of the outline.
    public var stroke: Property<Color>?
    /// Added to the width of the outline.
    public var strokeWidth: Property<Double>?
    /// Added to the hue of the letter's colour, in per cent of the circle.
    public var fillHue: Property<Double>?
    /// Added to its saturation, in per cent.
    public var fillSaturation: Property<Double>?
    /// Added to its brightness, in per cent.
    public var fillBrightness: Property<Double>?
    /// Space added after the letter.
    public var tracking: Property<Double>?
    /// Which letters, and how much.
    public var selector = TextSelector()
}

/// Which letters an animator reaches, and how much: a range of them, with an edge of a certain shape.
public struct TextSelector: Sendable {
    /// What is counted.
    public enum Basis: Int, Sendable {
        /// Letters.
        case characters = 1
        /// Letters, but for spaces.
        case charactersWithoutSpaces
        /// Words.
        case words
        /// Lines.
        case lines
    }

    /// How much the letters of the range are reached, from its start to its end.
    public enum Shape: Int, Sendable {
        /// All wholly.
        case square = 1
        /// More and more.
        case rampUp
        /// Less and less.
        case rampDown
        /// Most in the middle, in straight lines.
        case triangle
        /// Most in the middle, in a half circle.
        case round
        /// Most in the middle, softly.
        case smooth
    }

    /// What is counted.
    public var basis: Basis = .characters
    /// The shape of the range.
    public var shape: Shape = .square
    /// Whether start, end and offset count letters, not per cent.
    public var countsIndices = false
    /// Where the range begins.
    public var start: Property<Double> = .fixed(0)
    /// Where it ends; nil for the end of the text.
    public var end: Property<Double>?
    /// By how much both are moved.
    public var offset: Property<Double> = .fixed(0)
    /// Per cent of the change.
    public var amount: Property<Double> = .fixed(100)
    /// Ease at the high end, −100 to 100.
    public var easeHigh: Property<Double> = .fixed(0)
    /// Ease at the low end, −100 to 100.
    public var easeLow: Property<Double> = .fixed(0)
    /// Per cent of softness of a square's edges.
    public var smoothness: Property<Double> = .fixed(100)
    /// Whether letters are reached in a random order.
    public var isRandom = false
}

/// A font that texts name.
public struct Font: Sendable, Equatable {
    /// The name that texts use.
    public var name = ""
    /// Family, such as `Roboto`.
    public var family = ""
    /// Style, such as `Bold`.
    public var style = ""
    /// How heavy, from 1 to 1000, where the file says it in a number; else the style says it.
    public var weight: Int?
    /// Height of its letters over the baseline, in per cent of the size.
    public var ascent = 0.0
    /// The font itself, where the file brings it along.
    public var file: [UInt8]?

    /// A font without a name.
    public init() {}
}

/// The outline of a letter that is in the file.
public struct Glyph: Sendable, Equatable {
    /// What the outlines of a letter are found by.
    public struct Key: Hashable, Sendable {
        /// The letter, which may be several code points.
        public var character: String
        /// Style of the font.
        public var style: String
        /// Family of the font.
        public var family: String

        /// The letter `character` of a font.
        public init(character: String, style: String, family: String) {
            self.character = character
            self.style = style
            self.family = family
        }
    }

    /// How far the next letter stands, for a font of size 100.
    public var width = 0.0
    /// The outlines for a font of size 100, the baseline at y = 0.
    public var outlines: [BezierShape] = []
}
