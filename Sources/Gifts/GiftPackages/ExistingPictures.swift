/// The existing pictures of a package, under their new names.
struct ExistingPictures {
    /// The pictures by file name in the picture folder.
    private(set) var images: [String: [UInt8]] = [:]
    /// The document with references to the new names.
    private(set) var document: [UInt8] = []

    /// The names in use, in lower case, because some file systems do not distinguish `A.png` from `a.png`.
    private var usedNames: Set<String> = []
    /// The maximum length of a name, in bytes, that all file systems support.
    private static let maxNameLength = 128

    init(_ references: PictureReferences, in source: PackageSource) throws(GiftPackageError) {
        let paths = Set(references.references.map(\.path)).sorted()
        let entries = Dictionary(uniqueKeysWithValues: paths.map { ($0, source.picture(at: $0)) })
        // The name of a missing picture stays in the document, so no existing picture may get it.
        for path in paths where entries[path] == .some(nil) { usedNames.insert(Self.fileName(of: path).lowercased()) }
        // Several paths can refer to one file, whose bytes are stored once.
        var names: [String: String] = [:]
        for path in paths {
            guard let entry = entries[path] ?? nil, names[entry.name] == nil else { continue }
            let name = unusedName(for: path)
            names[entry.name] = name
            images[name] = try source.contents(of: entry)
        }
        document = references.document { path in
            guard let entry = entries[path] ?? nil, let name = names[entry.name] else { return nil }
            return .file(name, folder: GiftPackage.imageFolder)
        }
    }

    private static func fileName(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// Returns the last component of `path` if it is a valid and unused file name; otherwise another name.
    private mutating func unusedName(for path: String) -> String {
        let own = Self.fileName(of: path)
        if Self.isPortableName(own), usedNames.insert(own.lowercased()).inserted { return own }
        let ending = own.split(separator: ".").dropFirst().last.map { "." + $0 } ?? ""
        var number = 1
        while true {
            let name = "picture-\(number)" + (Self.isPortableName("x" + ending) ? ending : "")
            if usedNames.insert(name.lowercased()).inserted { return name }
            number += 1
        }
    }

    /// Whether a name is valid and means the same in all file systems and URLs.
    static func isPortableName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first != UInt8(ascii: "."), name.utf8.count <= maxNameLength else {
            return false
        }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}
