import Budgets
import DotLottie
import LottieDocument
import PlayerSettings
import StoreProtocol
import ZIPArchive

/// The content of a package's file, independent of its format.
struct PackageSource {
    let kind: GiftPackage.Kind
    /// The document's name in the archive; `nil` for a separate document.
    let name: String?
    let json: [UInt8]
    let manifestYAML: [UInt8]?
    /// The signature file; `nil` without one.
    let signature: [UInt8]?
    /// The content of the manifest; `nil` without one.
    let manifest: GiftManifest?
    /// The folders in which a picture is searched by file name if it is not at its path.
    private let folders: [String]
    /// The archive; `nil` for a separate document.
    let archive: Archive?

    /// The maximum length of a manifest, in bytes; people write it by hand.
    private static let maxManifestLength = 1 << 18
    /// The maximum length of a dotLottie's `manifest.json`, in bytes; it lists the few files of the archive.
    private static let maxContentsLength = 1 << 20

    init(_ bytes: [UInt8], limits: ArchiveLimits, within budget: inout Budget) throws(GiftPackageError) {
        guard !Archive.isArchive(bytes) else {
            try self.init(
                try Self.mappingArchiveErrors { () throws(ArchiveError) in try Archive(bytes, limits: limits) },
                within: &budget)
            return
        }
        self.init(document: try Self.document(bytes, limits: limits))
    }

    private init(document: [UInt8]) {
        kind = .document
        name = nil
        json = document
        manifestYAML = nil
        signature = nil
        manifest = nil
        folders = []
        archive = nil
    }

    private static func document(_ bytes: [UInt8], limits: ArchiveLimits) throws(GiftPackageError) -> [UInt8] {
        if Gzip.isGzip(bytes) {
            return try mappingArchiveErrors { () throws(ArchiveError) in
                try Gzip.contents(of: bytes, upTo: limits.unpackedBytes)
            }
        }
        // Only text that begins like an object is treated as JSON, so other files get a clearer error than one of the
        // parser.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        guard text.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { throw .unknownKind }
        return bytes
    }

    private init(_ archive: Archive, within budget: inout Budget) throws(GiftPackageError) {
        try Self.checkDocumentLengths(of: archive)
        self.archive = archive
        manifestYAML = try Self.manifestYAML(in: archive)
        signature = try Self.signature(in: archive)
        let wishes = try Self.parsedManifest(manifestYAML)
        self.manifest = wishes
        let looks = ManifestAppearance(wishes)
        let data = try Self.mappingArchiveErrors { () throws(ArchiveError) in
            try archive.contents(of: GiftPackage.documentName)
        }
        if let data {
            kind = .zip
            name = GiftPackage.documentName
            let folders = [GiftPackage.imageFolder, ""]
            self.folders = folders
            try looks.checkTheme(of: data)
            json = try Self.document(data, GiftPackage.documentName, [:], looks, within: &budget) { path in
                Self.picture(at: path, in: archive, folders, isDotLottie: false) != nil
            }
            return
        }
        guard archive["manifest.json"] != nil else { throw .noAnimation(found: Self.misplacedAnimation(in: archive)) }
        let file = try Self.dotLottie { () throws(DotLottieError) in try DotLottieFile(archive) }
        let theme = try looks.themeChoice(in: file)
        let document = try Self.dotLottie { () throws(DotLottieError) in try file.document(theme: theme) }
        kind = .dotLottie
        name = document.name
        let folders = file.version == 2 ? ["i/", "images/", ""] : ["images/", "i/", ""]
        self.folders = folders
        json = try Self.document(document.json, document.name, document.slots, looks, within: &budget) { path in
            Self.picture(at: path, in: archive, folders, isDotLottie: true) != nil
        }
    }

    /// Returns the file that is probably the animation of an archive without one at its place: `data.json` or a dotLottie's
    /// manifest in a folder, as when a folder is packed instead of what is in it, or else another document; `nil` if there
    /// is none.
    private static func misplacedAnimation(in archive: Archive) -> String? {
        // The Finder adds a folder of its own, with a companion of each file.
        let names = archive.entries.map(\.name).filter { !$0.hasPrefix("__MACOSX/") }
        return names.first { $0.hasSuffix("/\(GiftPackage.documentName)") || $0.hasSuffix("/manifest.json") }
            ?? names.first { $0.lowercased().hasSuffix(".json") }
    }

