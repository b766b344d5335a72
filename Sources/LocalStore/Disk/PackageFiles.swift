import Archives
import DotLottie
import Lottie

/// A file of a package, with its path.
typealias PackageFile = (path: String, bytes: [UInt8])

/// Why a package can't be played.
struct PackageFault: Error {
    /// Where, what, and what was expected.
    let reason: String
}

/// What of a package goes onto the disk.
enum PackageFiles {
    /// The animation of a package.
    static let document = "data.json"
    /// An archive that was taken as it is.
    static let archive = "animation.lottie"
    /// Movements, banner, properties and policy of the gift.
    static let manifest = "gift.yaml"
    /// Where the pictures are.
    static let pictures = "images/"

    /// The files of a package, checked.
    static func files(of bytes: [UInt8]) throws(PackageFault) -> [PackageFile] {
        do throws(ArchiveError) {
            let archive = try Archive(bytes, limits: .giftPackage)
            guard archive[document] != nil else { return [(Self.archive, bytes)] }
            var files: [PackageFile] = []
            for entry in archive.entries
            where entry.name == document || entry.name == manifest || entry.name.hasPrefix(pictures) {
                files.append((entry.name, try archive.contents(of: entry)))
            }
            return files
        } catch {
            throw PackageFault(reason: error.description)
        }
    }

    /// The animation of a version's files, with its pictures in it.
    /// - Throws: `DotLottieError` or `LottieError` where it is none.
    static func composition(of files: [String: [UInt8]]) throws -> Composition {
        guard let document = files[document] else {
            return try AnimationFile(files[archive] ?? []).composition()
        }
        var composition = try Composition(json: document)
        composition.embedImages { files[$0] }
        return composition
    }
}
