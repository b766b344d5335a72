import Budgets
import DotLottie
import LottieDocument
import LottieRenderer
import PlayerSettings
import ZIPArchive

/// The animations of a package that its manifest puts inside layers.
///
/// They are files in `animations/`, which a package keeps as they are.
enum InsertedAnimation {
    /// The folder in a package.
    static let folder = "animations/"

    /// Returns whether a file can be inserted: it is in the folder, and its name means the same everywhere.
    static func isValidPath(_ path: String) -> Bool {
        path.hasPrefix(folder) && ExistingPictures.isPortableName(String(path.dropFirst(folder.count)))
    }

    /// Reads an animation with its pictures at the expense of `budget`.
    ///
    /// - Parameters:
    ///   - bytes: The file: a Lottie document, also compressed with gzip, or a dotLottie archive.
    ///   - place: The place in the manifest.
    ///   - label: The beginning of errors.
    ///   - name: The path of the file in errors.
    ///   - budget: The budget.
    /// - Throws: `ConfigurationError` if it is invalid, lacks pictures, or exceeds the budget.
    static func composition(
        _ bytes: [UInt8], at place: ConfigurationError.Place, _ label: String, _ name: String,
        within budget: inout Budget
    ) throws(ConfigurationError) -> Composition {
        func fault(_ problem: String) -> ConfigurationError {
            ConfigurationError(place, "\(label): \(name): \(problem)")
        }
        let composition: Composition
        do throws(DotLottieError) {
            let (file, length) = try file(bytes)
            guard budget.consume(length, of: .bytes) else { throw .document(file: nil, shortage(of: budget)) }
            composition = try file.composition(within: &budget)
        } catch {
            throw fault(budget.shortage?.problem ?? error.description)
        }
        if let missing = composition.externalImages.first {
            throw fault("expected pictures inside the file, found \"\(missing)\"; a .lottie file can have them")
        }
        if let problem = composition.insertionProblem { throw fault(problem) }
        return composition
    }

    private static func shortage(of budget: Budget) -> LottieError {
        LottieError(path: "", problem: budget.shortage?.problem ?? "expected less")
    }

    /// Returns the file and the number of bytes that it has unpacked.
    private static func file(_ bytes: [UInt8]) throws(DotLottieError) -> (AnimationFile, length: Int) {
        guard Archive.isArchive(bytes) else {
            let file = try AnimationFile(bytes)
            guard case .document(let json) = file else { return (file, bytes.count) }
            return (file, json.count)
        }
        let archive: Archive
        do throws(ArchiveError) {
            archive = try Archive(bytes, limits: .giftPackage)
        } catch {
            throw .archive(error)
        }
        let length = archive.entries.reduce(0) { $0 + $1.size }
        return (.archive(try DotLottieFile(archive)), length)
    }
}

extension PackageSource {
    /// Returns the animations that the manifest inserts, by their paths in the package; what is missing is left out.
    func insertedAnimations() throws(GiftPackageError) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in manifest?.insertedAnimationPaths ?? [] where InsertedAnimation.isValidPath(path) {
            if let entry = archive?[path] { files[path] = try contents(of: entry) }
        }
        return files
    }

    /// The paths of all files that a manifest can insert, recognised by their names.
    var insertableFiles: [String] {
        let animations = (archive?.entries ?? []).map(\.name).filter { ManifestInsertion.isAnimation($0) }
        return pictures + animations.filter { $0 != "manifest.json" && $0 != GiftPackage.documentName }
    }
}
