import Lottie
import LottieRenderer

/// Something in an animation that looks otherwise than in a browser with lottie-web, the format's reference.
struct Deviation {
    /// What it is.
    let feature: String
    /// Where it is met first; nil where that isn't known.
    let place: String?
    /// How often it is met.
    let count: Int
    /// Whether it is drawn here, and then not there.
    let isDrawn: Bool
    /// What is seen instead, and what a browser shows.
    let reason: String

    /// Something that is not drawn.
    init(_ undrawn: UndrawnFeature) {
        feature = undrawn.name
        place = undrawn.path
        count = undrawn.count
        isDrawn = false
        reason = Self.reason(for: undrawn.name)
    }

    /// An expression that fails when it is run.
    init(_ failure: ExpressionFailure) {
        feature = "expression: \(failure.problem)"
        place = "layer \"\(failure.layer)\""
        count = 1
        isDrawn = false
        reason = Self.reason(for: feature)
    }

    private init(feature: String, count: Int, reason: String) {
        self.feature = feature
        place = nil
        self.count = count
        isDrawn = true
        self.reason = reason
    }

    /// What is drawn here though browsers leave it out, among the features of an animation.
    static func drawnOnlyHere(_ features: [(name: String, count: Int)]) -> [Deviation] {
        features.compactMap { feature in
            onlyHere[feature.name].map { Deviation(feature: feature.name, count: feature.count, reason: $0) }
        }
    }

    private static let onlyHere = [
        "twist": "browsers leave it out",
        "effect radial wipe": "browsers leave it out",
        "drop shadow style": "browsers leave it out",
        "mask feather": "browsers draw a hard edge",
        "inverted luma matte": "browsers take it for an alpha matte",
        "blend mode add": "browsers lay it over what is below",
        "blend mode hard mix": "browsers lay it over what is below",
    ]

    /// What is seen in place of what is not drawn. The names are those that reading gives.
    private static func reason(for feature: String) -> String {
        let reasons: [(prefix: String, reason: String)] = [
            ("expression", "the value or the keyframes that were exported with it count"),
            ("text: no font found", "the letters are left out, as the file has no outlines and the system no fonts"),
            ("letters", "they are left out, as neither the file nor a font has them"),
            ("picture in another file", "it is left out, as it is not beside the animation"),
            ("picture: there are too many", "it is left out, as the memory for pictures is used up"),
            ("picture", "it is left out, as no decoder takes it"),
            ("layer style", "the layer is drawn without it, as in browsers"),
            ("camera", "layers are seen straight from the front; browsers stop with an error"),
            ("effect", "the layer is drawn without it, as in browsers"),
            ("shape", "it is left out, as in browsers"),
            ("layer", "it is left out, as in browsers"),
        ]
        return reasons.first { feature.hasPrefix($0.prefix) }?.reason ?? "it is left out"
    }
}
