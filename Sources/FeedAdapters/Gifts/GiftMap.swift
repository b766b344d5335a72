public import GiftFeed

/// Which kind of the catalogue stands for a gift of a platform.
///
/// A rule for the platform's id counts first, then one for its name, then those for what sort of thing it is, such as
/// `sub:2000` before `sub`. Without a rule, and where a rule's kind is not there at that time, it is the kind of the same
/// id or name, and else the dearest kind that costs no more, so that a dear gift looks dear whatever it is called.
public struct GiftMap: Sendable {
    /// Where gifts come from.
    public enum Platform: String, CaseIterable, Sendable {
        case twitch, tiktok, bilibili
    }

    /// What a rule says.
    public enum Target: Equatable, Sendable {
        /// A kind of the catalogue.
        case kind(String)
        /// It is no gift.
        case nothing
    }

    /// A gift as a platform knows it.
    struct Offer {
        let platform: Platform
        var id: String?
        var name: String
        /// What sort of thing it is, the narrowest first, such as `sub:2000`, `sub`.
        var sorts: [String] = []
        /// The price of one, in the platform's coins: bits, TikTok's coins, Bilibili's batteries.
        var value: Int
    }

    /// The kinds there are, which all copies of the map share.
    public let kinds: OfferedKinds
    private let rules: [Platform: [String: Target]]
    /// From so many bits on, fewest first.
    private let bits: [(from: Int, target: Target)]

    /// The rules' name for cheers of so many bits and more: `bits:100`.
    static let bitsFrom = "bits:"

    /// A map onto `kinds`. The rules' keys are ids, names in any case and sorts, for each platform.
    public init(kinds: [GiftKind], rules: [Platform: [String: Target]] = [:]) {
        self.kinds = OfferedKinds(kinds) { [$0.id, $0.name.lowercased(), Self.slug($0.name)] }
        self.rules = rules.mapValues { rules in
            Dictionary(rules.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        }
        bits = (rules[.twitch] ?? [:]).compactMap { key, target in
            key.hasPrefix(Self.bitsFrom) ? Int(key.dropFirst(Self.bitsFrom.count)).map { ($0, target) } : nil
        }.sorted { $0.from < $1.from }
    }

    /// The kind that stands for `offer`; nil where a rule says that it is no gift.
    func kind(of offer: Offer) -> String? {
        switch rule(for: offer) {
        case .kind(let kind)? where kinds[kind] != nil: return kind
        case .nothing?: return nil
        default: break
        }
        let names = [offer.id, offer.name, Self.slug(offer.name)].compactMap { $0?.lowercased() }
        if let kind = kinds.id(named: names) { return kind }
        return kinds.dearest(upTo: offer.value)?.id ?? Self.slug(offer.name)
    }

    private func rule(for offer: Offer) -> Target? {
        let rules = rules[offer.platform] ?? [:]
        if offer.sorts.first == "bits", let target = bits.last(where: { $0.from <= offer.value })?.target {
            return target
        }
        for key in [offer.id, offer.name].compactMap({ $0?.lowercased() }) + offer.sorts {
            if let target = rules[key.lowercased()] { return target }
        }
        return nil
    }

    /// A name as an id: lower-case letters and digits with `-` between.
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
