import PlayerSettings
import StoreProtocol

extension LayeredSettings {
    /// Returns the public keys of publishers that the setting `publisherKeys` names; none without it.
    ///
    /// - Throws: `CommandFailure` with exit status 64 or 78 if the setting has something else than keys.
    func publisherKeys() throws(CommandFailure) -> [PublisherKey] {
        let assignment = assignment(of: .publisherKeys)
        guard case .text(let text) = assignment.value else { return [] }
        do throws(PublisherKeyError) {
            return try PublisherKey.list(text)
        } catch {
            if case .option = assignment.origin { throw CommandFailure(.usage, "publisherKeys: \(error)") }
            throw CommandFailure(.badConfiguration, "\(assignment.origin): publisherKeys: \(error)")
        }
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
