import GiftFeed
import GiftStore
import Playback

extension Arrival {
    /// A gift of a feed as the controller takes it: with the length of its animation, which the catalogue knows.
    /// What no catalogue knows has no animation.
    init(_ gift: GiftArrival, in catalogue: GiftStore.GiftCatalogue) {
        let known = catalogue[gift.gift]
        self.init(
            kind: gift.gift, sender: gift.from.name, count: gift.count, value: Int64(gift.value),
            duration: known?.duration ?? 0, eventID: gift.id, asset: known == nil ? .missing : .ready)
    }
}
