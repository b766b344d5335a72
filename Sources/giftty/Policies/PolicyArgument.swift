import Configuration
import Playback
import PolicyComparison

extension Policy {
    /// Reads what follows `--policy`: `NAME:KEY=VALUE,…`, in which the name may be left out, and in which `queue` and
    /// `replace` stand for the modes and a path that ends in `.yaml` for the settings of that configuration file.
    ///
    /// `common` are settings that hold unless the policy says otherwise.
    /// - Throws: 64 where the text is no policy, and what is wrong with the file where it names one.
    init(argument: String, common: [Setting]) throws(CommandFailure) {
        let (name, list) = Self.parts(argument)
        var settings = common
        for item in list.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            // `NAME:` alone is what the scenario says.
            if item.isEmpty, list.isEmpty, name != nil { continue }
            settings += try Self.settings(item, in: argument)
        }
        self.init(name ?? list, settings)
    }

    /// The name before the first colon, unless that belongs to a value.
    private static func parts(_ argument: String) -> (name: String?, list: String) {
        guard let colon = argument.firstIndex(of: ":"), !argument[..<colon].contains("="), colon > argument.startIndex
        else { return (nil, argument) }
        return (String(argument[..<colon]), String(argument[argument.index(after: colon)...]))
    }

    private static func settings(_ item: String, in argument: String) throws(CommandFailure) -> [Setting] {
        if let mode = Settings.Mode(rawValue: item) { return [.mode(mode)] }
        if !item.contains("="), item.hasSuffix(".yaml") || item.hasSuffix(".yml") {
            return try ConfigurationFileOption.assignments(inFile: item).compactMap(\.playbackSetting)
        }
        do throws(ConfigurationError) {
            return [try Assignment.option(item)].compactMap(\.playbackSetting)
        } catch {
            throw CommandFailure(.usage, "--policy \(argument): \(error.problem)")
        }
    }

    /// The policies that `--policy` was given, or both modes where it was not; no name may come twice.
    static func all(_ arguments: [String], common: [Setting]) throws(CommandFailure) -> [Policy] {
        guard !arguments.isEmpty else {
            return Policy.bothModes.map { Policy($0.name, common + $0.settings) }
        }
        var policies: [Policy] = []
        for argument in arguments {
            let policy = try Policy(argument: argument, common: common)
            guard !policies.contains(where: { $0.name == policy.name }) else {
                throw CommandFailure(.usage, "--policy \(argument): expected another name, \"\(policy.name)\" is taken")
            }
            policies.append(policy)
        }
        return policies
    }
}
