import RoomEvents

/// The products of Twitch, with prices in bits; a bit is worth one cent.
enum TwitchGifts {
    /// The logins that Twitch uses for anonymous senders.
    private static let anonymousLogins: Set<String> = ["ananonymousgifter", "ananonymouscheerer"]

    static let anonymous = Viewer(id: "anonymous", name: "anonymous")

    static func isAnonymous(login: String?) -> Bool {
        login.map { anonymousLogins.contains($0.lowercased()) } ?? false
    }

    /// The price of a month of a plan (`1000`, `2000`, `3000` or `Prime`), rounded to half dollars.
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

    /// Returns the plan for a name from ``name(ofPlan:)``.
    static func plan(ofName name: String) -> String? {
        ["1000", "2000", "3000", "Prime"].first { self.name(ofPlan: $0) == name }
    }

    static func name(ofBits bits: Int) -> String { bits == 1 ? "1 bit" : "\(bits) bits" }

    /// Returns the gift for a cheer; nil if a rule excludes cheers. All bits together are one gift with their sum as
    /// its value.
    static func cheer(id: String, bits: Int, from viewer: Viewer, map: GiftMap) -> GiftArrival? {
        let bits = min(max(bits, 1), FeedLineAdapter.maxCount)
        let name = name(ofBits: bits)
        return map.kind(of: .init(platform: .twitch, name: name, categories: ["bits"], value: bits)).map {
            GiftArrival(id: id, gift: $0, name: name, from: viewer, value: bits)
        }
    }

    /// The occasion of a subscription.
    enum Occasion {
        /// A viewer subscribes, for the first time or again.
        case subscription
        /// A viewer gives a subscription to others.
        case gift
        /// A viewer continues or extends a subscription that was a present or came with Prime. The names are Twitch's,
        /// such as `giftpaidupgrade`, the most specific first.
        case upgrade([String])

        /// Returns the categories, the most specific first.
        func categories(ofPlan plan: String) -> [String] {
            let narrow: [String] =
                switch self {
                case .subscription: []
                case .gift: ["subgift:\(plan)", "subgift"]
                case .upgrade(let names): names
                }
            return narrow + ["sub:\(plan)", "sub"]
        }

        /// Returns the upgrade with this name in chat or EventSub; one of them writes the names with `_` and the other
        /// without.
        static func upgrade(named name: String) -> Occasion? {
            switch name.filter({ $0 != "_" }) {
            case "giftpaidupgrade": .upgrade(["giftpaidupgrade"])
            case "anongiftpaidupgrade": .upgrade(["anongiftpaidupgrade", "giftpaidupgrade"])
            case "primepaidupgrade": .upgrade(["primepaidupgrade"])
            case "extendsub": .upgrade(["extendsub"])
            default: nil
            }
        }
    }

    /// Returns the gift for subscriptions of a plan; nil if a rule excludes them.
    ///
    /// If Twitch names no plan, as for a continued present, it is the cheapest one.
    static func subscriptions(
        id: String, plan: String?, count: Int = 1, months: Int = 1, _ occasion: Occasion, from viewer: Viewer,
        map: GiftMap
    ) -> GiftArrival? {
        let plan = plan ?? "1000"
        let value = Self.value(ofPlan: plan) * min(max(months, 1), 1_000)
        let name = name(ofPlan: plan)
        let offer = GiftMap.PlatformGift(
            platform: .twitch, name: name, categories: occasion.categories(ofPlan: plan), value: value)
        return map.kind(of: offer).map {
            GiftArrival(
                id: id, gift: $0, name: name, from: viewer,
                count: min(max(count, 1), FeedLineAdapter.maxCount), value: value)
        }
    }

    /// Returns the gift for a one-tap gift, whose value is its price in bits; nil if a rule excludes it.
    static func oneTap(id: String, gift: String?, bits: Int, from viewer: Viewer, map: GiftMap) -> GiftArrival? {
        let bits = min(max(bits, 1), FeedLineAdapter.maxCount)
        let name = gift ?? name(ofBits: bits)
        let offer = GiftMap.PlatformGift(
            platform: .twitch, id: gift, name: name, categories: ["onetapgiftredeemed", "bits"], value: bits)
        return map.kind(of: offer).map { GiftArrival(id: id, gift: $0, name: name, from: viewer, value: bits) }
    }
}
