import Playback
import PlayerSettings
import Recordings

extension Policy {
    /// Parses the value of `--policy` or `--versus`: `NAME:KEY=VALUE,…`.
    ///
    /// The name is optional. `queue` and `replace` stand for the modes, and a path with the extension `.yaml` or `.yml`
    /// for the settings of that configuration file.
    ///
    /// - Parameters:
    ///   - argument: The value.
    ///   - common: The settings that apply unless the policy changes them.
    ///   - option: The name of the option, for errors.
    /// - Throws: `CommandFailure` with exit status 64 if the value is invalid, and the error of the file if it names
    ///   one.
    init(argument: String, common: [Setting], option: String) throws(CommandFailure) {
        let (name, list) = Self.nameAndSettings(argument)
        var settings = common
        for item in list.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            // `NAME:` alone stands for the settings of the scenario.
            if item.isEmpty, list.isEmpty, name != nil { continue }
            settings += try Self.settings(item, in: "\(option) \(argument)")
        }
        self.init(name ?? list, settings)
    }

    /// Splits the argument at the first colon, unless that is part of a value.
    private static func nameAndSettings(_ argument: String) -> (name: String?, list: String) {
        guard let colon = argument.firstIndex(of: ":"), !argument[..<colon].contains("="), colon > argument.startIndex
        else { return (nil, argument) }
        return (String(argument[..<colon]), String(argument[argument.index(after: colon)...]))
    }

    private static func settings(_ item: String, in context: String) throws(CommandFailure) -> [Setting] {
        if let mode = Settings.Mode(rawValue: item) { return [.mode(mode)] }
        if !item.contains("="), item.hasSuffix(".yaml") || item.hasSuffix(".yml") {
            return try ConfigurationFileOption.assignments(inFile: item).compactMap(\.playbackSetting)
        }
        do throws(ConfigurationError) {
            return [try Assignment.option(item, keys: SettingKey.playback)].compactMap(\.playbackSetting)
        } catch {
            throw CommandFailure(.usage, "\(context): \(error.problem)")
        }
    }

    /// Returns the policies of all `--policy` options, or both modes without the option. No name may occur twice.
    static func all(_ arguments: [String], common: [Setting]) throws(CommandFailure) -> [Policy] {
        guard !arguments.isEmpty else {
            return Policy.bothModes.map { Policy($0.name, common + $0.settings) }
        }
        return try parse(arguments, common: common, option: "--policy")
    }

    /// Returns the policies that the values of an option name. No name may occur twice.
    static func parse(
        _ arguments: [String], common: [Setting] = [], option: String
    ) throws(CommandFailure) -> [Policy] {
        var policies: [Policy] = []
        for argument in arguments {
            let policy = try Policy(argument: argument, common: common, option: option)
            guard !policies.contains(where: { $0.name == policy.name }) else {
                throw CommandFailure(
                    .usage, "\(option) \(argument): expected another name, \"\(policy.name)\" is taken")
            }
            policies.append(policy)
        }
        return policies
    }
}
