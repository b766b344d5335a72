public import Playback

extension SettingKey {
    /// The settings of the policy except the arm, in table order.
    public static let playback = Setting.Name.allCases.filter { $0 != .arm }.map { SettingKey($0) }
    /// The settings that a gift can override.
    public static let gift = GiftPolicy.names.map { SettingKey($0) }
    /// ``Settings/arm``, which only the store sets: the room's arm in a roll-out.
    public static let arm = SettingKey(.arm)
    /// ``Settings/mode``
    public static let mode = SettingKey(.mode)
    /// ``Settings/replaceAt``
    public static let replaceAt = SettingKey(.replaceAt)

    /// Creates the key of a policy setting.
    public init(_ name: Setting.Name) {
        let standard = SettingValue(Settings()[name])
        func key(_ kind: Kind, isOptional: Bool = false, _ meaning: String) -> SettingKey {
            SettingKey(name.rawValue, kind, isOptional: isOptional, defaultValue: standard, summary: meaning)
        }
        func words<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> Kind {
            .choice(Choice.allCases.map(\.rawValue))
        }
        self =
            switch name {
            case .mode: key(words(Settings.Mode.self), "what a gift does that arrives while another one plays")
            case .replaceAt: key(.fraction, "progress from which a running gift may be replaced; above 1 is never")
            case .early: key(words(Settings.Early.self), "what happens to a gift that arrives before that")
            case .backlog: key(words(Settings.Backlog.self), "what a switch to replace does with waiting gifts")
            case .maxWaiting: key(.count, isOptional: true, "most gifts that wait")
            case .overflow: key(words(Settings.Overflow.self), "which gift goes when one too many waits")
            case .expireAfter: key(.duration, isOptional: true, "longest wait after which a gift still plays")
            case .combineWithin:
                key(.duration, isOptional: true, "time within which the same gift by the same sender is counted up")
            case .order: key(words(Settings.Order.self), "order in which waiting gifts play")
            case .gap: key(.duration, "pause between two presentations in queue mode")
            case .missing: key(words(Settings.Missing.self), "what happens to a gift without its animation")
            case .waitAtMost: key(.duration, "how long a gift waits for its animation")
            case .arm: key(.text, "the arm of a trial that the room is in")
            }
    }

    /// Returns the policy setting of this key with a value; `nil` if the key is not one of the policy or the value has
    /// another type.
    public func playbackSetting(_ value: SettingValue) -> Setting? {
        guard let name = Setting.Name(rawValue: name) else { return nil }
        return switch (name, value) {
        case (.mode, .choice(let word)): Settings.Mode(rawValue: word).map(Setting.mode)
        case (.replaceAt, .fraction(let fraction)): .replaceAt(fraction)
        case (.early, .choice(let word)): Settings.Early(rawValue: word).map(Setting.early)
        case (.backlog, .choice(let word)): Settings.Backlog(rawValue: word).map(Setting.backlog)
        case (.maxWaiting, .count(let count)): .maxWaiting(count)
        case (.maxWaiting, .none): .maxWaiting(nil)
        case (.overflow, .choice(let word)): Settings.Overflow(rawValue: word).map(Setting.overflow)
        case (.expireAfter, .duration(let duration)): .expireAfter(duration)
        case (.expireAfter, .none): .expireAfter(nil)
        case (.combineWithin, .duration(let duration)): .combineWithin(duration)
        case (.combineWithin, .none): .combineWithin(nil)
        case (.order, .choice(let word)): Settings.Order(rawValue: word).map(Setting.order)
        case (.gap, .duration(let duration)): .gap(duration)
        case (.missing, .choice(let word)): Settings.Missing(rawValue: word).map(Setting.missing)
        case (.waitAtMost, .duration(let duration)): .waitAtMost(duration)
        case (.arm, .text(let arm)): .arm(arm)
        case (.arm, .none): .arm(nil)
        default: nil
        }
    }
}

extension SettingValue {
    /// Creates the value of a policy setting.
    public init(_ setting: Setting) {
        self =
            switch setting {
            case .mode(let value): .choice(value.rawValue)
            case .replaceAt(let value): .fraction(value)
            case .early(let value): .choice(value.rawValue)
            case .backlog(let value): .choice(value.rawValue)
            case .maxWaiting(let value): value.map(SettingValue.count) ?? .none
            case .overflow(let value): .choice(value.rawValue)
            case .expireAfter(let value), .combineWithin(let value): value.map(SettingValue.duration) ?? .none
            case .order(let value): .choice(value.rawValue)
            case .gap(let value), .waitAtMost(let value): .duration(value)
            case .missing(let value): .choice(value.rawValue)
            case .arm(let value): value.map(SettingValue.text) ?? .none
            }
    }
}
