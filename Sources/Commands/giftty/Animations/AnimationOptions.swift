import ArgumentParser
import DotLottie
import LottieDocument
import PlayerSettings

/// The options that select an animation of a file and change its appearance.
///
/// They are `--animation`, `--theme`, `--slot`, `--property`, `--hide`, `--show`, `--insert`, `--sender`, `--rules`, `--store`
/// and `--home`.
struct AnimationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The animation of a .lottie file; else its initial one.", valueName: "id"))
    var animation: String?

    @Option(help: ArgumentHelp("The theme of a .lottie file, or none; else the animation's own.", valueName: "id"))
    var theme: String?

    @Option(
        name: .customLong("slot"), parsing: .singleValue,
        help: ArgumentHelp(
            "Give a slot a value, such as tint=#ff8800, size=40, title=Hello or face=me.png; may be repeated.",
            valueName: "name=value"))
    var slots: [String] = []

    @Option(
        name: .customLong("property"), parsing: .singleValue,
        help: ArgumentHelp(
            "Give properties a value, such as 'Sun.**.Color=#ff8800'; inspect --paths lists them; may be repeated.",
            valueName: "path=value"))
    var properties: [String] = []

    @OptionGroup var visibility: VisibilityOptions

    @OptionGroup var insertion: InsertionOptions

    @Option(help: ArgumentHelp("The sender to render, for gifts that show their sender.", valueName: "name"))
    var sender: String?

    @Option(
        help: ArgumentHelp(
            "Where players differ, draw as browsers do (web) or as After Effects does (after-effects).",
            valueName: "web|after-effects"))
    var rules = RenderingRules.web

    @OptionGroup var store: AnimationStoreOption

    @OptionGroup var home: StoreHomeOption

    /// Parses the animation of a file that the options select.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - name: The name of the file in error messages.
    /// - Throws: `CommandFailure` with exit status 64 if the file lacks something that an option names, and 65 if it is
    ///   invalid.
    func composition(of file: AnimationFile, name: String) throws(CommandFailure) -> Composition {
        let theme = try themeChoice(in: file, name: name)
        let plain = try readComposition(file, name: name, theme: theme, slots: [:])
        if slots.isEmpty { return plain }
        // The type of a slot follows from the animation: 40 is a number for a size and a text for a title.
        return try readComposition(file, name: name, theme: theme, slots: try slotValues(for: plain.slots))
    }

    /// Parses another animation of an archive, with the theme and the slots of the options.
    func composition(of file: AnimationFile, animation: String) throws(CommandFailure) -> Composition {
        var other = self
        other.animation = animation
        return try other.composition(of: file, name: animation)
    }

    private func readComposition(
        _ file: AnimationFile, name: String, theme: DotLottieFile.ThemeChoice, slots: [String: SlotValue]
    ) throws(CommandFailure) -> Composition {
        do throws(DotLottieError) {
            return try file.composition(animation, theme: theme, slots: slots)
        } catch {
            switch error {
            case .unknownAnimation: throw CommandFailure(.usage, "--animation: \(name): \(error)")
            case .unknownTheme: throw CommandFailure(.usage, "--theme: \(name): \(error)")
            default: throw CommandFailure(.badData, "\(name): \(error)")
            }
        }
    }

    private func themeChoice(
        in file: AnimationFile, name: String
    ) throws(CommandFailure) -> DotLottieFile.ThemeChoice {
        guard case .archive(let archive) = file else {
            guard animation == nil, theme == nil else {
                let option = animation != nil ? "--animation" : "--theme"
                throw CommandFailure(.usage, "\(option): expected a .lottie file, found \(name)")
            }
            return .initial
        }
        guard let theme else { return .initial }
        let isNone = theme == "none" && !archive.themes.contains { $0.id == theme }
        return isNone ? .none : .named(theme)
    }

    private func slotValues(for known: [Slot]) throws(CommandFailure) -> [String: SlotValue] {
        var values: [String: SlotValue] = [:]
        for argument in slots {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw CommandFailure(.usage, "--slot \(argument): expected NAME=VALUE") }
            guard let slot = known.first(where: { $0.id == parts[0] }) else {
                if known.isEmpty {
                    throw CommandFailure(.usage, "--slot \(argument): the animation has no slots")
                }
                let problem = Suggestion.unknown("slot", String(parts[0]), among: known.map(\.id))
                throw CommandFailure(.usage, "--slot \(argument): \(problem)")
            }
            do throws(SlotValueError) {
                values[slot.id] = try SlotValue(argument: String(parts[1]), for: slot.kind)
            } catch {
                switch error {
                case .expected(let what): throw CommandFailure(.usage, "--slot \(argument): expected \(what)")
                case .failure(let failure): throw failure
                }
            }
        }
        return values
    }
}
