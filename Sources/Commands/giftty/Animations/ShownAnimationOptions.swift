import AnimationLoading
import ArgumentParser
import CommandLineSupport

/// The options of commands that show animations: those of ``AnimationOptions``, and `--fallback` for what cannot be fetched.
struct ShownAnimationOptions: ParsableArguments {
    @OptionGroup var options: AnimationOptions

    @Option(
        help: ArgumentHelp(
            "What is shown in place of an animation that does not come from --store or a URL.",
            valueName: "file|gift"), completion: .animations)
    var fallback: String?

    /// Opens animations, or the fallback for each that cannot be fetched or read; a line on standard error says so.
    ///
    /// - Throws: `CommandFailure` as `OpenedAnimation` does, for the fallback too, which is never looked up in `--store`;
    ///   with exit status 64 if there is a fallback and nothing is fetched.
    func open(_ arguments: [String]) throws(CommandFailure) -> [OpenedAnimation] {
        guard fallback == nil || arguments.contains(where: isFetched) else {
            throw CommandFailure(.usage, "--fallback: can only be used with --store or a URL")
        }
        var opened: [OpenedAnimation] = []
        for argument in arguments { opened.append(try open(argument)) }
        return opened
    }

    private func open(_ argument: String) throws(CommandFailure) -> OpenedAnimation {
        do throws(CommandFailure) {
            return try OpenedAnimation(argument: argument, options: options)
        } catch {
            guard let fallback, Self.mayReplace(error), isFetched(argument) else { throw error }
            if let line = error.line(of: "giftty") {
                StandardError.write(line: "\(line); the fallback is shown instead")
            }
            var own = options
            own.store.store = nil
            return try OpenedAnimation(argument: fallback, options: own)
        }
    }

    /// Whether an argument is a URL, or an id of a store.
    private func isFetched(_ argument: String) -> Bool {
        WebAddress.isAddress(argument) || options.store.store != nil && !AnimationSource.isPath(argument)
    }

    /// Whether the animation is missing or invalid, or its server does not answer; a wrong option is no reason.
    private static func mayReplace(_ error: CommandFailure) -> Bool {
        [ExitStatus.noInput, .unavailable, .badData].contains { $0.rawValue == error.code }
    }
}
