package import LottieInspection
package import LottieRenderer

/// What a lint checks, and the limits that it checks against.
package struct LintOptions: Sendable {
    /// The rules that are checked.
    package var rules = Set(LintRule.allCases)
    /// The longest permitted time of a frame; nil if it is not measured.
    package var frameTime: Duration?
    /// The longest permitted time to read the file and draw its first frame; nil if it is not measured.
    package var loadTime: Duration?
    /// The most permitted steps of work for a frame; nil for ``usualSteps``, beyond which is only a warning.
    package var frameSteps: Int?
    /// The largest permitted file, in bytes; nil for any.
    package var fileSize: Int?
    /// The size of the pictures that are drawn; nil for ``usualSide`` pixels on the longer side.
    package var pixels: PictureSize?
    /// The player to imitate where players differ.
    package var compatibility = RenderingCompatibility.lottieWeb
    /// The steps of work that all drawn frames together may take, after which the lint stops.
    package var maxSteps = Self.commandSteps
    /// The maximum number of frames that are drawn, spread over the animation so that every part of it is covered.
    package var maxFrames = 90
    /// The maximum number of findings of one rule; the last of them says how many more there are.
    package var maxFindingsOfARule = 20

    /// Creates options with all rules and without limits of the user.
    package init() {}

    /// The steps of a frame that a stage draws sixty times a second with room for other things: about ten milliseconds.
    package static let usualSteps = 1_000_000
    /// The longer side of the pictures, in pixels: a gift in a typical terminal.
    package static let usualSide = 160
    /// The steps for a command at a terminal: about twenty seconds.
    private static let commandSteps = 2_000_000_000
    /// The steps for a server that checks a gift: about a third of a second.
    private static let serverSteps = 20_000_000

    /// The options of a server, whose work for one gift is small and counted.
    package static var server: LintOptions {
        var options = LintOptions()
        options.maxSteps = serverSteps
        options.maxFrames = 12
        options.maxFindingsOfARule = 5
        return options
    }
}
