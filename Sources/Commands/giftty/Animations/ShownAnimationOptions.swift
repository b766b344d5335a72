import AnimationLoading
import ArgumentParser
import CommandLineSupport

/// The options of commands that show animations: those of ``AnimationOptions``, and `--fallback` for what cannot be fetched.
struct ShownAnimationOptions: ParsableArguments {
    @OptionGroup var options: AnimationOptions

    @Option(
        help: ArgumentHelp(
            "What is shown in place of an animation that does not come from --store or a URL; play shows it while it waits "
                + "for them too.",
            valueName: "file|gift"), completion: .animations)
    var fallback: String?

    /// Opens animations, or the fallback for each that cannot be fetched or read.
    ///
    /// - Parameters:
    ///   - arguments: The animations.
    ///   - note: Receives a line for the user about each that the fallback replaces; it goes to standard error by default.
    /// - Throws: `CommandFailure` as `OpenedAnimation` does, for the fallback too;
    ///   with exit status 64 if there is a fallback and nothing is fetched.
    func open(
        _ arguments: [String], note: (String) -> Void = { StandardError.write(line: $0) }
    ) throws(CommandFailure) -> [OpenedAnimation] {
        try checkFallback(of: arguments)
        var opened: [OpenedAnimation] = []
        for argument in arguments { opened.append(try open(argument, note: note)) }
        return opened
    }

    private func open(_ argument: String, note: (String) -> Void) throws(CommandFailure) -> OpenedAnimation {
        do throws(CommandFailure) {
            return try OpenedAnimation(argument: argument, options: options)
        } catch {
            guard Self.mayReplace(error), isFetched(argument), let opened = try openFallback() else { throw error }
            if let line = error.line(of: "giftty") { note("\(line); the fallback is shown instead") }
            return opened
        }
    }

    /// Opens the fallback, which is never looked up in `--store`; returns `nil` if there is none.
    ///
    /// - Parameter isPlain: Whether it is shown without what the options say about the animations in whose place it is, such
    ///   as values of slots, which the fallback may lack.
    func openFallback(isPlain: Bool = false) throws(CommandFailure) -> OpenedAnimation? {
        guard let fallback else { return nil }
        var own = options
        own.store.store = nil
        if isPlain {
            (own.animation, own.theme, own.slots, own.properties) = (nil, nil, [], [])
            (own.visibility.hidden, own.visibility.shown, own.insertion.insertions) = ([], [], [])
        }
        return try OpenedAnimation(argument: fallback, options: own)
    }

    /// Checks that something is fetched if there is a fallback.
    func checkFallback(of arguments: [String]) throws(CommandFailure) {
        guard fallback == nil || arguments.contains(where: isFetched) else {
            throw CommandFailure(.usage, "--fallback: can only be used with --store or a URL")
        }
    }

    /// Returns what is fetched, in a few words: the id, the name of the file, or how many there are.
    func fetchedName(_ arguments: [String]) -> String {
        let fetched = arguments.filter(isFetched)
        guard fetched.count == 1 else { return "\(fetched.count) animations" }
        return OpenedAnimation.shortName(of: fetched[0])
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
