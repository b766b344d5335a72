import ArgumentParser
import Configuration

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The program: a player of gifts for live streams, in the terminal.
@main
struct Giftty: ParsableCommand {
    /// The program with its version, as recordings and `--version` name it.
    static let version = "giftty 0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "giftty",
        abstract: "Plays the gifts of a live stream in the terminal.",
        discussion: "Without a command it runs the demo: a simulated room with the gifts that are built in.",
        version: version,
        subcommands: [
            DemoCommand.self, PlayCommand.self, RenderCommand.self, BenchCommand.self, InspectCommand.self,
            SimulateCommand.self, CheckCommand.self, CompareCommand.self, SweepCommand.self, ExploreCommand.self,
            ReplayCommand.self, FeedCommand.self,
            GiftsCommand.self, ConfigCommand.self, DoctorCommand.self,
        ],
        defaultSubcommand: DemoCommand.self)

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            try failOnUnknownCommand(arguments)
            var command = try parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as CommandFailure {
            end(failure)
        } catch {
            // Help and version come this way too.
            if exitCode(for: error).isSuccess { exit(withError: error) }
            end(CommandFailure(.usage, usageMessage(for: error)))
        }
    }

    /// The demo being the default, a mistyped command would be taken for an argument of it.
    private static func failOnUnknownCommand(_ arguments: [String]) throws(CommandFailure) {
        guard let first = arguments.first, !first.hasPrefix("-") else { return }
        let known = configuration.subcommands.map { $0._commandName } + ["help"]
        guard !known.contains(first) else { return }
        let hint = Suggestion.phrase(for: first, among: known)
        throw CommandFailure(.usage, "unknown command \"\(first)\"\(hint.isEmpty ? "; see giftty --help" : hint)")
    }

    private static func usageMessage(for error: any Error) -> String {
        let message = message(for: error)
        return message.prefix(1).lowercased() + message.dropFirst()
    }

    private static func end(_ failure: CommandFailure) -> Never {
        if let line = failure.line(of: "giftty") { writeToStandardError(line + "\n") }
        endProcess(failure.code)
    }
}

/// The system's `exit`, which the command's own hides.
private func endProcess(_ code: Int32) -> Never {
    exit(code)
}

/// Writes to standard error at once.
func writeToStandardError(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}
