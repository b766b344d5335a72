import GiftStore
import LocalStore

/// An animation that somebody names on the command line: a file, or a gift of the catalogue.
struct AnimationSource {
    /// What errors call it: the path as it was given, or the gift's id.
    let name: String
    /// The file, of whatever kind; never empty.
    let bytes: [UInt8]
    /// Whether it is a gift.
    let isGift: Bool
    /// What the gift says of itself in YAML, and what errors call that.
    let manifest: (yaml: [UInt8], file: String)?
    /// Where the file is; nil for a gift that is built in.
    let path: String?

    /// Finds and reads what `argument` names.
    ///
    /// An argument with a slash or the ending of an animation's file is a path, and so is the name of a file that is
    /// there; everything else is a gift: the store's in `home`, or else one that is built in.
    /// - Throws: 66 where there is no such file or gift, 65 where there is nothing in it.
    init(argument: String, home: StoreHomeOption) throws(CommandFailure) {
        if Self.isPath(argument) {
            self.init(name: argument, bytes: try InputFile.bytes(at: argument), isGift: false, path: argument)
            try checkContent()
            return
        }
        let gifts = try embeddedGifts()
        if let stored = try Self.stored(argument, home, isBuiltIn: gifts.catalogue[argument] != nil) {
            let manifest = try stored.manifest.map { path throws(CommandFailure) in
                (try InputFile.bytes(at: path), path)
            }
            self.init(
                name: argument, bytes: try InputFile.bytes(at: stored.document), isGift: true, manifest: manifest,
                path: stored.document)
        } else {
            guard let gift = gifts.catalogue[argument], let bytes = gifts.animation(of: gift) else {
                throw Self.unknown(argument, among: gifts.catalogue)
            }
            let manifest = gifts.manifest(of: gift).map { ($0, gift.manifest ?? "gift.yaml") }
            self.init(name: argument, bytes: bytes, isGift: true, manifest: manifest, path: nil)
        }
        try checkContent()
    }

    private func checkContent() throws(CommandFailure) {
        guard !bytes.isEmpty else {
            throw CommandFailure(.badData, "\(name): expected a Lottie animation, found an empty file")
        }
    }

    private init(
        name: String, bytes: [UInt8], isGift: Bool, manifest: (yaml: [UInt8], file: String)? = nil, path: String?
    ) {
        self.name = name
        self.bytes = bytes
        self.isGift = isGift
        self.manifest = manifest
        self.path = path
    }

    /// Where the files of a gift on disk are. A store that can't be used is in nobody's way who plays what is built in.
    private static func stored(
        _ id: String, _ home: StoreHomeOption, isBuiltIn: Bool
    ) throws(CommandFailure) -> (document: String, manifest: String?)? {
        do throws(CommandFailure) {
            guard let store = try home.openExisting() else { return nil }
            do throws(LocalStoreError) {
                return try store.animationFile(of: id)
            } catch {
                throw CommandFailure(error)
            }
        } catch {
            guard isBuiltIn else { throw error }
            return nil
        }
    }

    private static func isPath(_ argument: String) -> Bool {
        argument.utf8.contains(UInt8(ascii: "/")) || [".json", ".lottie", ".tgs"].contains { argument.hasSuffix($0) }
            || InputFile.exists(at: argument)
    }

    private static func unknown(_ argument: String, among catalogue: GiftCatalogue) -> CommandFailure {
        if argument.isEmpty { return CommandFailure(.noInput, "expected a file or a gift, found an empty name") }
        if InputFile.isFolder(at: argument) {
            return CommandFailure(.noInput, "\(argument): expected a file, found a folder")
        }
        let hint = catalogue.suggestion(for: argument).map { ", did you mean \"\($0)\"?" } ?? ""
        return CommandFailure(.noInput, "\(argument): no such file or gift\(hint)")
    }
}

/// The gifts that are built in.
func embeddedGifts() throws(CommandFailure) -> EmbeddedGifts {
    do {
        return try EmbeddedGifts()
    } catch {
        throw CommandFailure(.software, error.description)
    }
}
