import GiftFeed

/// What Twitch sells, in bits: a bit is a cent.
enum TwitchGifts {
    /// The logins of those who stand in for people who don't say who they are.
    private static let anonymousLogins: Set<String> = ["ananonymousgifter", "ananonymouscheerer"]

    static let anonymous = Viewer(id: "anonymous", name: "anonymous")

    static func isAnonymous(login: String?) -> Bool {
        login.map { anonymousLogins.contains($0.lowercased()) } ?? false
    }

    /// The price of a month of a plan, `1000`, `2000`, `3000` or `Prime`, rounded to dollars and halves of them.
    static func value(ofPlan plan: String) -> Int {
        switch plan {
        case "2000": 1_000
        case "3000": 2_500
        default: 500
        }
    }

    static func name(ofPlan plan: String) -> String {
        switch plan {
        case "Prime": "Prime subscription"
        case "2000": "Tier 2 subscription"
        case "3000": "Tier 3 subscription"
        default: "Tier 1 subscription"
        }
    }

    /// The plan of a name that ``name(ofPlan:)`` gave.
    static func plan(ofName name: String) -> String? {
        ["1000", "2000", "3000", "Prime"].first { self.name(ofPlan: $0) == name }
    }

    static func name(ofBits bits: Int) -> String { bits == 1 ? "1 bit" : "\(bits) bits" }

    /// A cheer; nil where a rule says that cheers are no gifts. Bits make one gift together, as dear as all of them.
    static func cheer(id: String, bits: Int, from viewer: Viewer, map: GiftMap) -> GiftArrival? {
        let bits = min(max(bits, 1), FeedLineAdapter.greatestCount)
        let name = name(ofBits: bits)
        return map.kind(of: .init(platform: .twitch, name: name, sorts: ["bits"], value: bits)).map {
            GiftArrival(id: id, gift: $0, name: name, from: viewer, value: bits)
        }
    }

    /// Subscriptions of a plan, for the sender or for others; nil where a rule says that they are no gifts.
    static func subscriptions(
        id: String, plan: String, count: Int, months: Int, isPresent: Bool, from viewer: Viewer, map: GiftMap
    ) -> GiftArrival? {
        let value = Self.value(ofPlan: plan) * min(max(months, 1), 1_000)
        let sorts = (isPresent ? ["subgift:\(plan)", "subgift"] : []) + ["sub:\(plan)", "sub"]
        let name = name(ofPlan: plan)
        return map.kind(of: .init(platform: .twitch, name: name, sorts: sorts, value: value)).map {
            GiftArrival(
                id: id, gift: $0, name: name, from: viewer,
                count: min(max(count, 1), FeedLineAdapter.greatestCount), value: value)
        }
    }
}
