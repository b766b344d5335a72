/// The settings that override the session's for one gift.
///
/// For example, a show of a minute can forbid its replacement, and a cheap gift can limit its waiting time to a second.
/// A gift without own settings, as most are, follows the session's.
public struct GiftPolicy: Hashable, Sendable {
    /// The policy that overrides nothing.
    public static let none = GiftPolicy([])

    /// The overriding settings, at most one value for each of ``SettingKey/gift``.
    public let settings: [Setting]

    /// Creates a policy of those `settings` that a gift can override; of several values of one setting, the last
    /// counts.
    public init(_ settings: [Setting]) {
        self.settings = SettingKey.gift.compactMap { key in settings.last { $0.key == key } }
    }

    /// Returns the session's settings with the gift's own in their place.
    package func applied(to settings: Settings) -> Settings {
        var own = settings
        for setting in self.settings { own.apply(setting) }
        return own
    }
}

extension PlaybackController {
    /// Returns the settings for a gift: its own, otherwise the session's.
    func settings(for gift: Gift) -> Settings {
        gift.policy.settings.isEmpty ? settings : gift.policy.applied(to: settings)
    }
}
