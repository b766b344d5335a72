import ArgumentParser
import Playback
import PlayerSettings
import SystemIO

/// The option `--set` of commands that run a session.
struct SetOptions: ParsableArguments {
    @Option(
        name: .customLong("set"), parsing: .singleValue,
        help: ArgumentHelp("Give a setting a value, such as early=hold; may be repeated.", valueName: "key=value"),
        completion: .assignments)
    var assignments: [String] = []

    /// Returns the assignments in their order.
    ///
    /// - Parameter keys: The settings that may be set.
    /// - Throws: `CommandFailure` with exit status 64 if an assignment is invalid.
    func read(_ keys: [SettingKey]) throws(CommandFailure) -> [Assignment] {
        var result: [Assignment] = []
        for text in assignments {
            do {
                result.append(try Assignment.option(text, keys: keys))
            } catch {
                throw CommandFailure(configuration: error)
            }
        }
        return result
    }

    /// Returns the assignments as settings of the policy.
    func playback() throws(CommandFailure) -> [Setting] {
        try read(SettingKey.playback).compactMap(\.playbackSetting)
    }
}

/// The settings of commands that run on the stage.
///
/// The options are `--mode`, `--replace-at`, `--store`, `--room`, `--theme`, `--set` and `--config`.
struct SettingsOptions: ParsableArguments {
    @Option(help: "What a gift does that arrives while another one plays: queue or replace.", completion: .modes)
    var mode: String?

    @Option(help: ArgumentHelp("Progress from which a running gift may be replaced.", valueName: "0.3"))
    var replaceAt: String?

    @Option(
        help: ArgumentHelp("Where gifts and settings are published: a URL, or a folder.", valueName: "url"),
        completion: .directory)
    var store: String?

    @Option(
        help: ArgumentHelp("The room, which may have settings of its own; else lobby.", valueName: "id"),
        completion: .rooms)
    var room: String?

    @Option(
        help: ArgumentHelp("The colors of the controls: auto, dark or light.", valueName: "auto"), completion: .themes)
    var theme: String?

    @OptionGroup var set: SetOptions

    @OptionGroup var file: ConfigurationFileOption

    /// Returns all layers of settings at the start.
    func layers(environment: [String: String]) throws(CommandFailure) -> LayeredSettings {
        var settings = LayeredSettings()
        settings.replace(.file, with: try file.read(environment: environment))
        do throws(ConfigurationError) {
            settings.replace(.environment, with: try Assignment.environment(environment))
            var options: [Assignment] = []
            let short: [(name: String, key: SettingKey, value: String?)] = [
                ("--mode", .mode, mode), ("--replace-at", .replaceAt, replaceAt), ("--store", .store, store),
                ("--room", .room, room), ("--theme", .theme, theme),
            ]
            for (name, key, value) in short {
                if let value { options.append(try Assignment.option(name, key, value)) }
            }
            settings.replace(.option, with: options)
        } catch {
            throw CommandFailure(configuration: error)
        }
        for assignment in try set.read(SettingKey.configurable) { settings.assign(assignment) }
        return settings
    }
}

