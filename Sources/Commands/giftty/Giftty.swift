import ArgumentParser
import CommandLineSupport
import PlayerSettings
import ShellCompletions
import SystemIO

/// The main command of `giftty`, a player of live-stream gifts in the terminal.
@main
struct Giftty: ParsableCommand {
    /// The version of the program.
    static let versionNumber = "0.1.0"
    /// The name and the version of the program, for recordings and `--version`.
    static let version = "giftty \(versionNumber)"

    static let configuration = CommandConfiguration(
        commandName: "giftty",
        abstract: "Plays the gifts of a live stream in the terminal.",
        usage: "giftty [<subcommand>] [<options>]",
        discussion: "Without a command it runs the demo: a simulated room with the gifts that are built in.",
        version: version,
        subcommands: [
            DemoCommand.self, PlayCommand.self, RenderCommand.self, BenchCommand.self, InspectCommand.self,
            LintCommand.self,
            SimulateCommand.self, CheckCommand.self, CompareCommand.self, SweepCommand.self, EvaluateCommand.self,
            TuneCommand.self,
            ExploreCommand.self,
            ConformCommand.self, ReplayCommand.self, FeedCommand.self, ControlCommand.self,
            GiftsCommand.self, ConfigCommand.self, DoctorCommand.self,
        ],
        defaultSubcommand: DemoCommand.self)

    static func main() async {
        let code = await run(Array(CommandLine.arguments.dropFirst()))
        if code != 0 { ProcessEnvironment.exit(code) }
    }

    /// Runs the command of the arguments, and returns the exit code.
    ///
    /// All that it holds is released when it returns; `exit` would leave it to the end of the process, where it looks like
    /// a leak.
    private static func run(_ arguments: [String]) async -> Int32 {
        if let script = CompletionScript.requested(by: arguments, of: Self.self) {
            print(script)
            return 0
        }
        let arguments = ArgumentWords.takingNegativeNumbersAsValues(LoopArgument.addingDefault(to: arguments))
        do {
            try failOnUnknownCommand(arguments)
            var command = try parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return 0
        } catch let failure as CommandFailure {
            return report(failure)
        } catch {
            // Help and version are also reported as errors.
            guard !exitCode(for: error).isSuccess else {
                let text = fullMessage(for: error)
                if !text.isEmpty { print(ASCIISigns.adapted(text)) }
                return 0
            }
            return report(.usage(parserMessage: message(for: error)))
        }
    }

    /// Fails on an unknown command, which would otherwise be an argument of the default command.
    private static func failOnUnknownCommand(_ arguments: [String]) throws(CommandFailure) {
        guard let first = arguments.first, !first.hasPrefix("-") else { return }
        let known = configuration.subcommands.map { $0._commandName } + ["help"]
        guard !known.contains(first) else { return }
        throw CommandFailure(.usage, Suggestion.unknown("command", first, among: known, maxListed: known.count))
    }

    /// Prints a failure, and returns its exit code.
    private static func report(_ failure: CommandFailure) -> Int32 {
        if let line = failure.line(of: "giftty") { StandardError.write(line: line) }
        return failure.code
    }
}
