import Foundation

/// The commands of a program with their arguments, as the argument parser describes them.
struct CommandTree: Decodable {
    /// A command.
    struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?
        let arguments: [Argument]?
    }

    /// An argument, option or flag of a command.
    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let kind: String
        let names: [Name]?

        /// The option as it is written before its value, or `nil` for flags and positional arguments.
        var option: String? {
            guard kind == "option", let name = names?.first(where: { $0.kind == "long" }) ?? names?.first else {
                return nil
            }
            return name.kind == "long" ? "--\(name.name)" : "-\(name.name)"
        }
    }

    /// A command without subcommands, with its full name as words.
    struct Leaf {
        let words: [String]
        let arguments: [Argument]
    }

    let command: Command

    /// Runs the program at `path` and reads its description.
    init(of path: String = Program.path) throws {
        let run = try Program.run(["--experimental-dump-help"], program: path)
        self = try JSONDecoder().decode(CommandTree.self, from: Data(run.output.utf8))
    }

    /// All commands without subcommands.
    var leaves: [Leaf] { Self.leaves(of: command, prefix: []) }

    private static func leaves(of command: Command, prefix words: [String]) -> [Leaf] {
        let subcommands = command.subcommands ?? []
        // The argument parser adds `help` to every command with subcommands.
        if subcommands.contains(where: { $0.commandName != "help" }) {
            return subcommands.flatMap { leaves(of: $0, prefix: words + [$0.commandName]) }
        }
        return [Leaf(words: words, arguments: command.arguments ?? [])]
    }
}
