import ArgumentParser
import CommandLineSupport
import JSON
import Playback
import PlayerSettings

/// The command `giftty config`, whose subcommands show, change and check the settings.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Shows, changes and checks the settings.",
        subcommands: [Path.self, Show.self, Change.self, Removal.self, Validate.self], defaultSubcommand: Show.self)

    /// The command `giftty config path`, which prints the path of the configuration file.
    struct Path: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Prints where the configuration file is or would be.")

        @OptionGroup var file: ConfigurationFileOption

        func run() throws {
            var output = Output.standard()
            try output.writeLine(unescaped: try configurationPath(file))
            try output.flush()
        }
    }

    /// The command `giftty config show`, which prints all settings.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints every setting in force and where it comes from.")

        @OptionGroup var options: SettingsOptions

        @Option(help: "text, or json with one object per line.")
        var format = ReportFormat.text

        func run() throws {
            let settings = try options.layers(environment: TerminalFacts.environment)
            var output = Output.standard()
            var table = TextTable([.left, .left, .left, .left])
            for key in SettingKey.configurable {
                let assignment = settings.assignment(of: key)
                switch format {
                case .text:
                    table.add([
                        key.name, assignment.value.shown.description, "(\(assignment.origin))", key.summary,
                    ])
                case .json:
                    let line = JSONValue.object([
                        ("setting", .string(key.name)), ("value", .string(assignment.value.shown.description)),
                        ("origin", .string(assignment.origin.description)),
                        ("default", .string(key.defaultValue.description)),
                    ])
                    try output.writeLine(line)
                }
            }
            for line in table.lines { try output.writeLine(line) }
            try output.flush()
        }
    }

    /// The command `giftty config set KEY VALUE`, which changes a setting in the configuration file.
    struct Change: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Writes a setting to the configuration file and leaves the rest as it is.")

        @Argument(help: "The setting's name, such as replaceAt.", completion: .settingNames)
        var key: String

        @Argument(help: "Its value, such as 0.5.", completion: .settingValues)
        var value: String

        @OptionGroup var file: ConfigurationFileOption

        func run() throws {
            let path = try configurationPath(file)
            let assignment: Assignment
            do {
                assignment = try Assignment.option("\(key)=\(value)")
            } catch {
                throw CommandFailure(.usage, "config set: \(error.problem)")
            }
            try assignment.checkPublicKeys()
            // Otherwise no room could be opened, and `demo` would be the first to say so.
            try Assignment(assignment.key, assignment.value, origin: .option("config set: store")).checkStore()
            try ConfigurationFileOption.save(assignment, inFile: path)
        }
    }

    /// The command `giftty config unset KEY`, which removes a setting from the configuration file.
    struct Removal: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unset",
            abstract: "Removes a setting from the configuration file and leaves the rest as it is.")

        @Argument(help: "The setting's name, such as replaceAt.", completion: .settingNames)
        var key: String

        @OptionGroup var file: ConfigurationFileOption

        func run() throws {
            let key = try SettingKey.named(key, for: "config unset")
            try ConfigurationFileOption.remove(key, fromFile: try configurationPath(file))
        }
    }

    /// The command `giftty config validate [FILE]`, which checks a configuration file.
    struct Validate: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Checks a configuration file, or the usual one, and prints nothing if it is valid.")

        @Argument(help: "The file to check, or - for standard input.", completion: .yamlFiles)
        var path: String?

        func run() throws {
            let usual = ConfigurationPath.defaultPath(environment: TerminalFacts.environment)
            guard let path = path ?? usual else { throw noConfigurationFailure }
            let assignments = try ConfigurationFileOption.assignments(
                in: InputFile.bytes(of: path), named: InputFile.name(of: path))
            for assignment in assignments { try assignment.checkStore() }
        }
    }

    private static var noConfigurationFailure: CommandFailure {
        CommandFailure(.usage, "no configuration file: expected --config, XDG_CONFIG_HOME or HOME to say where it is")
    }

    private static func configurationPath(_ file: ConfigurationFileOption) throws(CommandFailure) -> String {
        guard let path = file.path(environment: TerminalFacts.environment) else { throw noConfigurationFailure }
        return path
    }
}
