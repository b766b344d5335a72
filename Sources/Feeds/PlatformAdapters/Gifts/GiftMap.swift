public import RoomEvents

/// A map from the gifts of platforms to the gift kinds of the catalogue.
///
/// A rule for the platform's id of a gift has priority, then a rule for its name, then rules for its categories, such
/// as `sub:2000` before `sub`. Without a rule, or if the rule's kind is not available, the map chooses the kind with
/// the same id or name. Otherwise it chooses the most expensive kind that costs at most as much, so an expensive gift
/// looks expensive whatever its name. If every kind costs more, as for a free gift, it chooses the cheapest kind; the
/// gift keeps its own value.
public struct GiftMap: Sendable {
    /// A platform that sends gifts.
    public enum Platform: String, CaseIterable, Sendable {
        case twitch, tiktok, bilibili
    }

    /// The target of a rule.
    public enum Target: Equatable, Sendable {
        /// The gift kind with this id.
        case kind(String)
        /// No gift: the adapter ignores it.
        case nothing
    }

    /// A gift as a platform describes it.
    struct PlatformGift {
        let platform: Platform
        var id: String?
        var name: String
        /// The categories, the most specific first, such as `sub:2000`, `sub`.
        var categories: [String] = []
        /// The price of one gift, in the platform's currency: bits, TikTok coins or Bilibili batteries.
        var value: Int
    }

    /// The available gift kinds, which all copies of the map share.
    public let kinds: AvailableKinds
    private let rules: [Platform: [String: Target]]
    /// The rules for minimum numbers of bits, in ascending order.
    private let bits: [(from: Int, target: Target)]

    /// The category of everything that is paid in bits.
    static let bits = "bits"
    /// The prefix of rules for at least a number of bits, as in `bits:100`.
    static let bitsFrom = "bits:"

    /// Creates a map to `kinds`.
    ///
    /// - Parameters:
    ///   - kinds: The available gift kinds.
    ///   - rules: The rules of each platform. Their keys are ids, names and categories; upper and lower case are equal.
    public init(kinds: [GiftKind], rules: [Platform: [String: Target]] = [:]) {
        self.kinds = AvailableKinds(kinds) { [$0.id, $0.name.lowercased(), Self.slug($0.name)] }
        self.rules = rules.mapValues { rules in
            Dictionary(rules.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        }
        bits = (rules[.twitch] ?? [:]).compactMap { key, target in
            key.hasPrefix(Self.bitsFrom) ? Int(key.dropFirst(Self.bitsFrom.count)).map { ($0, target) } : nil
        }.sorted { $0.from < $1.from }
    }

    /// Returns the id of the gift kind for `offer`; nil if a rule excludes it.
    func kind(of offer: PlatformGift) -> String? {
        switch rule(for: offer) {
        case .kind(let kind)? where kinds[kind] != nil: return kind
        case .nothing?: return nil
        default: break
        }
        let names = [offer.id, offer.name, Self.slug(offer.name)].compactMap { $0?.lowercased() }
        if let kind = kinds.id(named: names) { return kind }
        return kinds.mostExpensive(upTo: offer.value)?.id ?? Self.slug(offer.name)
    }

    private func rule(for offer: PlatformGift) -> Target? {
        let rules = rules[offer.platform] ?? [:]
        for key in [offer.id, offer.name].compactMap({ $0?.lowercased() }) + offer.categories {
            if key == Self.bits, offer.platform == .twitch,
                let target = bits.last(where: { $0.from <= offer.value })?.target
            {
                return target
            }
            if let target = rules[key.lowercased()] { return target }
        }
        return nil
    }

    /// Returns an id made from a name: lower-case letters and digits with `-` between them, at most 64 characters.
    static func slug(_ name: String) -> String {
        var slug = ""
        for scalar in name.lowercased().unicodeScalars {
            if ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) {
                slug.unicodeScalars.append(scalar)
            } else if !slug.isEmpty, slug.last != "-" {
                slug += "-"
            }
        }
        if slug.last == "-" { slug.removeLast() }
        return slug.isEmpty ? "gift" : String(slug.prefix(64))
    }
}
