import GiftFeed
import LocalStore

/// The kinds of gift that a feed may mean: those that are built in, and those of a store that are on disk.
enum KnownKinds {
    /// All of them; one that both have is the store's. A store that can't be used is in nobody's way, unless it is named.
    /// - Parameter isStage: whether this is for the stage, which makes the folder where it follows a store, and says itself
    ///   what is wrong with it.
    static func all(_ home: StoreHomeOption, isStage: Bool = false) throws(CommandFailure) -> [GiftKind] {
        let builtIn = try embeddedGifts().kinds
        let stored: [GiftKind]
        do throws(CommandFailure) {
            stored = try onDisk(home)
        } catch {
            guard isStage || home.home == nil else { throw error }
            stored = []
        }
        let replaced = Set(stored.map(\.id))
        return builtIn.filter { !replaced.contains($0.id) } + stored
    }

    private static func onDisk(_ home: StoreHomeOption) throws(CommandFailure) -> [GiftKind] {
        guard let store = try home.openExisting() else { return [] }
        let gifts: [StoredGift]
        do throws(LocalStoreError) {
            gifts = try store.gifts()
        } catch {
            throw CommandFailure(error)
        }
        var known: Set<String> = []
        return gifts.filter { $0.isInstalled && $0.state != .withdrawn && known.insert($0.gift.id).inserted }.map {
            GiftKind(id: $0.gift.id, name: $0.gift.name, value: Int(clamping: $0.gift.value))
        }
    }
}
