import ArgumentParser

/// The option `--store` of commands that tell which gifts there are.
struct StoreOfferOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only what this store offers: its URL, or a folder with a catalogue.json.", valueName: "url"),
        completion: .directory)
    var store: String?

    /// Returns what the store of the option offers; without the option, all known gifts.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for an invalid place, 66 or 69 if the store cannot be read, and 65 if
    ///   it has no valid catalogue.
    func gifts(_ home: StoreHomeOption) throws(CommandFailure) -> [KnownGift] {
        guard let store else { return try KnownGift.all(home) }
        return try KnownGift.offered(by: try AnimationStoreOption.reader(store), home)
    }
}
