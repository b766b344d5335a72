import GiftLibrary

extension [StoredGift] {
    /// Of each kind the version that decides what its id means, instead of the built-in kind of the same id: the first
    /// one that is installed or withdrawn.
    ///
    /// If that version is withdrawn, the id means nothing: the built-in kind does not play either, on the stage and
    /// elsewhere. The versions of a kind must be in the order of ``LocalStore``, in which the listed one comes first.
    var effectiveVersions: [StoredGift] {
        var known: Set<String> = []
        return filter { ($0.isInstalled || $0.state == .withdrawn) && known.insert($0.gift.id).inserted }
    }
}
