import Playback
import PlayerSettings

/// A setting of the player in commands without other settings.
enum ViewerSetting {
    /// Returns the value from the option, the environment or the configuration file, in this order.
    ///
    /// Errors in the environment and in the configuration file are ignored.
    ///
    /// - Parameters:
    ///   - key: The setting.
    ///   - option: The name of the option in error messages, and its value.
    ///   - environment: The environment variables.
    /// - Throws: `CommandFailure` with exit status 64 if the value of the option is invalid.
    static func value(
        of key: SettingKey, _ option: (name: String, value: String?), environment: [String: String]
    ) throws(CommandFailure) -> SettingValue {
        var settings = LayeredSettings()
        if let path = ConfigurationPath.defaultPath(environment: environment), InputFile.exists(at: path) {
            settings.replace(.file, with: (try? ConfigurationFileOption.assignments(inFile: path)) ?? [])
        }
        settings.replace(.environment, with: (try? Assignment.environment(environment)) ?? [])
        if let value = option.value {
            do throws(ConfigurationError) {
                settings.replace(.option, with: [try Assignment.option(option.name, key, value)])
            } catch {
                throw CommandFailure(configuration: error)
            }
        }
        return settings.value(of: key)
    }
}
