import Budgets
package import LottieDocument
import LottieRenderer

/// A feature of an animation that looks different from lottie-web, the format's reference player, in a browser.
package struct RenderingDifference {
    /// The name of the feature.
    let feature: String
    /// The place of its first use, nil if unknown.
    let location: String?
    /// The number of its uses.
    private(set) var count: Int
    /// Whether giftty draws the feature and browsers do not; false if giftty does not draw it.
    let isDrawn: Bool
    /// The effect of the difference on the picture.
    package let reason: String

    /// Creates a deviation for a feature that is not drawn.
    package init(_ undrawn: UnsupportedFeature) {
        feature = undrawn.name
        location = undrawn.path
        count = undrawn.count
        isDrawn = false
        reason = Self.reason(for: undrawn.name)
    }

    /// Returns the deviations for expressions that fail at run time; those that fail in the same way in one layer are
    /// counted, and the first one's property is named.
    static func failures(_ failures: [FailedExpression]) -> [RenderingDifference] {
        var all: [RenderingDifference] = []
        var layers: [String] = []
        for expression in failures {
            let difference = RenderingDifference(failed: expression)
            let layer = expression.failure.layer
            let known = all.indices.first { all[$0].feature == difference.feature && layers[$0] == layer }
            if let known {
                all[known].count += 1
            } else {
                all.append(difference)
                layers.append(layer)
            }
        }
        return all
    }

    /// The greatest number of references that lead nowhere and are listed; only a hostile file has more.
    private static let maxReferences = 64

    /// Returns the deviations for references that lead nowhere; those to the same thing are counted.
    static func references(_ references: [BrokenReference]) -> [RenderingDifference] {
        var all: [RenderingDifference] = []
        for reference in references {
            let feature = reference.feature
            if let known = all.firstIndex(where: { $0.feature == feature }) {
                all[known].count += 1
            } else if all.count < maxReferences {
                all.append(RenderingDifference(reference))
            }
        }
        return all
    }

    private init(_ reference: BrokenReference) {
        feature = reference.feature
        location = reference.path
        count = 1
        isDrawn = false
        reason = reference.effect
    }

    private init(failed expression: FailedExpression) {
        feature = "expression: \(expression.failure.problem)"
        let property = expression.property.map { ", property \"\($0)\"" } ?? ""
        location = "layer \"\(expression.failure.layer)\"" + property
        count = 1
        isDrawn = false
        reason = Self.reason(for: feature)
    }

    /// Creates a deviation for frames that exceed the budget.
    init(_ shortage: BudgetExceeded) {
        feature = "frames: \(shortage.problem)"
        location = shortage.location.isEmpty ? nil : shortage.location
        count = 1
        isDrawn = false
        reason = "a part of them is missing, and no stage shows them, as they would hold it up"
    }

    private init(feature: String, count: Int, reason: String) {
        self.feature = feature
        location = nil
        self.count = count
        isDrawn = true
        self.reason = reason
    }

    /// Returns the deviations for those of an animation's features that giftty draws by some rules and browsers do not.
    static func unsupportedByBrowsers(_ features: [(name: String, count: Int)]) -> [RenderingDifference] {
        features.compactMap { feature in
            featuresUnsupportedByBrowsers[feature.name].map {
                RenderingDifference(feature: feature.name, count: feature.count, reason: $0)
            }
        }
    }

    /// The effect in browsers of each feature that they do not draw, and giftty only by the rules of After Effects.
    package static let featuresUnsupportedByBrowsers = [
        "twist": "browsers leave it out, --rules after-effects draws it",
        "effect radial wipe": "browsers leave it out, --rules after-effects draws it",
        "drop shadow style": "browsers leave it out, --rules after-effects draws it",
        "outer glow style": "browsers leave it out, --rules after-effects draws it",
        "inner shadow style": "browsers leave it out, --rules after-effects draws it",
        "inner glow style": "browsers leave it out, --rules after-effects draws it",
        "stroke style": "browsers leave it out, --rules after-effects draws it",
        "color overlay style": "browsers leave it out, --rules after-effects draws it",
        "gradient overlay style": "browsers leave it out, --rules after-effects draws it",
        "mask feather": "browsers draw a hard edge, --rules after-effects a soft one",
        "inverted luma matte": "browsers leave it out, --rules after-effects applies it",
        "blend mode add": "browsers lay it over what is below, --rules after-effects adds it",
        "blend mode hard mix": "browsers lay it over what is below, --rules after-effects mixes it",
    ]

    /// Returns the description of what appears instead of an undrawn feature.
    ///
    /// The prefixes match the feature names that the parser reports.
    private static func reason(for feature: String) -> String {
        let reasons: [(prefix: String, reason: String)] = [
            ("expression", "the value or the keyframes that were exported with it count"),
            ("text: no font found", "the letters are left out, as the file has no outlines and the system no fonts"),
            ("text:", "the text is drawn without it, as in browsers"),
            ("blend mode", "it is drawn with the normal mode, as in browsers"),
            ("mask mode", "the mask adds to what is visible, as in browsers"),
            ("merge mode", "the paths are drawn together"),
            ("matte type", "the layer is drawn without its matte"),
            ("star type", "it is drawn as a polygon, as in browsers"),
            ("gradient type", "it is drawn as a radial gradient, as in browsers"),
            ("motion blur", "the layer is drawn without it, as in browsers"),
            (
                "letters",
                "no font has them, so the sign of the face for missing letters appears, or nothing if the file has outlines; "
                    + "a sender's name is then written over the gift"
            ),
            ("picture in another file", "it is left out, as it is not beside the animation"),
            ("picture: there are too many", "it is left out, as the memory for pictures is used up"),
            ("picture", "it is left out, as no decoder takes it"),
            ("layer style blend mode", "--rules after-effects draws the style with the normal mode"),
            ("layer style", "the layer is drawn without it, as in browsers"),
            ("camera", "layers are seen straight from the front; browsers stop with an error"),
            ("effect", "the layer is drawn without it, as in browsers"),
            ("shape", "it is left out, as in browsers"),
            ("layer", "it is left out, as in browsers"),
        ]
        return reasons.first { feature.hasPrefix($0.prefix) }?.reason ?? "it is left out"
    }
}
