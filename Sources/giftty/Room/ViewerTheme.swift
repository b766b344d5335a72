import Configuration
import Playback

/// The colours of the controls for somebody who only looks on.
enum ViewerTheme {
    /// What an option says, or else the environment, or else the configuration file, which is in nobody's way here: a
    /// broken one is as good as none.
    /// - Parameter option: its name for errors, and its value.
    static func value(
        _ option: (name: String, value: String?), environment: [String: String]
    ) throws(CommandFailure) -> SettingValue {
        var settings = LayeredSettings()
        if let path = ConfigurationPath.standard(environment: environment), InputFile.exists(at: path) {
            settings.replace(.file, with: (try? ConfigurationFileOption.assignments(inFile: path)) ?? [])
        }
        settings.replace(.environment, with: (try? Assignment.environment(environment)) ?? [])
        if let value = option.value {
            do throws(ConfigurationError) {
                settings.replace(.option, with: [try Assignment.option(option.name, .theme, value)])
            } catch {
                throw CommandFailure(configuration: error)
            }
        }
        return settings.value(of: .theme)
    }
}
