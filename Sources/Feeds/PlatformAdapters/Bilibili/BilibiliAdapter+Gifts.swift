import JSON
import RoomEvents

extension BilibiliAdapter {
    /// 1,000 gold coins are worth 1 yuan.
    private static let goldPerBattery = 100
    private static let batteriesPerYuan = 10
    private static let maxPrice = 1_000_000_000

    mutating func gift(_ content: JSONValue, id: String, at time: Int64) throws(FeedLineError) -> [FeedEvent.Kind] {
        let number = content["giftId", "gift_id"]?.nonEmptyString
        guard let name = content["giftName", "gift_name"]?.nonEmptyString ?? number else {
            throw FeedLineError(problem: "data.giftName: expected a text")
        }
        let isFree = content["coin_type"]?.looseText == "silver" || content["paid"]?.flag == false
        let value = isFree ? 0 : Self.batteries(ofGold: content["price"]?.integer)
        let offer = GiftMap.PlatformGift(
            platform: .bilibili, id: number, name: name, categories: isFree ? ["free"] : [], value: value)
        guard let kind = map.kind(of: offer) else { return [] }
        let count = min(max(content["num", "gift_num"]?.integer ?? 1, 1), FeedLineAdapter.maxCount)
        var gift = GiftArrival(id: id, gift: kind, name: name, from: viewer(content), count: count, value: value)
        guard let combo = content["batch_combo_id", "combo_info.combo_id", "combo_id"]?.nonEmptyString?.boundedID else {
            return [.gift(gift)]
        }
        let before = history.pendingGifts[combo]?.total ?? 0
        let reported =
            content["super_batch_gift_num", "batch_combo_send.batch_combo_num"]?.integer
            ?? content["combo_info.combo_count"]?.integer.map {
                Self.clampedCount($0) * Self.clampedCount(content["combo_info.combo_base_num"]?.integer ?? 1)
            }
        let total = min(max(reported ?? 0, before + count), FeedLineAdapter.maxCount)
        let stay = content["combo_stay_time", "combo_info.combo_timeout"]?.integer ?? Self.defaultComboSeconds
        let due = time + Int64(min(max(stay, 1), 600)) * 1_000_000_000 + Self.networkAllowance
        history.pendingGifts.set(combo, StreakTracker.Streak(id: combo, total: total, due: due))
        gift.streak = GiftArrival.Streak(id: combo, total: total, isFinal: false)
        return [.gift(gift)]
    }

    /// Ends a combo. If messages were lost, the method adds the missing gifts.
    ///
    /// A combo without a known gift ended before this feed began, so the method ignores it.
    mutating func combo(_ content: JSONValue, at time: Int64) -> [FeedEvent.Kind] {
        guard let id = content["batch_combo_id", "combo_id"]?.nonEmptyString?.boundedID,
            let streak = history.pendingGifts[id]
        else {
            return []
        }
        let reported = content["total_num", "batch_combo_num", "combo_num"]?.integer ?? streak.total
        let total = min(reported, FeedLineAdapter.maxCount)
        defer { history.pendingGifts.end(id, total: max(total, streak.total), at: time) }
        guard total > streak.total else {
            return streak.hasEnded ? [] : [.streakEnd(id: streak.id, total: streak.total)]
        }
        let count = total - streak.total
        let price = content["combo_total_coin"]?.integer.map { $0 / max(total, 1) }
        let number = content["gift_id", "giftId"]?.nonEmptyString
        let name = content["gift_name", "giftName"]?.nonEmptyString ?? number ?? ""
        let value = content["coin_type"]?.looseText == "silver" ? 0 : Self.batteries(ofGold: price)
        guard let kind = map.kind(of: .init(platform: .bilibili, id: number, name: name, value: value)) else {
            return []
        }
        return [
            .gift(
                GiftArrival(
                    id: "\(id)/\(total)", gift: kind, name: name, from: viewer(content), count: count, value: value,
                    streak: .init(id: streak.id, total: total, isFinal: true)))
        ]
    }

    /// Returns the gift for months of a rank in the streamer's fleet; rank 1 is the most expensive of three.
    ///
    /// Up to three commands announce the same purchase; only the first one counts.
    mutating func guardGift(
        _ content: JSONValue, id: String, from command: String, at time: Int64
    ) -> [FeedEvent.Kind] {
        // Source 2 is not a purchase by the named viewer; other readers of these commands ignore it too.
        guard content["source", "option.source"]?.integer != 2 else { return [] }
        let level = content["guard_level", "guard_info.guard_level"]?.integer ?? 3
        let viewer = viewer(content)
        guard !duplicateFilter.isDuplicate("guard/\(viewer.id)/\(level)", from: command, at: time) else { return [] }
        let rank = Self.ranks[min(max(level, 1), Self.ranks.count) - 1]
        let gold = content["price", "pay_info.price"]?.integer.flatMap { $0 > 0 ? $0 : nil }
        let value = gold.map { Self.batteries(ofGold: $0) } ?? rank.price
        let name = content["gift_name", "role_name", "guard_info.role_name"]?.nonEmptyString ?? rank.name
        let offer = GiftMap.PlatformGift(
            platform: .bilibili, id: content["gift_id", "gift_info.gift_id"]?.nonEmptyString, name: name,
            categories: ["guard:\(level)", "guard"], value: value)
        guard let kind = map.kind(of: offer) else { return [] }
        let count = Self.clampedCount(content["num", "guard_num", "pay_info.num"]?.integer ?? 1)
        return [
            .gift(GiftArrival(id: id, gift: kind, name: name, from: viewer, count: max(count, 1), value: value))
        ]
    }

    /// The ranks of the fleet with the price of a month in batteries, which the open platform does not send.
    private static let ranks = [("总督", 199_980), ("提督", 19_980), ("舰长", 1_980)].map { (name: $0.0, price: $0.1) }

    /// Returns the events of a super chat, a paid message: a gift and a chat message with the same id, by which both
    /// can be withdrawn.
    func superChat(_ content: JSONValue, id: String) -> [FeedEvent.Kind] {
        let yuan = min(max(content["price", "rmb"]?.integer ?? 0, 0), Self.maxPrice / Self.batteriesPerYuan)
        let value = yuan * Self.batteriesPerYuan
        let viewer = viewer(content)
        let offer = GiftMap.PlatformGift(
            platform: .bilibili, name: "Super chat", categories: ["superchat"], value: value)
        var kinds: [FeedEvent.Kind] = []
        if let kind = map.kind(of: offer) {
            kinds.append(.gift(GiftArrival(id: id, gift: kind, name: offer.name, from: viewer, value: value)))
        }
        if let text = content["message"]?.nonEmptyString {
            kinds.append(.chat(ChatMessage(id: id, from: viewer, text: text)))
        }
        return kinds
    }

    private static func clampedCount(_ number: Int) -> Int { min(max(number, 0), FeedLineAdapter.maxCount) }

    private static func batteries(ofGold gold: Int?) -> Int {
        min(max((gold ?? 0) / goldPerBattery, 0), maxPrice)
    }
}
