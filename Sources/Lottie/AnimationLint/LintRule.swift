/// A rule of the lint: what it looks for in an animation.
///
/// The raw value is the rule's id, with which options switch it and reports name it.
package enum LintRule: String, Sendable, CaseIterable {
    /// The file is not an animation that a player can read.
    case malformed
    /// A measured frame takes longer than the permitted time.
    case frameTime = "frame-time"
    /// A frame takes more steps of work than permitted.
    case frameCost = "frame-cost"
    /// A frame exceeds the limits of a player and is not shown.
    case refusedFrame = "refused-frame"
    /// Reading the file and drawing its first frame takes longer than the permitted time.
    case loadTime = "load-time"
    /// The file is larger than permitted.
    case fileSize = "file-size"
    /// Many numbers have more decimals than anybody can see.
    case numberPrecision = "number-precision"
    /// No layer uses an asset.
    case unusedAsset = "unused-asset"
    /// No text uses a font.
    case unusedFont = "unused-font"
    /// A layer is in no frame.
    case unseenLayer = "unseen-layer"
    /// A picture has far more pixels than are ever drawn.
    case oversizedImage = "oversized-image"
    /// A picture is not there, or cannot be decoded.
    case missingImage = "missing-image"
    /// A layer refers to something that is not there.
    case brokenReference = "broken-reference"
    /// A sound is in the file, which is not played.
    case silentSound = "silent-sound"
    /// A font is not in the file, and elsewhere, or here too, another replaces it.
    case missingFont = "missing-font"
    /// No font has a letter of a text.
    case missingLetter = "missing-letter"
    /// Other players leave a feature out or draw it differently.
    case portability
    /// Neither this player nor browsers draw a feature.
    case undrawnFeature = "undrawn-feature"
    /// No frame shows anything.
    case nothingDrawn = "nothing-drawn"
    /// The first frame shows nothing.
    case emptyFirstFrame = "empty-first-frame"
    /// The last frame shows nothing.
    case emptyLastFrame = "empty-last-frame"
    /// The last frame differs from the first, so that a loop jumps.
    case jumpingLoop = "jumping-loop"
    /// A gift lacks a marker of the parts that a streak plays.
    case missingMarker = "missing-marker"
    /// A marker lies outside the animation.
    case markerOutside = "marker-outside"
    /// The parts of a gift overlap, leave frames out, occur twice, or are in another order.
    case markerOrder = "marker-order"
    /// A theme cannot be applied.
    case refusedTheme = "refused-theme"
    /// A state machine cannot be played.
    case refusedMachine = "refused-machine"
    /// An entry of a gift's or an archive's manifest, or a part of a state machine, has no effect.
    case ineffectiveEntry = "ineffective-entry"
    /// A state machine stops, as its transitions have no end.
    case endlessMachine = "endless-machine"
    /// Most of what is drawn vanishes on a light or on a dark background.
    case vanishingColor = "vanishing-color"
    /// Properties are computed by expressions.
    case expressions
    /// An expression cannot be read, or fails.
    case refusedExpression = "refused-expression"
    /// An expression refers to a name that several objects have.
    case ambiguousName = "ambiguous-name"
    /// The lint stopped before it had drawn all frames that it wanted to.
    case incomplete

    /// The severity of its findings, unless a limit that the user set makes them errors.
    package var severity: Finding.Severity { row.severity }

    /// What the rule looks for, in one sentence.
    package var summary: String { row.summary }

    private var row: (severity: Finding.Severity, summary: String) {
        switch self {
        case .malformed: (.error, "The file is not an animation that a player can read.")
        case .frameTime: (.error, "A frame takes longer than --budget, measured on this machine.")
        case .frameCost: (.warning, "A frame takes more than --steps of work, counted, so the same on all machines.")
        case .refusedFrame: (.error, "A frame exceeds the limits of the player and is not shown.")
        case .loadTime: (.error, "Reading the file and drawing its first frame takes longer than --load.")
        case .fileSize: (.error, "The file has more bytes than --size.")
        case .numberPrecision: (.note, "Many numbers have more than three decimals.")
        case .unusedAsset: (.warning, "No layer uses a picture or composition of the file.")
        case .unusedFont: (.note, "No text uses a font of the file.")
        case .unseenLayer: (.warning, "A layer is in no frame: hidden, transparent, or outside the time.")
        case .oversizedImage: (.warning, "A picture has more than twice the width and height at which it is drawn.")
        case .missingImage: (.error, "A picture is not there, or cannot be decoded.")
        case .brokenReference:
            (.error, "A layer refers to a composition or picture that is not there; a warning for a parent or matte.")
        case .silentSound: (.note, "A sound is in the file, which is not played.")
        case .missingFont:
            (.warning, "A font is not in the file, and another replaces it; a note if it is installed here.")
        case .missingLetter: (.warning, "No font has a letter of a text.")
        case .portability: (.warning, "Other players leave a feature out or draw it differently.")
        case .undrawnFeature: (.warning, "Neither giftty nor browsers draw a feature.")
        case .nothingDrawn: (.error, "No frame shows anything.")
        case .emptyFirstFrame: (.warning, "The first frame shows nothing.")
        case .emptyLastFrame: (.note, "The last frame shows nothing.")
        case .jumpingLoop: (.warning, "The end of the animation, or of its marker loop, differs from the beginning.")
        case .missingMarker: (.note, "A gift has some of the markers intro, loop and outro, or none.")
        case .markerOutside: (.warning, "A marker lies outside the animation's time, or a part has no frame.")
        case .markerOrder:
            (.warning, "The parts intro, loop and outro overlap, leave frames out, occur twice, or are out of order.")
        case .refusedTheme: (.error, "A theme cannot be applied; a warning if no animation begins with it.")
        case .refusedMachine: (.error, "A state machine cannot be played; a warning if it is not the initial one.")
        case .ineffectiveEntry:
            (.warning, "An entry of gift.yaml or manifest.json, or a part of a state machine, has no effect.")
        case .endlessMachine: (.warning, "A state machine stops, as its transitions lead in a circle at once.")
        case .vanishingColor: (.warning, "Most of what is drawn vanishes on white or on black.")
        case .expressions: (.note, "Properties are computed by expressions in every frame.")
        case .refusedExpression: (.warning, "An expression cannot be read, or fails.")
        case .ambiguousName: (.warning, "An expression refers to a name that several layers have.")
        case .incomplete: (.note, "The file is so costly that only a part of its frames was looked at.")
        }
    }
}
