public import Playback
import PlayerSettings
public import Scenarios

/// The gifts for which a setting holds.
public enum GiftScope: Hashable, Sendable, CustomStringConvertible {
    /// The gifts of a price tier.
    case tier(PriceTier)
    /// The gifts of a kind.
    case kind(String)

    /// Creates the scope with a name: a price tier such as `100-999`, else a kind.
    public init(_ name: String) {
        self = PriceTier.allCases.first { $0.label == name }.map { .tier($0) } ?? .kind(name)
    }

    /// The price tier, or the kind.
    public var description: String {
        switch self {
        case .tier(let tier): tier.label
        case .kind(let name): name
        }
    }

    /// Returns whether the scope has a gift of this kind and this price.
    public func contains(kind: String, price: Int64) -> Bool {
        switch self {
        case .tier(let tier): tier == PriceTier(price: price)
        case .kind(let name): name == kind
        }
    }
}

/// A setting that the gifts of a scope have of their own.
public struct GiftRule: Hashable, Sendable, CustomStringConvertible {
    /// The gifts.
    public let scope: GiftScope
    /// The setting, one of ``SettingKey/gift``.
    public let setting: Setting

    /// Creates a rule.
    public init(_ scope: GiftScope, _ setting: Setting) {
        self.scope = scope
        self.setting = setting
    }

    /// The rule in words, such as `replaceAt 0.9 for gifts at 1000+`.
    public var description: String {
        switch scope {
        case .tier: "\(setting) for gifts at \(scope)"
        case .kind: "\(setting) for \(scope)"
        }
    }
}

extension [GiftRule] {
    /// Returns the own settings of a gift under the rules: a later rule overrides an earlier one, and all override what
    /// the gift has already.
    public func policy(of kind: String, price: Int64, own: GiftPolicy) -> GiftPolicy {
        let settings = filter { $0.scope.contains(kind: kind, price: price) }.map(\.setting)
        return settings.isEmpty ? own : GiftPolicy(own.settings + settings)
    }
}

/// A session whose events are read only once if they are few, for many runs.
struct RepeatedSession: Sendable {
    /// The most events that are kept in memory, about 200 bytes each.
    static let maxKept = 50_000

    private let source: SessionSource
    private let kept: [Scenario.Event]?

    /// Reads a session.
    ///
    /// - Throws: `ConfigurationError` if an event cannot be read.
    init(_ source: SessionSource) throws {
        self.source = source
        var events = try source.events()
        var kept: [Scenario.Event] = []
        while let event = try events.next() {
            kept.append(event)
            guard kept.count <= Self.maxKept else {
                self.kept = nil
                return
            }
        }
        self.kept = kept
    }

    /// Runs the session with settings and rules, and returns its figures.
    func figures(_ settings: [Setting], _ rules: [GiftRule]) throws -> SessionFigures {
        var figures = SessionFigures()
        try session(rules).run(overriding: settings, observer: &figures)
        return figures
    }

    private func session(_ rules: [GiftRule]) -> SessionSource {
        guard kept != nil || !rules.isEmpty else { return source }
        let (source, kept) = (source, kept)
        return SessionSource(path: source.path, name: source.name, settings: source.settings, until: source.until) {
            () throws(ConfigurationError) in
            var events: EventStream
            if let kept { events = EventStream(kept) } else { events = try source.events() }
            guard !rules.isEmpty else { return events }
            return EventStream { () throws(ConfigurationError) in
                guard var event = try events.next() else { return nil }
                if case .arrival(var arrival) = event.input {
                    arrival.policy = rules.policy(of: arrival.kind, price: arrival.value, own: arrival.policy)
                    event.input = .arrival(arrival)
                }
                return event
            }
        }
    }
}
