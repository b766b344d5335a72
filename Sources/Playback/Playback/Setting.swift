public import ExactNumbers

/// One setting with its value, as a change of settings lists it.
public enum Setting: Hashable, Sendable {
    /// See ``Settings/mode``.
    case mode(Settings.Mode)
    /// See ``Settings/replaceAt``.
    case replaceAt(Millionths)
    /// See ``Settings/early``.
    case early(Settings.Early)
    /// See ``Settings/backlog``.
    case backlog(Settings.Backlog)
    /// See ``Settings/maxWaiting``.
    case maxWaiting(Int?)
    /// See ``Settings/overflow``.
    case overflow(Settings.Overflow)
    /// See ``Settings/expireAfter``.
    case expireAfter(Nanoseconds?)
    /// See ``Settings/combineWithin``.
    case combineWithin(Nanoseconds?)
    /// See ``Settings/order``.
    case order(Settings.Order)
    /// See ``Settings/gap``.
    case gap(Nanoseconds)
    /// See ``Settings/missing``.
    case missing(Settings.Missing)
    /// See ``Settings/waitAtMost``.
    case waitAtMost(Nanoseconds)
    /// See ``Settings/arm``.
    case arm(String?)

    /// The names of all settings, in the order in which a trace lists them.
    public enum Name: String, CaseIterable, Sendable {
        /// The name of the setting of the same name.
        case mode, replaceAt, early, backlog, maxWaiting, overflow, expireAfter, combineWithin, order, gap, missing,
            waitAtMost, arm
    }

    /// The setting's name.
    public var name: Name {
        switch self {
        case .mode: .mode
        case .replaceAt: .replaceAt
        case .early: .early
        case .backlog: .backlog
        case .maxWaiting: .maxWaiting
        case .overflow: .overflow
        case .expireAfter: .expireAfter
        case .combineWithin: .combineWithin
        case .order: .order
        case .gap: .gap
        case .missing: .missing
        case .waitAtMost: .waitAtMost
        case .arm: .arm
        }
    }
}

extension Settings {
    /// The setting with this name and its value.
    public subscript(name: Setting.Name) -> Setting {
        switch name {
        case .mode: .mode(mode)
        case .replaceAt: .replaceAt(replaceAt)
        case .early: .early(early)
        case .backlog: .backlog(backlog)
        case .maxWaiting: .maxWaiting(maxWaiting)
        case .overflow: .overflow(overflow)
        case .expireAfter: .expireAfter(expireAfter)
        case .combineWithin: .combineWithin(combineWithin)
        case .order: .order(order)
        case .gap: .gap(gap)
        case .missing: .missing(missing)
        case .waitAtMost: .waitAtMost(waitAtMost)
        case .arm: .arm(arm)
        }
    }

    /// All settings with their values, in table order.
    public var all: [Setting] { Setting.Name.allCases.map { self[$0] } }

    /// Applies one setting; a negative duration or limit becomes 0.
    public mutating func apply(_ setting: Setting) {
        switch setting {
        case .mode(let value): mode = value
        case .replaceAt(let value): replaceAt = value
        case .early(let value): early = value
        case .backlog(let value): backlog = value
        case .maxWaiting(let value): maxWaiting = value.map { max(0, $0) }
        case .overflow(let value): overflow = value
        case .expireAfter(let value): expireAfter = value.map { max(0, $0) }
        case .combineWithin(let value): combineWithin = value.map { max(0, $0) }
        case .order(let value): order = value
        case .gap(let value): gap = max(0, value)
        case .missing(let value): missing = value
        case .waitAtMost(let value): waitAtMost = max(0, value)
        case .arm(let value): arm = value
        }
    }

    /// Returns the settings, in table order, whose values differ from those of `other`.
    public func differences(from other: Settings) -> [Setting] {
        all.filter { other[$0.name] != $0 }
    }
}
