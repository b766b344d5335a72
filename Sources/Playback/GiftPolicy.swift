/// Settings that a gift brings along: about this gift they say something else than the session's.
///
/// A show of a minute may ask never to be replaced, a cheap one to wait for no longer than a second. A gift without any, which
/// most are, follows the session in everything.
public struct GiftPolicy: Hashable, Sendable {
    /// The settings that a gift can have of its own, in table order: those that say something about one gift.
    public static let names: [Setting.Name] = [.replaceAt, .early, .expireAfter, .missing]
    /// That of a gift which asks for nothing.
    public static let none = GiftPolicy([])

    /// What it asks for, at most one value a setting.
    public let settings: [Setting]

    /// A policy of those of `settings` that a gift can have; of several values of one setting the last.
    public init(_ settings: [Setting]) {
        self.settings = Self.names.compactMap { name in settings.last { $0.name == name } }
    }

    /// The session's settings as they are for the gift.
    func applied(to settings: Settings) -> Settings {
        var own = settings
        for setting in self.settings { own.apply(setting) }
        return own
    }
}

extension PlaybackController {
    /// The settings as they are for a gift: its own before the session's.
    func settings(for gift: Gift) -> Settings {
        gift.policy.settings.isEmpty ? settings : gift.policy.applied(to: settings)
    }
}
