package import Playback
import PlayerSettings

/// The settings of several policies as text: the common ones, and those in which the policies differ.
package struct SettingsSummary {
    /// The common settings that are not defaults, such as `gap 1s, order value`; empty if there are none.
    package let shared: String
    /// The settings of each policy in which the policies differ, such as `replace, replaceAt 0.5`.
    ///
    /// Defaults are omitted if any other setting remains.
    package let policySettings: [String]

    /// Creates the text of the settings of several policies.
    package init(_ settings: [Settings]) {
        let isShared = Dictionary(
            uniqueKeysWithValues: SettingKey.policy.map { key in
                (key, settings.allSatisfy { $0[key] == settings.first?[key] })
            })
        func words(_ setting: Setting) -> String {
            setting.key == .mode ? setting.value.description : setting.description
        }
        shared = (settings.first?.all ?? []).filter { isShared[$0.key] == true && $0.value != $0.key.defaultValue }
            .map(words).joined(separator: ", ")
        policySettings = settings.map { settings in
            let differing = settings.all.filter { isShared[$0.key] == false }
            let notable = differing.filter { $0.key == .mode || $0.value != $0.key.defaultValue }
            return (notable.isEmpty ? differing : notable).map(words).joined(separator: ", ")
        }
    }
}
