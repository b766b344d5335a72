package import BuiltInGifts
package import ExactNumbers
package import GiftPackages
import Playback
package import RoomEvents
package import StoreProtocol

/// The gift kinds of a room: the built-in ones, overlaid by what a store publishes and withdraws.
package struct RoomGifts {
    /// The state of a kind in a store.
    private struct Published {
        /// The entry in the store's catalogue.
        var listed: StoreGift?
        /// The version that can play; it may be older than the listed one.
        var ready: StoreGift?
        /// The reason why the last download failed.
        var problem: String?
        /// Whether the store withdrew the kind, and with it the built-in kind of the same id.
        var isWithdrawn = false
        /// The position of this version in the order in which versions became ready, from 1; 0 if none is ready.
        var readyOrder = 0

        /// The time at which the version that can play was published, in nanoseconds since 1970.
        ///
        /// `Int64.min` if the catalogue has no valid date; `nil` if no version can play.
        var publishedAt: Int64? { ready.map { Timestamp($0.published)?.nanoseconds ?? .min } }
    }

    private let embedded: GiftCatalogue
    private var published: [String: Published] = [:]
    /// The published kinds that are not built in, in the order in which they first became ready.
    private var addedIDs: [String] = []
    /// The kind that was published last among those that can play and are not built in.
    ///
    /// Of several kinds with the same publication time it is the one that became ready last.
    private var newestID: String?
    /// The number of changes of the kinds that can play.
    package private(set) var revision = 0
    /// The number of versions that have become ready.
    private var readyCount = 0

    /// The length of the fallback's presentation, or `nil` if there is none.
    private let fallbackLength: GiftLength?

    /// Whether any id may be that of a kind, also one that no gift has had yet.
    package let mayHaveAnyKind: Bool

    /// Creates the kinds of a room, in which a fallback of this length plays for kinds without an animation.
    package init(_ embedded: GiftCatalogue, fallbackLength: GiftLength? = nil, mayHaveAnyKind: Bool = false) {
        self.embedded = embedded
        self.mayHaveAnyKind = mayHaveAnyKind
        self.fallbackLength = fallbackLength
    }

    /// Returns a known kind, or `nil` if it is unknown or withdrawn.
    package subscript(id: String) -> RoomGift? {
        if let playable = playable(id) { return playable }
        guard let state = published[id], !state.isWithdrawn, let listed = state.listed else { return nil }
        return RoomGift(listed, fallback: nil)
    }

    /// Returns a kind that can play: the ready version of the store, else the built-in kind, else the fallback's
    /// stand-in.
    package func playable(_ id: String) -> RoomGift? {
        let builtIn = embedded[id]
        guard let state = published[id] else { return builtIn.map { RoomGift($0) } ?? standIn(for: id, nil) }
        if state.isWithdrawn { return nil }
        return state.ready.map { RoomGift($0, fallback: builtIn) } ?? builtIn.map { RoomGift($0) }
            ?? standIn(for: id, state.listed)
    }

    private func standIn(for id: String, _ listed: StoreGift?) -> RoomGift? {
        fallbackLength.map {
            RoomGift(standInFor: id, name: listed?.name, value: listed?.value ?? 0, length: $0)
        }
    }

    /// Returns the length of a kind's animation, or 0 if it is unknown.
    package func duration(of id: String) -> Nanoseconds {
        published[id]?.listed?.duration ?? embedded[id]?.duration ?? 0
    }

    /// Returns the loop of a kind's animation; `nil` if it is unknown or has none.
    func loop(of id: String) -> GiftLoop? { published[id]?.listed.map(\.loop) ?? embedded[id]?.loop }

    /// Returns the entry of a kind in the store's catalogue, as listed last; `nil` if it is not listed.
    func listing(of id: String) -> StoreGift? { published[id]?.listed }

    /// Returns whether a store withdrew a kind.
    package func isWithdrawn(_ id: String) -> Bool { published[id]?.isWithdrawn == true }

    /// Returns the reason why the last download of a kind failed, or `nil` if it did not.
    package func failureReason(of id: String) -> String? { published[id]?.problem }

    /// All kinds that can play: the built-in ones, then the others in the order in which they became ready.
    package var sendable: [GiftKind] {
        ids.compactMap { playable($0) }.map { gift in
            GiftKind(id: gift.id, name: gift.name, value: Int(clamping: gift.value))
        }
    }

    /// All known kinds that are not withdrawn: those that can play, in the order of their keys, then those that are not
    /// downloaded yet.
    package var known: [RoomGift] {
        let playable = self.ids.compactMap { self.playable($0) }
        let ids = Set(playable.map(\.id))
        let coming = published.keys.filter { !ids.contains($0) }.sorted().compactMap { self[$0] }
        return playable + coming
    }

    /// The keys that send gifts, in order: the digits from 1 for the first kinds, and 0 for the kind that was published
    /// last.
    ///
    /// A kind that is added or withdrawn does not change the keys of the others.
    package var keys: [(key: Character, gift: RoomGift)] {
        var keys = zip("123456789", ids).compactMap { key, id in playable(id).map { (key: key, gift: $0) } }
        if let gift = newestID.flatMap({ playable($0) }) { keys.append((key: "0", gift: gift)) }
        return keys
    }

    private var ids: [String] { embedded.gifts.map(\.id) + addedIDs }

    /// Returns all kinds that can play, and the kinds on disk that the store has not reported yet.
    ///
    /// The store reports its kinds one by one.
    package func sendable(including kindsOnDisk: [GiftKind]) -> [GiftKind] {
        sendable + kindsOnDisk.filter { published[$0.id] == nil && embedded[$0.id] == nil }
    }

    // MARK: - Updates of a store

    /// Adds the catalogue entry of a kind.
    package mutating func addListing(_ gift: StoreGift) {
        // A withdrawn kind can play again, and a stand-in has the name of its entry.
        if isWithdrawn(gift.id) || fallbackLength != nil { revision += 1 }
        published[gift.id, default: Published()].listed = gift
        published[gift.id]?.isWithdrawn = false
    }

    /// Makes a version playable. A store reports the versions on disk in any order.
    package mutating func markReady(_ gift: StoreGift) {
        revision += 1
        if embedded[gift.id] == nil, !addedIDs.contains(gift.id) { addedIDs.append(gift.id) }
        let isOther = published[gift.id]?.ready != gift
        if isOther { readyCount += 1 }
        let number = isOther ? readyCount : published[gift.id]?.readyOrder ?? 0
        published[gift.id] = Published(listed: gift, ready: gift, readyOrder: number)
        guard isOther, embedded[gift.id] == nil else { return }
        if newestID == gift.id {
            // The version may have an earlier publication time than the one it replaces.
            updateNewest()
        } else if publicationDate(of: gift.id) >= newestID.map({ publicationDate(of: $0) }) ?? .min {
            newestID = gift.id
        }
    }

    private func publicationDate(of id: String) -> Int64 { published[id]?.publishedAt ?? .min }

    private func readyOrder(of id: String) -> Int { published[id]?.readyOrder ?? 0 }

    private mutating func updateNewest() {
        newestID = addedIDs.filter { published[$0]?.publishedAt != nil }
            .max { (publicationDate(of: $0), readyOrder(of: $0)) < (publicationDate(of: $1), readyOrder(of: $1)) }
    }

    /// Records that the last download of a kind failed; a version that is ready stays in use.
    package mutating func recordDownloadFailure(of id: String, reason: String) {
        published[id, default: Published()].problem = reason
    }

    /// Records that the ready version of a kind cannot play after all.
    package mutating func markUnplayable(_ id: String, reason: String) {
        revision += 1
        published[id]?.ready = nil
        published[id]?.problem = reason
        if newestID == id { updateNewest() }
    }

    /// Ends the withdrawal of a kind that the store does not list: the built-in kind of this id can play again.
    package mutating func endWithdrawal(of id: String) {
        revision += 1
        published[id] = nil
    }

    /// Withdraws a kind, so that it no longer plays.
    package mutating func withdraw(_ id: String) {
        revision += 1
        published[id] = Published(listed: published[id]?.listed, isWithdrawn: true)
        if newestID == id { updateNewest() }
    }
}
