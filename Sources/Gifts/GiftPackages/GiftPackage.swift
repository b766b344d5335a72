public import AnimationPlayback
public import Budgets
public import LottieDocument
import LottieRenderer
import PlayerSettings
public import ZIPArchive

/// A gift package as designers submit it and stores publish it: an animation, its pictures and its manifest.
///
///     let package = try GiftPackage(bytes)          // a zip, a .lottie or a .json, recognised by its content
///     let composition = package.composition         // with its pictures
///     try package.zipArchive()                      // the one format for storage
///
/// A package of any format is checked as a whole: the archive is safe and within the limits, the animation is readable
/// and has a visible frame, and the manifest is valid. Everything derived from it depends on its content only.
public struct GiftPackage: Sendable {
    /// The format of a package's file.
    public enum Kind: String, Sendable {
        /// An archive with `data.json` at its root.
        case zip
        /// A dotLottie archive.
        case dotLottie
        /// A single Lottie document, possibly compressed with gzip.
        case document
    }

    /// The format of the package's file.
    public let kind: Kind
    /// The animation as a Lottie document, with pictures embedded or in `images/`; a dotLottie's theme is applied to
    /// it.
    public let dataJSON: [UInt8]
    /// The existing pictures in `images/` that the animation refers to, by file name without the folder.
    public let images: [String: [UInt8]]
    /// The picture files that the animation refers to and the package lacks, sorted; they are not drawn.
    public let missingImages: [String]
    /// The content of `gift.yaml`; `nil` without such a file.
    public let manifest: GiftManifest?
    /// The values that the manifest assigns to the animation.
    public let properties: GiftProperties
    /// The state machine that decides what is shown of the animation; `nil` if it plays as it is.
    public let machine: GiftMachine?
    /// The file of the state machine, `s/ID.json`; `nil` without one.
    let machineFile: [UInt8]?
    /// The animations in `animations/` that the manifest puts inside layers, by their paths.
    public let insertedAnimations: [String: [UInt8]]
    /// The text of `gift.yaml`; `nil` without such a file.
    public let manifestYAML: [UInt8]?
    /// The file `gift.sig`; `nil` without one. Only ``checkSignature(id:trusted:)`` says whether it is right.
    public internal(set) var signature: [UInt8]?
    /// The animation with its pictures.
    public let composition: Composition
    /// What is played of the animation; `nil` for the whole of it, once and at normal speed.
    public let course: PlaybackCourse?

    static let documentName = "data.json"
    static let manifestName = "gift.yaml"
    static let imageFolder = "images/"
    /// The folder of state machines, as in a dotLottie archive.
    static let machineFolder = "s/"

    /// Reads a package.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - limits: The limits of the file's size and content.
    ///   - budget: The budget for reading and checking it. A server adds a deadline to `Budget.Limits.giftPackage`; a
    ///     package within these limits is valid everywhere.
    /// - Throws: `GiftPackageError`, whose description is one line.
    public init(
        _ bytes: [UInt8], limits: ArchiveLimits = .giftPackage, within budget: Budget = Budget(.giftPackage)
    ) throws(GiftPackageError) {
        var budget = budget
        guard bytes.count <= limits.packedBytes else { throw .fileTooLarge(limit: limits.packedBytes) }
        let source = try PackageSource(bytes, limits: limits, within: &budget)
        try Self.mappingBudgetErrors { () throws(BudgetExceeded) in
            try budget.spend(source.json.count, of: .bytes, at: source.name ?? "")
        }
        kind = source.kind
        let pictures = try Self.mappingLottieErrors(source.name) { () throws(LottieError) in
            try PictureReferences(in: source.json)
        }
        let found = try ExistingPictures(pictures, in: source)
        // All later readers pay for this document, and new names may have made it longer.
        try Self.mappingBudgetErrors { () throws(BudgetExceeded) in
            let added = found.document.count - source.json.count
            try budget.spend(max(0, added), of: .bytes, at: source.name ?? "")
        }
        dataJSON = found.document
        images = found.images
        var composition = try Self.composition(found.document, file: source.name, within: &budget)
        composition.embedImages { path in
            path.hasPrefix(Self.imageFolder) ? found.images[String(path.dropFirst(Self.imageFolder.count))] : nil
        }
        self.composition = composition
        missingImages = composition.externalImages
        course = try Self.course(source.manifest, of: composition)
        (machine, machineFile) = try source.machine(within: &budget)
        insertedAnimations = try source.insertedAnimations()
        manifestYAML = source.manifestYAML
        signature = source.signature
        do throws(ConfigurationError) {
            manifest = source.manifest
            properties = try GiftProperties(
                source.manifest ?? GiftManifest(), of: composition, file: Self.manifestName,
                animations: insertedAnimations, names: source.insertableFiles, within: &budget)
        } catch {
            throw GiftPackageError(error, within: budget)
        }
        let shown = properties.values(for: PresentationValues(sender: "Ann", count: 1, gift: manifest?.name ?? "Gift"))
        let (played, drawn) = (course, composition)
        let frames = try Self.mappingBudgetErrors { () throws(BudgetExceeded) in
            try drawn.emptyFrameCount(playing: played, properties: shown, within: &budget)
        }
        if let frames { throw missingImages.first.map { .noPicture($0) } ?? .noVisibleFrame(checked: frames) }
    }

    /// Checks that every entry of the manifest has an effect, which a store requires of a new package.
    ///
    /// - Throws: `GiftPackageError.manifest` for the first entry that has none.
    public func checkForPublication() throws(GiftPackageError) {
        if let error = manifest?.ineffectiveEntries.first { throw .manifest(error) }
    }

    private static func mappingBudgetErrors<Value>(_ body: () throws(BudgetExceeded) -> Value) throws(GiftPackageError)
        -> Value
    {
        do throws(BudgetExceeded) {
            return try body()
        } catch {
            throw .tooCostly(error)
        }
    }

    private static func course(
        _ manifest: GiftManifest?, of composition: Composition
    ) throws(GiftPackageError) -> PlaybackCourse? {
        let play = manifest?.play ?? PlayingOptions()
        do throws(PlaybackSegmentError) {
            return try play.course(of: composition)
        } catch {
            throw .manifest(ConfigurationError(play.place ?? .wholeFile(path: manifestName), "play: \(error)"))
        }
    }

    /// Reads the animation at the expense of `budget`.
    private static func composition(
        _ json: [UInt8], file: String?, within budget: inout Budget
    ) throws(GiftPackageError) -> Composition {
        do throws(LottieError) {
            return try Composition(json: json, within: &budget)
        } catch {
            if let shortage = budget.shortage {
                throw .tooCostly(
                    BudgetExceeded(resource: shortage.resource, limit: shortage.limit, location: error.path))
            }
            throw .document(file: file, error)
        }
    }

    private static func mappingLottieErrors<Value>(
        _ file: String?, _ body: () throws(LottieError) -> Value
    ) throws(GiftPackageError) -> Value {
        do throws(LottieError) {
            return try body()
        } catch {
            throw .document(file: file, error)
        }
    }
}

extension Budget.Limits {
    /// The limits for reading and checking a gift: one or two seconds of work and a few hundred megabytes.
    ///
    /// The most expensive real gifts use a tenth of it. The limits are part of the store's format.
    public static let giftPackage = Budget.Limits(steps: 150_000_000, bytes: 32 << 20)
}

extension Composition {
    /// The picture files that are not embedded, sorted.
    var externalImages: [String] {
        let paths = assets.images.values.compactMap { image -> String? in
            guard case .external(let path) = image.source else { return nil }
            return path
        }
        return Set(paths).sorted()
    }
}
