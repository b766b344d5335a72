import ArgumentParser
import CommandLineSupport
import GiftLibrary

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

/// The option `--store` of commands that look after the files of the library.
struct StoreKindsOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only the kinds that this store lists or has withdrawn: its URL, or a folder with a catalogue.json.",
            valueName: "url"),
        completion: .directory)
    var store: String?

    /// Returns the ids of these kinds; `nil`, which stands for all kinds, without the option.
    ///
    /// - Throws: `CommandFailure` as ``StoreOfferOption/gifts(_:)``.
    func kinds() throws(CommandFailure) -> Set<String>? {
        guard let store else { return nil }
        let reader = try AnimationStoreOption.reader(store)
        do throws(StoreGiftError) {
            return try reader.kinds()
        } catch {
            throw CommandFailure(listing: error)
        }
    }
}

extension CommandFailure {
    /// Creates a failure for a store whose catalogue cannot be read.
    init(listing error: StoreGiftError) {
        if case .store(let problem) = error {
            self.init(problem, signal: 0)
        } else {
            self.init(.badData, error.description)
        }
    }
}
