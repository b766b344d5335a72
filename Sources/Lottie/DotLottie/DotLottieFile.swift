package import Budgets
public import LottieDocument
public import ZIPArchive

/// A dotLottie archive of version 1 or 2, with animations, their pictures, and themes that change their look.
///
///     let file = try DotLottieFile(bytes)
///     let composition = try file.composition("wave", theme: .named("dark"))
///
/// State machines are listed; the module `StateMachines` reads and runs them. Sounds and scripts are ignored, and so is how
/// an archive of version 1 wants to be played.
public struct DotLottieFile: Sendable {
    /// An animation of the archive.
    public struct Animation: Sendable, Equatable {
        /// The id, with which callers request the animation.
        public var id = ""
        /// The display name, empty if there is none.
        public var name = ""
        /// The id of the theme that applies unless the caller requests another.
        public var initialTheme: String?
        /// What an archive of version 1 says about playing it.
        package var playbackSettings: [PlaybackSetting] = []
    }

    /// A set of values for the slots of animations.
    public struct Theme: Sendable, Equatable {
        /// The id, with which callers request the theme.
        public var id = ""
        /// The display name, empty if there is none.
        public var name = ""
    }

    /// The definition of an animation's reactions to the viewer's input, which the module `StateMachines` reads.
    public struct StateMachine: Sendable, Equatable {
        /// The id.
        public var id = ""
        /// The display name, empty if there is none.
        public var name = ""
        /// Whether the state machine starts when the archive is opened.
        public var isInitial = false

        /// Creates an entry.
        package init(id: String = "", name: String = "", isInitial: Bool = false) {
            self.id = id
            self.name = name
            self.isInitial = isInitial
        }
    }

    /// The choice of the theme for an animation.
    public enum ThemeChoice: Sendable, Equatable {
        /// The theme that the archive assigns to the animation, if any.
        case initial
        /// No theme.
        case none
        /// The theme with this id.
        case named(String)
    }

    /// The version of the format, 1 or 2.
    public let version: Int
    /// The program that wrote the archive, empty if unknown.
    public let generator: String
    /// The animations in the archive's order, at least one.
    public let animations: [Animation]
    /// The themes in the archive's order.
    public let themes: [Theme]
    /// The state machines: those of the manifest, then those that only have a file.
    public let stateMachines: [StateMachine]
    /// The state machine that starts when the archive is opened; `nil` if none does.
    public var initialStateMachine: StateMachine? { stateMachines.first(where: \.isInitial) }
    /// The id of the state machine that should start, if the archive has no such machine; otherwise `nil`.
    public let missingInitialStateMachine: String?
    /// The animation that plays unless the caller requests another.
    public let initialAnimation: Animation
    /// The archive with the files.
    public let archive: Archive

    /// Creates a dotLottie file from the bytes of an archive.
    ///
    /// - Throws: `DotLottieError` if the bytes are not a valid archive, or if it has no manifest or no animations.
    public init(_ bytes: [UInt8], limits: ArchiveLimits = .dotLottie) throws(DotLottieError) {
        try self.init(try Self.withDotLottieErrors { () throws(ArchiveError) in try Archive(bytes, limits: limits) })
    }

    /// Creates a dotLottie file from the archive at `path`.
    ///
    /// - Throws: `DotLottieError` if the file cannot be read or is not a valid archive with a manifest and animations.
    public init(path: String, limits: ArchiveLimits = .dotLottie) throws(DotLottieError) {
        try self.init(
            try Self.withDotLottieErrors { () throws(ArchiveError) in try Archive(path: path, limits: limits) })
    }

    /// Creates a dotLottie file from an archive.
    ///
    /// - Throws: `DotLottieError` if the archive has no valid manifest or no animations.
    public init(_ archive: Archive) throws(DotLottieError) {
        guard let bytes = try Self.contents(of: Self.manifestName, in: archive) else {
            throw .missing(file: Self.manifestName)
        }
        let manifest = try Self.withDocumentErrors(Self.manifestName) { () throws(LottieError) in
            try Manifest(json: bytes)
        }
        guard let first = manifest.animations.first else {
            throw .document(
                file: Self.manifestName,
                LottieError(path: "animations", problem: "expected at least one animation, found none"))
        }
        version = manifest.version
        generator = manifest.generator
        animations = manifest.animations
        themes = manifest.themes
        let machines = Self.stateMachines(manifest, in: archive)
        stateMachines = machines
        missingInitialStateMachine = machines.contains(where: \.isInitial) ? nil : manifest.initialStateMachine
        initialAnimation = manifest.animations.first { $0.id == manifest.initialAnimation } ?? first
        self.archive = archive
    }

    /// Parses an animation and embeds its pictures.
    ///
    /// - Parameters:
    ///   - id: The id of the animation, nil for the initial one.
    ///   - theme: The theme that sets the slots.
    ///   - slots: Values by slot id, which take precedence over those of the theme.
    /// - Throws: `DotLottieError` if the animation or theme does not exist or is invalid.
    public func composition(
        _ id: String? = nil, theme: ThemeChoice = .initial, slots: [String: SlotValue] = [:]
    ) throws(DotLottieError) -> Composition {
        var budget = Budget(.document)
        return try composition(id, theme: theme, slots: slots, within: &budget)
    }

