import Playback
import PlayerSettings

/// The settings of several policies as text: the common ones, and those in which the policies differ.
struct SettingsSummary {
    /// The common settings that are not defaults, such as `gap 1s, order value`; empty if there are none.
    let shared: String
    /// The settings of each policy in which the policies differ, such as `replace, replaceAt 0.5`.
    ///
    /// Defaults are omitted if any other setting remains.
    let policySettings: [String]

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
        policySettings = settings.map { settings in
            let differing = settings.all.filter { isShared[$0.name] == false }
            let telling = differing.filter { $0.name == .mode || $0 != standard[$0.name] }
            return (telling.isEmpty ? differing : telling).map(words).joined(separator: ", ")
        }
    }
}
