import Banners
import Choreography
import Configuration
import GiftFeed
import HalfBlocks
import Playback

// Every gift has its banner, whatever else becomes of it. Those too cheap for the stage have nothing but that.
extension RoomShow {
    /// Whether a gift is too cheap for the stage, as things stand, or doesn't want it.
    mutating func isForBanner(_ gift: GiftArrival) -> Bool {
        if price(of: gift) < settings.bannerBelow { return true }
        return manners(of: gift.gift).banner.isOnly
    }

    /// How a kind carries itself.
    private mutating func manners(of kind: String) -> GiftManners {
        kinds.playable(kind).map { animations.directions(of: $0).manners } ?? GiftManners()
    }

    /// What one of a gift costs. Feeds that don't say leave it to the kind.
    private func price(of gift: GiftArrival) -> Int64 {
        gift.value > 0 ? Int64(gift.value) : max(0, kinds[gift.gift]?.value ?? 0)
    }

    /// Gives a gift its banner, or counts its streak up; the chat tells of the first of a streak.
    mutating func showBanner(of gift: GiftArrival, at time: Nanoseconds) {
        if banners.take(bannerArrival(gift), at: time) {
            room.note(.gift(gift))
        }
        room.noteRun(of: gift)
    }

    /// Says on its banner of a gift that it was taken back. What it does on the stage it goes on doing: a show of which
    /// people have seen half is not made undone.
    mutating func noteTakenBack(_ id: String, at time: Nanoseconds) {
        guard !id.isEmpty, let gift = gifts.entries.last(where: { $0.arrival.id == id })?.arrival else { return }
        banners.note("taken back", of: bannerArrival(gift), at: time)
    }

    /// Sees in the trace which gifts have come, and which ones came to nothing: their banners say so.
    ///
    /// A gift that was told twice is no gift.
    mutating func noteBanner(_ event: TraceEvent, among events: [TraceEvent]) {
        switch event.kind {
        case .arrived(let number, _, _, _):
            guard let gift = arrival(number), !isDuplicate(number, in: events) else { return }
            showBanner(of: gift, at: event.at)
        case .ended(let number, .dropped(let reason, _)):
            guard reason != .duplicate, let gift = arrival(number) else { return }
            banners.note(reason.words, of: bannerArrival(gift), at: event.at)
        default: return
        }
    }

    private func isDuplicate(_ number: Int, in events: [TraceEvent]) -> Bool {
        events.contains { event in
            if case .ended(number, .dropped(.duplicate, _)) = event.kind { true } else { false }
        }
    }

    private func arrival(_ number: Int) -> GiftArrival? {
        gifts.index(of: number).map { gifts.entries[$0].arrival }
    }

    private mutating func bannerArrival(_ gift: GiftArrival) -> BannerArrival {
        let manners = manners(of: gift.gift).banner
        var arrival = BannerArrival(
            key: .init(sender: gift.from.id.isEmpty ? gift.from.name : gift.from.id, kind: gift.gift),
            sender: gift.from.name, gift: gift.name,
            sign: sign(of: gift.gift), value: price(of: gift), count: gift.count,
            run: gift.streak.map { .init(id: $0.id, total: $0.total) })
        arrival.words = manners.text.map { text in
            text.replacing("{gift}", with: TextDirection.isolating(gift.name))
                .replacing("{sender}", with: TextDirection.isolating(gift.from.name))
        }
        guard manners.enter != nil || manners.stay != nil || manners.exit != nil else { return arrival }
        let place = BannerPainter.place(of: arrival, in: bannerArea, signs: signs)
        arrival.movements = BannerMovements(
            enter: manners.enter?.motion(in: place), stay: manners.stay?.motion(in: place),
            exit: manners.exit?.motion(in: place))
        return arrival
    }

    /// Where banners have their lanes; the whole terminal where that is too small for a stage.
    private var bannerArea: CellRect {
        StageLayout(columns: size.columns, rows: size.rows)?.banners(lanes: banners.policy.lanes)
            ?? CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }
}

extension LayeredSettings {
    /// How banners share the side of the stage.
    var bannerPolicy: BannerPolicy {
        var policy = BannerPolicy(reducesMotion: reducesMotion)
        if case .count(let lanes) = value(of: .bannerLanes) { policy.lanes = lanes }
        if case .duration(let stay) = value(of: .bannerStay) { policy.stay = stay }
        if case .choice(let word) = value(of: .bannerOrder), let order = BannerPolicy.Order(rawValue: word) {
            policy.order = order
        }
        return BannerPolicy(
            lanes: policy.lanes, stay: policy.stay, order: policy.order, reducesMotion: policy.reducesMotion)
    }

    /// The price below which a gift has its banner only.
    var bannerBelow: Int64 {
        guard case .count(let price) = value(of: .bannerBelow) else { return 0 }
        return Int64(price)
    }

    /// Whether things only fade, rather than slide, jump or fly.
    var reducesMotion: Bool { value(of: .motion) == .choice("reduced") }
}
