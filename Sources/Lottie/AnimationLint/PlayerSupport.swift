import LottieInspection

/// A player of Lottie animations, other than this one.
enum OtherPlayer: String, CaseIterable {
    case lottieWeb = "lottie-web"
    case lottieAndroid = "lottie-android"
    case lottieIOS = "lottie-ios"
    case thorVG = "ThorVG"
    case rlottie
}

/// A feature and the players that leave it out or draw it differently, as far as their documents say.
///
/// The sources are the players' own lists, as of 2026: for lottie-web (SVG), lottie-android and lottie-ios (a feature that
/// one of its two engines lacks counts) `supported-features.md` of github.com/airbnb/lottie; for ThorVG the page "Lottie
/// Support" of the wiki of github.com/thorvg/thorvg, which lists what is supported; for rlottie the section "Supported
/// After Effects Features" of the README of github.com/Samsung/rlottie. A feature that a list of unsupported features
/// does not mention, or marks as unknown, does not count. What is known of lottie-web beyond its list is in
/// `RenderingDifference.featuresUnsupportedByBrowsers`.
struct PlayerSupport {
    /// The names of the features, as an inspection counts them.
    let features: [String]
    /// The players that lack the feature, or differ.
    let lacking: [OtherPlayer]
    /// What a designer can do instead.
    let advice: String

    private init(_ features: [String], _ lacking: [OtherPlayer], _ advice: String) {
        self.features = features
        self.lacking = lacking
        self.advice = advice
    }

    private static let mobile: [OtherPlayer] = [.lottieAndroid, .lottieIOS]

    /// The features that look different elsewhere, one row each.
    static let table: [PlayerSupport] = [
        PlayerSupport(["merge paths"], [.lottieWeb, .lottieIOS, .thorVG, .rlottie], "draw the merged path itself"),
        PlayerSupport(["repeater"], [.lottieIOS], "duplicate the shapes"),
        PlayerSupport(
            ["several paths trimmed simultaneously"], [.lottieIOS], "give each path a trim of its own"),
        PlayerSupport(["zig zag", "twist"], [.thorVG], "draw the resulting path itself"),
        PlayerSupport(["auto-orient"], mobile, "animate the rotation"),
        PlayerSupport(["mask intersect"], [.lottieWeb], "use a matte"),
        PlayerSupport(
            ["mask lighten", "mask darken", "mask difference"], [.lottieWeb] + mobile + [.rlottie],
            "use masks that add or subtract"),
        PlayerSupport(["mask expansion"], [.lottieWeb] + mobile + [.rlottie], "change the path of the mask"),
        PlayerSupport(
            ["mask feather"], [.lottieWeb] + mobile + [.thorVG, .rlottie], "use a matte with a gradient"),
        PlayerSupport(["luma matte", "inverted luma matte"], mobile, "use an alpha matte"),
        PlayerSupport(
            ["effect fill", "effect tint", "effect tritone", "effect stroke"], mobile + [.rlottie],
            "give the shapes their colors and strokes"),
        PlayerSupport(
            ["effect levels"], mobile + [.thorVG, .rlottie], "give the shapes and pictures their colors"),
        PlayerSupport(["effect gaussian blur"], mobile, "use a gradient, or a blurred picture"),
        PlayerSupport(["effect drop shadow"], [.lottieAndroid], "draw the shadow as a shape"),
        PlayerSupport(
            ["effect transform"], mobile + [.thorVG, .rlottie], "give the layer's own transform these values"),
        PlayerSupport(["effect radial wipe", "effect set matte"], [.thorVG], "use a mask or a matte"),
        PlayerSupport(["drop shadow style", "outer glow style"], [.thorVG], "draw the shadow as a shape"),
        PlayerSupport(["text"], [.rlottie], "convert the text to shapes"),
        PlayerSupport(["text with outlines in the file"], [.lottieIOS, .rlottie], "convert the text to shapes"),
        PlayerSupport(["text animator", "text on a path"], mobile + [.rlottie], "convert the text to shapes"),
        PlayerSupport(["expression"], mobile + [.rlottie], "convert the expressions to keyframes"),
    ]

    /// Returns the players that lack a feature, with the advice of the table; nil if none is known.
    static func differences(of feature: String) -> (players: [OtherPlayer], advice: String)? {
        let row = table.first { $0.features.contains(feature) }
        var players = row?.lacking ?? []
        if RenderingDifference.featuresUnsupportedByBrowsers[feature] != nil, !players.contains(.lottieWeb) {
            players.insert(.lottieWeb, at: 0)
        }
        return players.isEmpty ? nil : (players, row?.advice ?? "do without it")
    }
}
