import Playback
import PlayerSettings
import StoreProtocol

extension Assignment {
    /// Checks that a value of the setting `publisherKeys` or `storeKeys` is a list of keys; other settings pass.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for an option, and 78 otherwise.
    func checkPublicKeys() throws(CommandFailure) {
        guard key == .publisherKeys || key == .storeKeys, case .text(let text) = value else { return }
        do throws(PublisherKeyError) {
            _ = try PublisherKey.list(text)
        } catch {
            if case .option = origin { throw CommandFailure(.usage, "\(key.name): \(error)") }
            throw CommandFailure(.badConfiguration, "\(origin): \(key.name): \(error)")
        }
    }
}

extension LayeredSettings {
    /// Returns the public keys of publishers that the setting `publisherKeys` names; none without it.
    ///
    /// - Throws: `CommandFailure` with exit status 64 or 78 if the setting has something else than keys.
    func publisherKeys() throws(CommandFailure) -> [PublisherKey] { try publicKeys(.publisherKeys) }

    /// Returns the public keys of the store that the setting `storeKeys` names; none without it.
    ///
    /// - Throws: `CommandFailure` with exit status 64 or 78 if the setting has something else than keys.
    func storeKeys() throws(CommandFailure) -> [PublisherKey] { try publicKeys(.storeKeys) }

    private func publicKeys(_ key: SettingKey) throws(CommandFailure) -> [PublisherKey] {
        let assignment = assignment(of: key)
        try assignment.checkPublicKeys()
        guard case .text(let text) = assignment.value else { return [] }
        return (try? PublisherKey.list(text)) ?? []
    }

    /// Returns the settings for keys in the environment and the usual configuration file, for commands without settings.
    static func usualKeys(environment: [String: String]) throws(CommandFailure) -> LayeredSettings {
        var settings = LayeredSettings()
        if let path = ConfigurationPath.defaultPath(environment: environment), InputFile.exists(at: path) {
            settings.replace(.file, with: try ConfigurationFileOption.assignments(inFile: path))
        }
        do throws(ConfigurationError) {
            settings.replace(
                .environment, with: try Assignment.environment(environment, keys: [.publisherKeys, .storeKeys]))
        } catch {
            throw CommandFailure(configuration: error)
        }
        return settings
    }
}
