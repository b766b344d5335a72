public import Playback

// The sources of settings: options, environment variables and files.

extension Assignment {
    /// Reads the argument of `--set`: `KEY=VALUE`.
    ///
    /// - Throws: `ConfigurationError`, which is a usage error.
    public static func option(
        _ text: String, keys: [SettingKey] = SettingKey.configurable
    ) throws(ConfigurationError) -> Assignment {
        let place = ConfigurationError.Place.option("--set \(text)")
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw ConfigurationError(place, "expected KEY=VALUE, such as replaceAt=0.5")
        }
        let key = try SettingKey.named(parts[0], among: keys, place)
        return try key.assignment(parts[1], origin: .option("--set"), place)
    }

    /// Reads the value of an option that abbreviates a setting, such as `--mode replace`.
    public static func option(
        _ name: String, _ key: SettingKey, _ text: String
    ) throws(ConfigurationError) -> Assignment {
        try key.assignment(text, origin: .option(name), .option("\(name) \(text)"))
    }

    /// Reads the settings in the environment: `GIFTTY_MODE`, `GIFTTY_REPLACE_AT` and so on; an empty variable counts as
    /// unset.
    public static func environment(
        _ variables: [String: String], keys: [SettingKey] = SettingKey.configurable
    ) throws(ConfigurationError) -> [Assignment] {
        var assignments: [Assignment] = []
        for key in keys {
            let name = key.environmentName
            guard let text = variables[name], !text.isEmpty else { continue }
            assignments.append(try key.assignment(text, origin: .environment(name), .environment(name)))
        }
        return assignments
    }

    /// Reads a configuration file: a mapping from names to values.
    ///
    /// - Parameters:
    ///   - text: The file's text.
    ///   - path: The file's name in errors.
    ///   - keys: The settings that the file can have.
    /// - Throws: `ConfigurationError` for the first error in the file.
    public static func file(
        _ text: String, path: String, keys: [SettingKey] = SettingKey.configurable
    ) throws(ConfigurationError) -> [Assignment] {
        guard let document = try YAMLValue.document(text, file: path), !document.isEmpty else { return [] }
        guard let members = document.members else {
            throw document.error("expected settings such as \"mode: replace\", found \(document.errorDescription)")
        }
        return try read(members, keys: keys, origin: .file(path))
    }

    /// Reads the members of a mapping as settings.
    package static func read(
        _ members: [(key: YAMLValue, value: YAMLValue)], keys: [SettingKey], origin: Origin
    ) throws(ConfigurationError) -> [Assignment] {
        var assignments: [Assignment] = []
        for (name, value) in members {
            guard let text = name.text else { throw name.mismatch("settings", expected: "the name of a setting") }
            let key = try SettingKey.named(text, among: keys, name.place)
            guard let text = value.text else { throw value.mismatch(key.name, expected: key.expectedValues) }
            assignments.append(try key.assignment(text, origin: origin, value.place))
        }
        return assignments
    }
}

extension SettingKey {
    /// Returns the key with this name; the error suggests the one that was probably meant.
    package static func named(
        _ name: String, among keys: [SettingKey], _ place: ConfigurationError.Place
    ) throws(ConfigurationError) -> SettingKey {
        if let key = keys.first(where: { $0.name == name }) { return key }
        let names = keys.map(\.name)
        throw ConfigurationError(
            place, Suggestion.unknown("setting", name, among: names, maxListed: names.count))
    }

    func assignment(
        _ text: String, origin: Origin, _ place: ConfigurationError.Place
    ) throws(ConfigurationError) -> Assignment {
        do {
            return Assignment(self, try value(from: text), origin: origin)
        } catch {
            throw ConfigurationError(place, error.problem)
        }
    }
}
