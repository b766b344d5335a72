import GiftLibrary
import RoomEvents

/// The gift kinds to which a feed can be mapped: the built-in ones and those in the library.
enum KnownKinds {
    /// Returns all gift kinds. A kind in the library replaces the built-in kind of the same id, and a withdrawn one
    /// removes it.
    ///
    /// Errors of the library are ignored unless its folder was given explicitly.
    ///
    /// - Parameters:
    ///   - home: The folder of the library.
    ///   - isStage: Whether the result is for the stage, which creates the folder if it follows a store, and reports
    ///     errors of the library itself.
    /// - Throws: `CommandFailure` if the library cannot be read and its errors are not ignored.
    static func all(_ home: StoreHomeOption, isStage: Bool = false) throws(CommandFailure) -> [GiftKind] {
        let builtIn = try embeddedGifts().kinds
        let stored: [StoredGift]
        let withdrawn: [String]
        do throws(CommandFailure) {
            (stored, withdrawn) = try storedGifts(home)
        } catch {
            guard isStage || home.home == nil else { throw error }
            (stored, withdrawn) = ([], [])
        }
        let replaced = Set(stored.map(\.gift.id) + withdrawn)
        let published = stored.filter { $0.state != .withdrawn }.map {
            GiftKind(id: $0.gift.id, name: $0.gift.name, value: Int(clamping: $0.gift.value))
        }
        return builtIn.filter { !replaced.contains($0.id) } + published
    }

    private static func storedGifts(
        _ home: StoreHomeOption
    ) throws(CommandFailure) -> (effective: [StoredGift], withdrawn: [String]) {
        guard let store = try home.openIfExists() else { return ([], []) }
        do throws(LocalStoreError) {
            return (try store.gifts().effectiveVersions, try store.withdrawnBuiltInKinds())
        } catch {
            throw CommandFailure(error)
        }
    }
}