    /// Checks the length of all documents, before any of them is decompressed.
    private static func checkDocumentLengths(of archive: Archive) throws(GiftPackageError) {
        for entry in archive.entries where entry.name.hasSuffix(".json") {
            let isContents = entry.name == "manifest.json"
            let longest = isContents ? maxContentsLength : Budget.Limits.giftPackage.bytes
            guard entry.size <= longest else {
                throw .archive(
                    .limitExceeded(
                        what: isContents ? "a manifest" : "a document", limit: "\(longest >> 20) MB", file: entry.name))
            }
        }
    }

    static func dotLottie<Value>(
        _ body: () throws(DotLottieError) -> Value
    ) throws(GiftPackageError) -> Value {
        do throws(DotLottieError) {
            return try body()
        } catch {
            throw .dotLottie(error)
        }
    }

    private static func document(
        _ json: [UInt8], _ name: String, _ themed: [String: SlotValue], _ looks: ManifestAppearance,
        within budget: inout Budget, hasPicture: (String) -> Bool
    ) throws(GiftPackageError) -> [UInt8] {
        try looks.checkSlots(of: json, name: name, hasPicture: hasPicture)
        let document = try looks.document(json, name: name, themed: themed, hasPicture: hasPicture)
        return try looks.pictures.document(document, name: name, hasPicture: hasPicture, within: &budget)
    }

    private static func parsedManifest(_ yaml: [UInt8]?) throws(GiftPackageError) -> GiftManifest? {
        guard let yaml else { return nil }
        do throws(ConfigurationError) {
            return try GiftManifest(yaml: yaml, file: GiftPackage.manifestName)
        } catch {
            throw .manifest(error)
        }
    }

    private static func manifestYAML(in archive: Archive) throws(GiftPackageError) -> [UInt8]? {
        guard let entry = archive[GiftPackage.manifestName] else { return nil }
        return try mappingArchiveErrors { () throws(ArchiveError) in
            guard entry.size <= maxManifestLength else {
                throw .limitExceeded(what: "a manifest", limit: "\(maxManifestLength >> 10) KB", file: entry.name)
            }
            return try archive.contents(of: entry)
        }
    }

    private static func signature(in archive: Archive) throws(GiftPackageError) -> [UInt8]? {
        guard let entry = archive[PackageSignature.fileName] else { return nil }
        return try mappingArchiveErrors { () throws(ArchiveError) in
            guard entry.size <= PackageSignature.maxFileBytes else {
                throw .limitExceeded(
                    what: "a signature", limit: "\(PackageSignature.maxFileBytes) bytes", file: entry.name)
            }
            return try archive.contents(of: entry)
        }
    }

    /// Returns the archive's entry for the picture at `path` in the animation; `nil` if it is missing.
    func picture(at path: String) -> Archive.Entry? {
        archive.flatMap { Self.picture(at: path, in: $0, folders, isDotLottie: kind == .dotLottie) }
    }

    private static func picture(
        at path: String, in archive: Archive, _ folders: [String], isDotLottie: Bool
    ) -> Archive.Entry? {
        let steps = path.split(separator: "/").filter { $0 != "." }
        guard let file = steps.last else { return nil }
        // dotLottie defines the folder of pictures; in other archives, the path in the animation has priority.
        let exact = steps.joined(separator: "/")
        let alone = folders.map { $0 + file }
        for name in isDotLottie ? alone + [exact] : [exact] + alone {
            if let entry = archive[name] { return entry }
        }
        return nil
    }

    /// The paths of all pictures, recognised by their file extensions.
    var pictures: [String] {
        (archive?.entries ?? []).map(\.name).filter { name in
            [".png", ".jpg", ".jpeg", ".webp"].contains { name.lowercased().hasSuffix($0) }
        }
    }

    /// Returns the bytes of a file in the archive.
    func contents(of entry: Archive.Entry) throws(GiftPackageError) -> [UInt8] {
        guard let archive else { return [] }
        return try Self.mappingArchiveErrors { () throws(ArchiveError) in try archive.contents(of: entry) }
    }

    private static func mappingArchiveErrors<Value>(_ body: () throws(ArchiveError) -> Value) throws(GiftPackageError)
        -> Value
    {
        do throws(ArchiveError) {
            return try body()
        } catch {
            throw .archive(error)
        }
    }
}
