public import Archives
public import Lottie

/// A dotLottie archive, of version 1 or 2: animations with their pictures, and themes that change how they look.
///
///     let file = try DotLottieFile(bytes)
///     let composition = try file.composition("wave", theme: .named("dark"))
///
/// State machines, sounds and scripts in it mean nothing here.
public struct DotLottieFile: Sendable {
    /// An animation of the archive.
    public struct Animation: Sendable, Equatable {
        /// What it is asked for by.
        public var id = ""
        /// Its name for people, empty if none.
        public var name = ""
        /// The theme it has unless another is asked for.
        public var initialTheme: String?
    }

    /// A set of values for the slots of animations.
    public struct Theme: Sendable, Equatable {
        /// What it is asked for by.
        public var id = ""
        /// Its name for people, empty if none.
        public var name = ""
    }

    /// Which theme an animation is to have.
    public enum ThemeChoice: Sendable, Equatable {
        /// The one the archive gives it, if any.
        case initial
        /// None.
        case none
        /// The theme of this id.
        case named(String)
    }

    /// Version of the format, 1 or 2.
    public let version: Int
    /// The program that wrote the archive, empty if unknown.
    public let generator: String
    /// The animations in the archive's order, at least one.
    public let animations: [Animation]
    /// The themes in the archive's order.
    public let themes: [Theme]
    /// The animation that is shown unless another is asked for.
    public let initialAnimation: Animation
    /// The files.
    public let archive: Archive

    /// The archive that `bytes` are.
    /// - Throws: `DotLottieError` where they are none, or one without a manifest or animations.
    public init(_ bytes: [UInt8], limits: ArchiveLimits = .dotLottie) throws(DotLottieError) {
        try self.init(try Self.opening { () throws(ArchiveError) in try Archive(bytes, limits: limits) })
    }

    /// The archive in the file at `path`.
    /// - Throws: `DotLottieError` where it can't be read or is none.
    public init(path: String, limits: ArchiveLimits = .dotLottie) throws(DotLottieError) {
        try self.init(try Self.opening { () throws(ArchiveError) in try Archive(path: path, limits: limits) })
    }

    /// The animations in `archive`.
    /// - Throws: `DotLottieError` where it has no manifest or no animations.
    public init(_ archive: Archive) throws(DotLottieError) {
        guard let bytes = try Self.contents(of: Self.manifestName, in: archive) else {
            throw .missing(file: Self.manifestName)
        }
        let manifest = try Self.reading(Self.manifestName) { () throws(LottieError) in try Manifest(json: bytes) }
        guard let first = manifest.animations.first else {
            throw .document(
                file: Self.manifestName,
                LottieError(path: "animations", problem: "expected at least one animation, found none"))
        }
        version = manifest.version
        generator = manifest.generator
        animations = manifest.animations
        themes = manifest.themes
        initialAnimation = manifest.animations.first { $0.id == manifest.initialAnimation } ?? first
        self.archive = archive
    }

    /// Reads an animation, with its pictures in it.
    /// - Parameters:
    ///   - id: the animation; nil for the initial one.
    ///   - theme: what its slots take their values from.
    ///   - slots: values that beat those of the theme, by the slots' names.
    /// - Throws: `DotLottieError` where there is no such animation or theme, or where one of them is broken.
    public func composition(
        _ id: String? = nil, theme: ThemeChoice = .initial, slots: [String: SlotValue] = [:]
    ) throws(DotLottieError) -> Composition {
        let document = try document(id, theme: theme)
        let values = document.slots.merging(slots) { $1 }
        var composition = try Self.reading(document.name) { () throws(LottieError) in
            try Composition(json: document.json, slots: values)
        }
        try embedPictures(in: &composition)
        return composition
    }

    /// An animation as it stands in the archive, and the values that a theme gives its slots.
    package struct Document {
        /// Its file's name in the archive.
        package let name: String
        /// What is in the file.
        package let json: [UInt8]
        /// Values by the slots' names.
        package let slots: [String: SlotValue]
    }

    /// The document of an animation, unread.
    /// - Throws: `DotLottieError` where there is no such animation or theme, or where the theme is broken.
    package func document(
        _ id: String? = nil, theme: ThemeChoice = .initial
    ) throws(DotLottieError) -> Document {
        let animation = id == nil ? initialAnimation : animations.first { $0.id == id }
        guard let animation else { throw .unknownAnimation(id ?? "", known: animations.map(\.id)) }
        let (name, json) = try file(animation.id, ending: "json", folders: ["a", "animations"])
        guard let json else { throw .missing(file: name) }
        return Document(name: name, json: json, slots: try themeSlots(theme, for: animation))
    }

    // MARK: - Files

    private static let manifestName = "manifest.json"

    private func themeSlots(
        _ choice: ThemeChoice, for animation: Animation
    ) throws(DotLottieError) -> [String: SlotValue] {
        let id: String
        switch choice {
        case .none: return [:]
        case .initial:
            guard let initial = animation.initialTheme else { return [:] }
            id = initial
        case .named(let name): id = name
        }
        let (name, json) = try file(id, ending: "json", folders: ["t", "themes"])
        guard let json else {
            // A theme that an archive promises and lacks is no reason to show nothing.
            if choice == .initial { return [:] }
            throw themes.contains { $0.id == id } ? .missing(file: name) : .unknownTheme(id, known: themes.map(\.id))
        }
        return try Self.reading(name) { () throws(LottieError) in
            try ThemeRules(json: json).slots(for: animation.id)
        }
    }

    /// Archives of either version are found with the folders of the other, so both are looked into, one's own first.
    private func file(
        _ id: String, ending: String, folders: [String]
    ) throws(DotLottieError) -> (name: String, bytes: [UInt8]?) {
        let names = (version == 2 ? folders : folders.reversed()).map { "\($0)/\(id).\(ending)" }
        for name in names {
            if let bytes = try Self.contents(of: name, in: archive) { return (name, bytes) }
        }
        return (names[0], nil)
    }

    private func embedPictures(in composition: inout Composition) throws(DotLottieError) {
        // Many assets may name one file; its bytes are unpacked and kept once.
        var known: [String: [UInt8]?] = [:]
        try composition.embedImages { (path: String) throws(DotLottieError) -> [UInt8]? in
            let file = String(path.split(separator: "/").last ?? "")
            if let bytes = known[file] { return bytes }
            let folders = version == 2 ? ["i/", "images/", ""] : ["images/", "i/", ""]
            var bytes: [UInt8]?
            for folder in folders where bytes == nil { bytes = try Self.contents(of: folder + file, in: archive) }
            known[file] = .some(bytes)
            return bytes
        }
    }

    private static func contents(of name: String, in archive: Archive) throws(DotLottieError) -> [UInt8]? {
        try opening { () throws(ArchiveError) in try archive.contents(of: name) }
    }

    private static func opening<Value>(_ body: () throws(ArchiveError) -> Value) throws(DotLottieError) -> Value {
        do throws(ArchiveError) {
            return try body()
        } catch {
            throw .archive(error)
        }
    }

    private static func reading<Value>(
        _ file: String, _ body: () throws(LottieError) -> Value
    ) throws(DotLottieError) -> Value {
        do throws(LottieError) {
            return try body()
        } catch {
            throw .document(file: file, error)
        }
    }
}
