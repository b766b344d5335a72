import AnimationLoading
import AnimationPlayback
import DotLottie
import ExactNumbers
import GiftPackages
import LottieDocument
import LottieInspection
import LottieRenderer

/// A parsed animation that an argument names.
struct OpenedAnimation {
    /// The name in error messages.
    let name: String
    let composition: Composition
    /// The property values that override those of the animation.
    let properties: DynamicProperties
    /// What the gift's manifest and the options put inside layers.
    let insertions: [InspectedInsertion]
    /// The player whose rules count where players draw differently.
    let compatibility: RenderingCompatibility
    /// The manifest of a gift; `nil` for an animation that is no gift.
    var manifest: GiftManifest? { gift?.manifest }
    /// What is played of the animation of a gift; `nil` for the whole of it, as for any other animation.
    var course: PlaybackCourse? { gift?.course }
    /// The state machine of a gift; `nil` if its animation plays as it is.
    var machine: GiftMachine? { gift?.machine }
    private let gift: GiftParts?
    /// The dotLottie archive; `nil` if the animation is not from one.
    let archive: DotLottieFile?
    /// The size of the animation file, in bytes.
    let fileSize: Int
    /// Whether the animation belongs to a gift kind or a package.
    var isGift: Bool { gift != nil }
    /// The text of the animation's document.
    let document: [UInt8]

    /// Finds, reads and parses the animation that `argument` names, and loads the pictures next to it.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is no such file or gift kind, 65 if it is not a valid
    ///   animation, and 64 if it lacks something that an option names.
    init(argument: String, options: AnimationOptions) throws(CommandFailure) {
        try self.init(
            AnimationSource(argument: argument, home: options.home, store: options.store), options: options)
    }

    /// Parses an animation that was found, and loads the pictures next to it.
    ///
    /// - Throws: `CommandFailure` with exit status 65 if it is not a valid animation, and 64 if it lacks something that an
    ///   option names.
    init(_ source: AnimationSource, options: AnimationOptions) throws(CommandFailure) {
        name = source.name
        fileSize = source.bytes.count
        let file = try source.file()
        var composition = try options.composition(of: file, name: source.name)
        switch file {
        case .archive(let archive):
            self.archive = archive
            // The composition was read from it, so that it exists.
            document = (try? archive.document(options.animation))?.json ?? []
        case .document(let json):
            archive = nil
            document = json
            source.embedPictures(in: &composition)
        }
        self.composition = composition
        compatibility = options.rules.compatibility
        let gift = source.isGift ? try GiftParts(source, composition, options) : nil
        self.gift = gift
        let given = try options.properties(of: gift?.manifest, source, composition)
        var properties = given.values
        properties.append(contentsOf: try options.dynamicProperties(of: composition))
        try options.visibility.apply(to: &properties, of: composition)
        let inserted = try options.insertion.apply(
            to: &properties, of: composition, home: options.home, store: options.store)
        insertions = given.insertions.isEmpty ? inserted : given.insertions + inserted
        self.properties = properties
    }

    /// What the manifest of a gift says about playing; `nil` without one.
    var playing: PlayingOptions? { manifest?.play }

    /// Returns what is played of the animation of a gift, with another hold of its last frame; `nil` for the whole of it.
    ///
    /// - Parameter hold: The option that says how long the last frame is held; `nil` for what the gift says.
    /// - Throws: `CommandFailure` with exit status 65 if the animation lacks what the gift plays.
    func course(holding hold: HoldArgument?) throws(CommandFailure) -> PlaybackCourse? {
        guard let hold, course != nil, var manifest else { return course }
        manifest.play.hold = hold.time
        return try manifest.course(of: composition, name: name)
    }

    /// How long a room presents the gift of one sender, in nanoseconds.
    var presentationDuration: Nanoseconds {
        let whole = PlaybackPlan(PlaybackSegment(of: composition), of: composition)
        return machine?.duration ?? (course ?? PlaybackCourse(whole)).duration
    }

    /// The name for a line with little room: of a URL, only the name of its file.
    var shortName: String { Self.shortName(of: name) }

    /// Returns the name of an animation for a line with little room.
    static func shortName(of name: String) -> String {
        guard WebAddress.isAddress(name) else { return name }
        let path = name.prefix { !"?#".contains($0) }
        return path.split(separator: "/").dropFirst(2).last.map(String.init) ?? name
    }

    /// Returns a renderer with the values and rules that the options set.
    func renderer(width: Int, height: Int) -> AnimationRenderer {
        AnimationRenderer(
            composition, width: width, height: height, compatibility: compatibility, properties: properties)
    }
}

/// The parts that only the animation of a gift has.
///
/// It is one object, so that opening any other file neither copies these values nor looks up their types.
private final class GiftParts: Sendable {
    let manifest: GiftManifest
    let course: PlaybackCourse?
    let machine: GiftMachine?

    /// Reads what the manifest of a gift says.
    ///
    /// - Throws: `CommandFailure` with exit status 65 if the manifest is invalid or the animation lacks what it names.
    init(
        _ source: AnimationSource, _ composition: Composition, _ options: AnimationOptions
    ) throws(CommandFailure) {
        manifest = try options.manifest(of: source)
        course = try manifest.course(of: composition, name: source.name)
        machine = source.machine
    }
}
