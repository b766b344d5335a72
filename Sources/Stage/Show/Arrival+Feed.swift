import GiftFeed
import GiftStore
import Playback

extension Arrival {
    /// A gift of a feed as the controller takes it: with the length of its animation, which the catalogue knows.
    init(_ gift: GiftArrival, in catalogue: GiftCatalogue, isPlayable: Bool) {
        let known = catalogue[gift.gift]
        self.init(
            kind: gift.gift, sender: gift.from.name, count: gift.count, value: Int64(gift.value),
            duration: known?.duration ?? 0, eventID: gift.id,
            asset: known != nil && isPlayable ? .ready : known == nil ? .missing : .failed)
    }
}

extension Duration {
    /// Whole nanoseconds; the longest there are for what is longer.
    var nanoseconds: Nanoseconds {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: .second)
        return overflow ? .max : product.addingReportingOverflow(attoseconds / 1_000_000_000).partialValue
    }
}