/// The option `--config` of commands that read the configuration file.
struct ConfigurationFileOption: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp("The configuration file, instead of the usual one.", valueName: "file"),
        completion: .yamlFiles)
    var path: String?

    /// Returns the path of the configuration file; `nil` if neither the option nor the environment determines it.
    func path(environment: [String: String]) -> String? {
        path ?? ConfigurationPath.defaultPath(environment: environment)
    }

    /// Returns the assignments of the configuration file; none if there is no file and the option is not set.
    func read(environment: [String: String]) throws(CommandFailure) -> [Assignment] {
        if path == nil {
            guard let usual = path(environment: environment), InputFile.exists(at: usual) else { return [] }
        }
        guard let path = path(environment: environment) else { return [] }
        return try Self.assignments(inFile: path)
    }

    /// Changes a setting in a configuration file, and creates the file if necessary. Comments and order are preserved.
    static func save(_ assignment: Assignment, inFile path: String) throws(CommandFailure) {
        guard try save(assignment, inFile: path, waiting: lockTimeout) else { throw lockedFailure(path) }
    }

    /// Changes a setting as ``save(_:inFile:)`` does, and returns `false` if another program changes the file for longer
    /// than `limit`.
    static func save(
        _ assignment: Assignment, inFile path: String, waiting limit: Duration
    ) throws(CommandFailure) -> Bool {
        try OutputFile.makeFolders(above: path)
        return try change(path, waiting: limit) { text throws(ConfigurationError) in try text.set(assignment) }
    }

    /// Removes a setting from a configuration file. Comments and order are preserved; nothing is written if the file does
    /// not have the setting.
    static func remove(_ key: SettingKey, fromFile path: String) throws(CommandFailure) {
        guard try change(path, waiting: lockTimeout, { text throws(ConfigurationError) in try text.remove(key) })
        else { throw lockedFailure(path) }
    }

    /// Changes a configuration file. Programs that do so at the same time change it one after the other.
    ///
    /// - Returns: `false`, without a change, if another program changes the file for longer than `limit`.
    private static func change(
        _ path: String, waiting limit: Duration, _ edit: (inout ConfigurationText) throws(ConfigurationError) -> Void
    ) throws(CommandFailure) -> Bool {
        let lock: FileLock?
        do throws(SystemError) {
            lock = try self.lock(path, waiting: limit)
        } catch {
            return false
        }
        defer { withExtendedLifetime(lock) {} }
        let bytes = InputFile.exists(at: path) || InputFile.isFolder(at: path) ? try InputFile.bytes(at: path) : []
        guard let before = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.badConfiguration, "\(path): expected UTF-8 text")
        }
        var text = ConfigurationText(before, path: path)
        let unchanged = text.text
        do {
            try edit(&text)
        } catch {
            throw CommandFailure(.badConfiguration, error.description)
        }
        if text.text != unchanged { try OutputFile.replace(path, with: Array(text.text.utf8)) }
        return true
    }

    /// The longest time to wait for another program that changes the file.
    private static let lockTimeout = Duration.seconds(10)

    private static func lockedFailure(_ path: String) -> CommandFailure {
        .unwritable(path, "another program changes it")
    }

    /// Locks a configuration file, or what a link leads to, against changes by others.
    ///
    /// - Returns: The lock; `nil` for a pipe or a device, and where no lock can be made.
    /// - Throws: `SystemError` if another program keeps the lock for longer than `limit`.
    private static func lock(_ path: String, waiting limit: Duration) throws(SystemError) -> FileLock? {
        let target = FileSystem.resolved(path) ?? path
        guard FileStatus.kind(of: target) ?? .file == .file else { return nil }
        do throws(SystemError) {
            return try FileLock(path: "\(target).lock", waiting: limit)
        } catch {
            // A folder in which no lock can be made takes no new file either: replacing the file says why.
            guard error.wouldBlock else { return nil }
            throw error
        }
    }

    /// Reads a configuration file.
    ///
    /// - Throws: `CommandFailure` if the file cannot be read, or with exit status 78 if it is invalid.
    static func assignments(inFile path: String) throws(CommandFailure) -> [Assignment] {
        try assignments(in: InputFile.bytes(at: path), named: path)
    }

    /// Reads the contents of the configuration file at `path`.
    ///
    /// - Throws: `CommandFailure` with exit status 78 if it is invalid.
    static func assignments(in bytes: [UInt8], named path: String) throws(CommandFailure) -> [Assignment] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.badConfiguration, "\(path): expected UTF-8 text")
        }
        let assignments: [Assignment]
        do {
            assignments = try Assignment.file(text, path: path)
        } catch {
            throw CommandFailure(.badConfiguration, error.description)
        }
        for assignment in assignments { try assignment.checkPublicKeys() }
        return assignments
    }
}
