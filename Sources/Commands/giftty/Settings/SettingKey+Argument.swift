import Playback
import PlayerSettings

extension SettingKey {
    /// Returns the setting with a name that is an argument of `command`.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if there is no such setting.
    static func named(_ name: String, for command: String) throws(CommandFailure) -> SettingKey {
        guard let key = configurable.first(where: { $0.name == name }) else {
            let names = configurable.map(\.name)
            throw CommandFailure(.usage, "\(command): \(Suggestion.unknown("setting", name, among: names))")
        }
        return key
    }
}
