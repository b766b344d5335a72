import BuiltInGifts
import GiftLibrary
import PlayerSettings

/// An animation that an argument names: a file, a package or a gift kind.
struct AnimationSource {
    /// The name in error messages: the path as given, or the id of the gift kind.
    let name: String
    /// The contents of the animation file, in any supported format; never empty.
    let bytes: [UInt8]
    /// Whether the animation belongs to a gift kind or a package.
    let isGift: Bool
    /// The contents of the gift's `gift.yaml` and its name in error messages.
    let manifest: (yaml: [UInt8], file: String)?
    /// The path of the animation file; `nil` for a built-in gift kind and for a package.
    let path: String?
    /// The package; `nil` if the animation is not from a package.
    private(set) var package: OpenedPackage?

    /// Finds and reads the animation that `argument` names.
    ///
    /// An argument is a path if it contains a slash, ends like an animation file, or names an existing file. Everything
    /// else is the id of a gift kind, from the library in `home` or else built in.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is no such file or gift kind, and 65 if the file is
    ///   empty or its package is invalid.
    init(argument: String, home: StoreHomeOption) throws(CommandFailure) {
        if OpenedPackage.isFolder(at: argument) {
            self.init(try OpenedPackage(folder: argument), name: argument)
            return
        }
        if Self.isPath(argument) {
            let bytes = try InputFile.bytes(at: argument)
            if OpenedPackage.isPackage(bytes) {
                self.init(try OpenedPackage(bytes, name: argument), name: argument)
                return
            }
            self.init(name: argument, bytes: bytes, isGift: false, path: argument)
            try checkContent()
            return
        }
        let gifts = try embeddedGifts()
        if let stored = try Self.storedPaths(argument, home, isBuiltIn: gifts.catalogue[argument] != nil) {
            let manifest = try stored.manifest.map { path throws(CommandFailure) in
                (try InputFile.bytes(at: path), path)
            }
            self.init(
                name: argument, bytes: try InputFile.bytes(at: stored.document), isGift: true, manifest: manifest,
                path: stored.document)
        } else {
            guard let gift = gifts.catalogue[argument], let bytes = gifts.animation(of: gift) else {
                throw Self.unknownAnimationFailure(argument, among: gifts.catalogue)
            }
            let manifest = gifts.manifest(of: gift).map { ($0, gift.manifest ?? "gift.yaml") }
            self.init(name: argument, bytes: bytes, isGift: true, manifest: manifest, path: nil)
        }
        try checkContent()
    }

    /// Creates a source from a package, which is treated like a gift kind that no store has yet.
    private init(_ package: OpenedPackage, name: String) {
        self.init(
            name: name, bytes: package.document, isGift: true, manifest: package.manifest.map { ($0, "gift.yaml") },
            path: nil)
        self.package = package
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

    /// Returns the paths of a gift kind's files in the library. Errors of the library do not affect built-in gift
    /// kinds.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if the kind is withdrawn, also if it is built in.
    private static func storedPaths(
        _ id: String, _ home: StoreHomeOption, isBuiltIn: Bool
    ) throws(CommandFailure) -> (document: String, manifest: String?)? {
        do throws(CommandFailure) {
            guard let store = try home.openIfExists() else { return nil }
            do throws(LocalStoreError) {
                guard try store.versions(of: id).effectiveVersions.first?.state == .withdrawn else {
                    return try store.animationFile(of: id)
                }
            } catch {
                throw CommandFailure(error)
            }
        } catch {
            guard isBuiltIn else { throw error }
            return nil
        }
        throw CommandFailure(.noInput, "\(id): the store has withdrawn this gift")
    }

    private static func isPath(_ argument: String) -> Bool {
        argument.utf8.contains(UInt8(ascii: "/"))
            || [".json", ".lottie", ".tgs", ".zip"].contains { argument.hasSuffix($0) }
            || InputFile.exists(at: argument)
    }

    private static func unknownAnimationFailure(_ argument: String, among catalogue: GiftCatalogue) -> CommandFailure {
        if argument.isEmpty { return CommandFailure(.noInput, "expected a file or a gift, found an empty name") }
        if InputFile.isFolder(at: argument) {
            return CommandFailure(.noInput, "\(argument): expected a file, found a folder without data.json")
        }
        let hint = Suggestion.hint(for: argument, among: catalogue.gifts.map(\.id))
        return CommandFailure(.noInput, "\(argument): no such file or gift\(hint)")
    }
}

/// Returns the gift kinds that are built in.
func embeddedGifts() throws(CommandFailure) -> EmbeddedGifts {
    do {
        return try EmbeddedGifts()
    } catch {
        throw CommandFailure(.software, error.description)
    }
}