    /// Parses an animation at the expense of `budget`, and embeds its pictures.
    ///
    /// - Throws: `DotLottieError` also if the budget is exhausted; `budget.shortage` is then set.
    package func composition(
        _ id: String? = nil, theme: ThemeChoice = .initial, slots: [String: SlotValue] = [:],
        within budget: inout Budget
    ) throws(DotLottieError) -> Composition {
        let document = try document(id, theme: theme)
        let values = document.slots.merging(slots) { $1 }
        var composition = try Self.withDocumentErrors(document.name) { () throws(LottieError) in
            try Composition(json: document.json, slots: values, within: &budget)
        }
        try embedPictures(in: &composition)
        return composition
    }

    /// An unparsed animation of the archive, with a theme's values for its slots.
    package struct Document {
        /// The name of the file in the archive.
        package let name: String
        /// The contents of the file.
        package let json: [UInt8]
        /// The values by slot id.
        package let slots: [String: SlotValue]
    }

    /// Returns the unparsed document of an animation.
    ///
    /// - Throws: `DotLottieError` if the animation or theme does not exist, or if the theme is invalid.
    package func document(
        _ id: String? = nil, theme: ThemeChoice = .initial
    ) throws(DotLottieError) -> Document {
        let animation = id == nil ? initialAnimation : animations.first { $0.id == id }
        guard let animation else { throw .unknownAnimation(id ?? "", known: animations.map(\.id)) }
        let (name, json) = try file(animation.id, ending: "json", folders: ["a", "animations"])
        guard let json else { throw .missing(file: name) }
        return Document(name: name, json: json, slots: try themeSlots(theme, for: animation))
    }

    /// Returns the name and the contents of the file of a state machine.
    ///
    /// - Throws: `DotLottieError` if no state machine has the id, or if its file is missing.
    package func stateMachineFile(_ id: String) throws(DotLottieError) -> (name: String, json: [UInt8]) {
        guard stateMachines.contains(where: { $0.id == id }) else {
            throw .unknownStateMachine(id, known: stateMachines.map(\.id))
        }
        let (name, json) = try file(id, ending: "json", folders: ["s", "states"])
        guard let json else { throw .missing(file: name) }
        return (name, json)
    }

    /// The error of an archive whose initial state machine does not exist; `nil` if it exists or there is none.
    ///
    /// State machines of version 1 are not played, so that theirs are none.
    package var initialStateMachineError: DotLottieError? {
        guard version == 2, let id = missingInitialStateMachine else { return nil }
        let problem = DotLottieError.unknownStateMachine(id, known: stateMachines.map(\.id)).description
        return .document(file: Self.manifestName, LottieError(path: "initial.stateMachine", problem: problem))
    }

    // MARK: - Files

    /// Returns the state machines of the manifest, then those that only have a file.
    private static func stateMachines(_ manifest: Manifest, in archive: Archive) -> [StateMachine] {
        var machines = manifest.stateMachines
        var known = Set(machines.map(\.id))
        for entry in archive.entries {
            let parts = entry.name.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, ["s", "states"].contains(parts[0]), parts[1].hasSuffix(".json") else { continue }
            let id = String(parts[1].dropLast(5))
            if !id.isEmpty, known.insert(id).inserted { machines.append(StateMachine(id: id)) }
        }
        for index in machines.indices { machines[index].isInitial = machines[index].id == manifest.initialStateMachine }
        return machines
    }

    static let manifestName = "manifest.json"

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
            // A missing initial theme must not prevent the animation from playing.
            if choice == .initial { return [:] }
            throw themes.contains { $0.id == id } ? .missing(file: name) : .unknownTheme(id, known: themes.map(\.id))
        }
        return try Self.withDocumentErrors(name) { () throws(LottieError) in
            try ThemeRules(json: json).slots(for: animation.id)
        }
    }

    /// Returns the file of this id from the first of `folders` that has it, or the preferred name and nil if none does.
    ///
    /// Some archives of one version use the folders of the other; the archive's own folders come first.
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
        // Several assets may refer to one file; its bytes are decompressed and kept once.
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
        try withDotLottieErrors { () throws(ArchiveError) in try archive.contents(of: name) }
    }

    private static func withDotLottieErrors<Value>(_ body: () throws(ArchiveError) -> Value) throws(DotLottieError)
        -> Value
    {
        do throws(ArchiveError) {
            return try body()
        } catch {
            throw .archive(error)
        }
    }

    private static func withDocumentErrors<Value>(
        _ file: String, _ body: () throws(LottieError) -> Value
    ) throws(DotLottieError) -> Value {
        do throws(LottieError) {
            return try body()
        } catch {
            throw .document(file: file, error)
        }
    }
}
