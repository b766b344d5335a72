import AnimationLoading
import BuiltInGifts
import DotLottie
import GiftLibrary
import GiftPackages
import LottieDocument
import PlayerSettings

/// An animation that an argument names: a file, an address on the web, a package or a gift kind.
struct AnimationSource {
    /// The name in error messages: the path as given, or the id of the gift kind.
    let name: String
    /// The contents of the animation file, in any supported format; never empty.
    let bytes: [UInt8]
    /// Whether the animation belongs to a gift kind or a package.
    let isGift: Bool
    /// The contents of the gift's `gift.yaml` and its name in error messages.
    let manifest: (yaml: [UInt8], file: String)?
    /// The path of the animation file; `nil` for a built-in gift kind, a package, standard input and a file on the web.
    let path: String?
    /// The package; `nil` if the animation is not from a package.
    private(set) var package: OpenedPackage?
    /// The state machine of a gift; `nil` if its animation plays as it is.
    private(set) var machine: GiftMachine? {
        get { machines.first }
        set { machines = newValue.map { [$0] } ?? [] }
    }
    /// The state machine as a list: to copy an optional value of so many parts, a program looks up its type, which takes
    /// a tenth of the time of opening a small file.
    private var machines: [GiftMachine] = []
    /// The animations that the gift's manifest puts inside layers, by their paths in the package.
    private(set) var insertedAnimations: [String: [UInt8]] = [:]

    /// Finds and reads the animation that `argument` names.
    ///
    /// An argument is an address if it begins with http:// or https://, and a path if it contains a slash, ends like an
    /// animation file, or names an existing file. `-` is standard input, whose animation has no pictures beside it.
    /// Everything else is the id of a gift kind: of the store that the options name, else from the library in `home` or
    /// built in.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is no such file or gift kind, 65 if the file is empty or
    ///   too large or its package is invalid, 69 if a server does not answer, and 64 if standard input is a terminal.
    init(argument: String, home: StoreHomeOption, store: AnimationStoreOption?) throws(CommandFailure) {
        if WebAddress.isAddress(argument) {
            try self.init(file: WebFile.bytes(at: argument), name: WebAddress.shown(argument), path: nil)
            return
        }
        if argument == InputFile.standardInput {
            try self.init(file: InputFile.bytes(of: argument), name: InputFile.name(of: argument), path: nil)
            return
        }
        // Whether a file's name belongs to a folder is looked up only if it cannot be read, as that takes time.
        if Self.hasFileEnding(argument), let bytes = try? InputFile.bytes(at: argument) {
            try self.init(file: bytes, name: argument, path: argument)
            return
        }
        if OpenedPackage.isFolder(at: argument) {
            self.init(try OpenedPackage(folder: argument), name: argument)
            return
        }
        if Self.isPath(argument) {
            try self.init(file: InputFile.bytes(at: argument), name: argument, path: argument)
            return
        }
        switch try store?.animation(argument) {
        case .package(let bytes): self.init(try OpenedPackage(bytes, name: argument), name: argument)
        case .file(let bytes, let url): try self.init(file: bytes, name: WebAddress.shown(url), path: nil)
        case nil: try self.init(gift: argument, home: home)
        }
    }

    /// Creates a source from a file, which may be a package.
    private init(file bytes: [UInt8], name: String, path: String?) throws(CommandFailure) {
        if OpenedPackage.isPackage(bytes) {
            self.init(try OpenedPackage(bytes, name: name), name: name)
        } else {
            self.init(name: name, bytes: bytes, isGift: false, path: path)
            try checkContent()
        }
    }

    /// Finds a gift kind in the library, or else among the built-in ones.
    private init(gift argument: String, home: StoreHomeOption) throws(CommandFailure) {
        let gifts = try embeddedGifts()
        if let stored = try Self.storedPaths(argument, home, isBuiltIn: gifts.catalogue[argument] != nil) {
            let manifest = try stored.manifest.map { path throws(CommandFailure) in
                (try InputFile.bytes(at: path), path)
            }
            self.init(
                name: argument, bytes: try InputFile.bytes(at: stored.document), isGift: true, manifest: manifest,
                path: stored.document)
            machine = try Self.machine(beside: stored.document, manifest, name: argument)
            insertedAnimations = try Self.files(in: "animations", beside: stored.document)
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
        machine = package.machine
        insertedAnimations = package.insertedAnimations
    }

    /// Reads the files in a folder of an installed gift, by their paths in the package.
    private static func files(
        in name: String, beside document: String
    ) throws(CommandFailure) -> [String: [UInt8]] {
        let folder = document.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let part = "\(folder)/\(name)"
        guard InputFile.isFolder(at: part), let real = RealFolder(at: part) else { return [:] }
        var files: [String: [UInt8]] = [:]
        for path in try FolderFiles.paths(in: part, endingIn: [".json", ".lottie", ".tgs"], below: real) {
            files[String(path.dropFirst(folder.count + 1))] = try InputFile.bytes(at: path)
        }
        return files
    }

    /// Reads the state machine of an installed gift.
    private static func machine(
        beside document: String, _ manifest: (yaml: [UInt8], file: String)?, name: String
    ) throws(CommandFailure) -> GiftMachine? {
        let files = try files(in: "s", beside: document)
        guard !files.isEmpty else { return nil }
        do {
            let options = try manifest.map { try GiftManifest(yaml: $0.yaml, file: $0.file) }
            return try GiftMachine(files: files, options)
        } catch {
            throw CommandFailure(.badData, "\(name): \(error)")
        }
    }

    /// Recognises the format of the file.
    ///
    /// - Throws: `CommandFailure` with exit status 65 if it is a damaged archive.
    func file() throws(CommandFailure) -> AnimationFile {
        do throws(DotLottieError) {
            return try AnimationFile(bytes)
        } catch {
            throw CommandFailure(.badData, "\(name): \(error)")
        }
    }

    /// Embeds the pictures of the package, or those beside the file.
    func embedPictures(in composition: inout Composition) {
        package?.embedPictures(in: &composition)
        guard let path else { return }
        var folder = PictureFolder(beside: path)
        composition.embedImages { folder.picture(named: $0) }
    }

    /// Parses the initial animation as it is, with its pictures.
    ///
    /// - Throws: `CommandFailure` with exit status 65 if it is invalid.
    func composition() throws(CommandFailure) -> Composition {
        let file = try file()
        do throws(DotLottieError) {
            var composition = try file.composition()
            if case .document = file { embedPictures(in: &composition) }
            return composition
        } catch {
            throw CommandFailure(.badData, "\(name): \(error)")
        }
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
                let state = try store.versions(of: id).effectiveVersions.first?.state
                let withdrawn = try store.withdrawnBuiltInKinds()
                guard state == .withdrawn || withdrawn.contains(id) else {
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

    static func isPath(_ argument: String) -> Bool {
        argument == InputFile.standardInput || argument.utf8.contains(UInt8(ascii: "/")) || hasFileEnding(argument)
            || InputFile.exists(at: argument)
    }

    private static func hasFileEnding(_ argument: String) -> Bool {
        [".json", ".lottie", ".tgs", ".zip"].contains { argument.hasSuffix($0) }
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

extension EmbeddedGifts {
    /// The ids of the built-in gift kinds.
    static let kindIDs: Set<String> = Set((try? EmbeddedGifts())?.catalogue.gifts.map(\.id) ?? [])
}
