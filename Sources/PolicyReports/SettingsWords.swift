import Configuration
import Playback

/// Settings in words, those that all policies share apart from those that set them apart.
struct SettingsWords {
    /// What all share and is no default, such as `gap 1s, order value`; empty where that is nothing.
    let shared: String
    /// What each has of the settings in which they are not all the same, such as `replace, replaceAt 0.5`; defaults are
    /// left out where something else is left.
    let own: [String]

    init(_ settings: [Settings]) {
        let standard = Settings()
        let isShared = Dictionary(
            uniqueKeysWithValues: Setting.Name.allCases.map { name in
                (name, settings.allSatisfy { $0[name] == settings.first?[name] })
            })
        func words(_ setting: Setting) -> String {
            let value = SettingValue(setting).description
            return setting.name == .mode ? value : "\(setting.name.rawValue) \(value)"
        }
        shared = (settings.first?.all ?? []).filter { isShared[$0.name] == true && $0 != standard[$0.name] }
            .map(words).joined(separator: ", ")
        own = settings.map { settings in
            let differing = settings.all.filter { isShared[$0.name] == false }
            let telling = differing.filter { $0.name == .mode || $0 != standard[$0.name] }
            return (telling.isEmpty ? differing : telling).map(words).joined(separator: ", ")
        }
    }
}
