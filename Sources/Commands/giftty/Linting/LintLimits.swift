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
        help: ArgumentHelp("A larger file is an error.", valueName: "200kB"), transform: ByteCountArgument.parse)
    var size: ByteCountArgument?

    @Option(
        help: ArgumentHelp(
            "Size of the pictures that are drawn; else \(LintOptions.usualSide) pixels for the longer side.",
            valueName: "WxH"),
        transform: PictureSize.parse)
    var pixels: PictureSize?

    /// The limits as options of a lint with all rules, which draws by the rules of a player.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if a picture is too large, or a time is 0.
    func options(_ rules: RenderingRules) throws(CommandFailure) -> LintOptions {
        for (option, limit) in [("--budget", budget), ("--load", load)] where limit?.time == 0 {
            throw CommandFailure(.usage, "\(option): expected a time above 0")
        }
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

/// A number of bytes such as `200kB`.
struct ByteCountArgument: CheckedArgument {
    static let expectedValues = "a size such as 200kB or 1MB"

    let bytes: Int

    init?(argument: String) {
        guard let bytes = try? Quantity.size(argument), bytes > 0 else { return nil }
        self.bytes = bytes
    }
}
