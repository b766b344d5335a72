import GiftFeed
import GiftStore
import Playback
import StoreDocuments

/// The kinds of gift of a room: those built in, and over them what a store publishes and withdraws.
struct RoomGifts {
    /// What a store has told of a kind.
    private struct Published {
        /// As it stands in the store's catalogue.
        var listed: StoreGift?
        /// The version that can be played, which may be an older one.
        var ready: StoreGift?
        /// Why the last attempt to get it failed.
        var problem: String?
        /// Whether the store has taken it back, with what is built in under its name.
        var isWithdrawn = false
    }

    private let embedded: GiftCatalogue
    private var published: [String: Published] = [:]
    /// The published kinds that are not built in, in the order in which they became ready first.
    private var added: [String] = []
    /// The published kind that became ready last.
    private var newest: String?

    init(_ embedded: GiftCatalogue) { self.embedded = embedded }

    /// What is known of a kind; nil where nothing is, or where it was withdrawn.
    subscript(id: String) -> RoomGift? {
        if let playable = playable(id) { return playable }
        guard let news = published[id], !news.isWithdrawn, let listed = news.listed else { return nil }
        return RoomGift(listed, like: nil)
    }

    /// A kind that can be played: the version of the store that is ready, else what is built in.
    func playable(_ id: String) -> RoomGift? {
        let builtIn = embedded[id]
        guard let news = published[id] else { return builtIn.map { RoomGift($0) } }
        if news.isWithdrawn { return nil }
        return news.ready.map { RoomGift($0, like: builtIn) } ?? builtIn.map { RoomGift($0) }
    }

    /// How long the animation of a kind plays, as far as it was ever told; else 0.
    func duration(of id: String) -> Nanoseconds {
        published[id]?.listed?.duration ?? embedded[id]?.duration ?? 0
    }

    /// Whether a store has taken a kind back.
    func isWithdrawn(_ id: String) -> Bool { published[id]?.isWithdrawn == true }

    /// Why a kind could not be got from its store, where that is so.
    func problem(with id: String) -> String? { published[id]?.problem }

    /// All kinds that can be played: those built in, then the others as they came.
    var sendable: [GiftKind] {
        places.compactMap { playable($0) }.map { gift in
            GiftKind(id: gift.id, name: gift.name, value: Int(clamping: gift.value))
        }
    }

    /// All kinds that are known and not withdrawn: those that can be played, in the order of their keys, then those that are
    /// published and not here yet.
    var known: [RoomGift] {
        let playable = places.compactMap { self.playable($0) }
        let ids = Set(playable.map(\.id))
        let coming = published.keys.filter { !ids.contains($0) }.sorted().compactMap { self[$0] }
        return playable + coming
    }

    /// The keys that send a gift, in order: the digits from 1 for the first kinds, 0 for the one published last. A kind
    /// that comes or goes leaves the others their keys.
    var keys: [(key: Character, gift: RoomGift)] {
        var keys = zip("123456789", places).compactMap { key, id in playable(id).map { (key: key, gift: $0) } }
        if let gift = newest.flatMap({ playable($0) }) { keys.append((key: "0", gift: gift)) }
        return keys
    }

    private var places: [String] { embedded.gifts.map(\.id) + added }

    /// All kinds that can be played, and of some that are on disk those that no store has told of yet: it tells of them one
    /// by one.
    func sendable(besides kindsOnDisk: [GiftKind]) -> [GiftKind] {
        sendable + kindsOnDisk.filter { published[$0.id] == nil && embedded[$0.id] == nil }
    }

    // MARK: - What a store tells

    /// A kind stands in the store's catalogue.
    mutating func list(_ gift: StoreGift) {
        published[gift.id, default: Published()].listed = gift
        published[gift.id]?.isWithdrawn = false
    }

    /// A version can be played.
    mutating func makeReady(_ gift: StoreGift) {
        if embedded[gift.id] == nil, !added.contains(gift.id) { added.append(gift.id) }
        if published[gift.id]?.ready != gift, embedded[gift.id] == nil { newest = gift.id }
        published[gift.id] = Published(listed: gift, ready: gift)
    }

    /// The last attempt to get a kind failed; what was ready before goes on.
    mutating func fail(_ id: String, reason: String) {
        published[id, default: Published()].problem = reason
    }

    /// What was ready can't be played after all.
    mutating func lose(_ id: String, reason: String) {
        published[id]?.ready = nil
        published[id]?.problem = reason
    }

    /// A kind is no longer to be played.
    mutating func withdraw(_ id: String) {
        published[id] = Published(listed: published[id]?.listed, isWithdrawn: true)
    }
}
