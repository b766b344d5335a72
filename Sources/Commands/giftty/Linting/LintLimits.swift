import AnimationLint
import ArgumentParser
import CommandLineSupport
import ExactNumbers
import LottieInspection
import LottieRenderer

/// The options with the limits of a lint, and the form of the pictures that it draws.
struct LintLimits: ParsableArguments {
    @Option(
        help: ArgumentHelp("Measure the frames; one that takes longer is an error.", valueName: "2ms"),
        transform: DurationArgument.parse)
    var budget: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "Measure the reading of the file and its first frame; a longer time is an error.", valueName: "50ms"),
        transform: DurationArgument.parse)
    var load: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "A frame of more steps of work is an error; else one of more than \(LintOptions.usualSteps) is a warning.",
            valueName: "n"),
        transform: WholeNumber.parser(min: 1))
    var steps: Int?

    @Option(
        help: ArgumentHelp(
            "A larger file is an error; a size has its unit: B, KB, MB or GB, each a thousand of the one before.",
            valueName: "200kB"),
        transform: SizeArgument.parse)
    var size: SizeArgument?

    @Option(
        help: ArgumentHelp(
            "Size of the pictures that are drawn; else \(LintOptions.usualSide) pixels for the longer side.",
            valueName: "WxH"),
        transform: PictureSize.parse)
    var pixels: PictureSize?

    /// The limits as options of a lint with all rules, which draws by the rules of a player.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if a picture is too large, or a time or the size is 0.
    func options(_ rules: RenderingRules) throws(CommandFailure) -> LintOptions {
        for (option, limit) in [("--budget", budget), ("--load", load)] where limit?.time == 0 {
            throw CommandFailure(.usage, "\(option): expected a time above 0")
        }
        guard size?.bytes != 0 else { throw CommandFailure(.usage, "--size: expected a size above 0") }
        var options = LintOptions()
        options.frameTime = budget.map { .nanoseconds($0.time) }
        options.loadTime = load.map { .nanoseconds($0.time) }
        options.frameSteps = steps
        options.fileSize = size?.bytes
        options.pixels = try pixels?.checkedForDrawing(option: "--pixels")
        options.compatibility = rules.compatibility
        return options
    }
}
