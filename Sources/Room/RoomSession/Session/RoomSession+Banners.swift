package import Banners
import ExactNumbers
import GiftChoreography
import Playback
package import PlayerSettings
import RoomEvents

// Every gift has a banner, whatever its outcome. A gift whose value is below `bannerBelow`, or whose kind is for
// banners only, has nothing else.
extension RoomSession {
    /// Returns whether a gift has a banner only, because its value is below `bannerBelow` or because its kind never
    /// uses the stage.
    func isBannerOnly(_ gift: GiftArrival) -> Bool {
        if price(of: gift) < settings.bannerBelow { return true }
        return transitions(of: gift.gift).banner.isBannerOnly
    }

    /// Returns the movements and the banner options of a kind.
    private func transitions(of kind: String) -> GiftTransitions {
        kinds.playable(kind).map { animations.options(of: $0).transitions } ?? GiftTransitions()
    }

    /// Returns the value of one gift; feeds without values use the value of the kind.
    private func price(of gift: GiftArrival) -> Int64 {
        gift.value > 0 ? Int64(gift.value) : max(0, kinds[gift.gift]?.value ?? 0)
    }

    /// Shows a gift's banner or adds the gift to the banner of its streak; the chat shows the first gift of a streak.
    mutating func showBanner(of gift: GiftArrival, at time: Nanoseconds) {
        if banners.receive(bannerArrival(gift), at: time) {
            room.apply(.gift(gift))
        }
        room.updateStreak(of: gift)
    }

    /// Adds the note "taken back" to the banner of a retracted gift.
    ///
    /// The gift stays on the stage or in the queue: a presentation that people have partly seen is not undone.
    mutating func markRetracted(_ id: String, at time: Nanoseconds) {
        guard !id.isEmpty, let gift = giftLog.entries.last(where: { $0.arrival.id == id })?.arrival else { return }
        banners.setNote("taken back", of: bannerArrival(gift), at: time)
    }

    /// Shows banners for the gifts that a trace event reports, and adds the reason to the banners of dropped gifts.
    ///
    /// Duplicates get no banner.
    mutating func updateBanners(for event: TraceEvent, among events: [TraceEvent]) {
        switch event.kind {
        case .arrived(let number, _, _, _):
            guard let gift = arrival(number), !isDuplicate(number, in: events) else { return }
            showBanner(of: gift, at: event.at)
        case .ended(let number, .dropped(let reason, _)):
            guard reason != .duplicate, let gift = arrival(number) else { return }
            banners.setNote(reason.label, of: bannerArrival(gift), at: event.at)
        default: return
        }
    }

    private func isDuplicate(_ number: Int, in events: [TraceEvent]) -> Bool {
        events.contains { event in
            if case .ended(number, .dropped(.duplicate, _)) = event.kind { true } else { false }
        }
    }

    private func arrival(_ number: Int) -> GiftArrival? {
        giftLog.index(of: number).map { giftLog.entries[$0].arrival }
    }

    private func bannerArrival(_ gift: GiftArrival) -> BannerArrival {
        var arrival = BannerArrival(
            key: .init(sender: gift.from.id.isEmpty ? gift.from.name : gift.from.id, kind: gift.gift),
            sender: gift.from.name, gift: gift.name, symbol: "", value: price(of: gift), count: gift.count,
            streak: gift.streak.map { .init(id: $0.id, total: $0.total) })
        appearance.complete(
            &arrival, of: kinds[gift.gift], options: transitions(of: gift.gift).banner, lanes: banners.policy.lanes)
        return arrival
    }
}

extension LayeredSettings {
    /// The policy of the banner lanes.
    package var bannerPolicy: BannerPolicy {
        var policy = BannerPolicy(reducesMotion: reducesMotion)
        if case .count(let lanes) = value(of: .bannerLanes) { policy.lanes = lanes }
        if case .duration(let stay) = value(of: .bannerStay) { policy.stay = stay }
        if case .choice(let word) = value(of: .bannerOrder), let order = BannerPolicy.Order(rawValue: word) {
            policy.order = order
        }
        return BannerPolicy(
            lanes: policy.lanes, stay: policy.stay, order: policy.order, reducesMotion: policy.reducesMotion)
    }

    /// The value below which a gift has a banner only.
    package var bannerBelow: Int64 {
        guard case .count(let price) = value(of: .bannerBelow) else { return 0 }
        return Int64(price)
    }

    /// Whether the stage says what probably becomes of the gift on it.
    var showsOdds: Bool { value(of: .odds) == .bool(true) }

    /// Whether motion is reduced: elements only fade instead of sliding, jumping or flying.
    package var reducesMotion: Bool { value(of: .motion) == .choice("reduced") }
}
