import PlayerSettings
import StoreProtocol

extension Assignment {
    /// Checks that a value of the setting `publisherKeys` is a list of keys; other settings pass.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for an option, and 78 otherwise.
    func checkPublisherKeys() throws(CommandFailure) {
        guard key == .publisherKeys, case .text(let text) = value else { return }
        do throws(PublisherKeyError) {
            _ = try PublisherKey.list(text)
        } catch {
            if case .option = origin { throw CommandFailure(.usage, "publisherKeys: \(error)") }
            throw CommandFailure(.badConfiguration, "\(origin): publisherKeys: \(error)")
        }
    }
}

extension LayeredSettings {
    /// Returns the public keys of publishers that the setting `publisherKeys` names; none without it.
    ///
    /// - Throws: `CommandFailure` with exit status 64 or 78 if the setting has something else than keys.
    func publisherKeys() throws(CommandFailure) -> [PublisherKey] {
        let assignment = assignment(of: .publisherKeys)
        try assignment.checkPublisherKeys()
        guard case .text(let text) = assignment.value else { return [] }
        return (try? PublisherKey.list(text)) ?? []
    }

    /// Returns the keys that the environment or the usual configuration file names, for commands without settings.
    static func usualPublisherKeys(environment: [String: String]) throws(CommandFailure) -> [PublisherKey] {
        var settings = LayeredSettings()
        if let path = ConfigurationPath.defaultPath(environment: environment), InputFile.exists(at: path) {
            settings.replace(.file, with: try ConfigurationFileOption.assignments(inFile: path))
        }
        do throws(ConfigurationError) {
            settings.replace(.environment, with: try Assignment.environment(environment, keys: [.publisherKeys]))
        } catch {
            throw CommandFailure(configuration: error)
        }
        return try settings.publisherKeys()
    }
}
