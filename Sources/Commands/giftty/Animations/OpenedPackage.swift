import GiftPackages
import LottieDocument
import ZIPArchive

/// The package of a gift kind: a ZIP file with `data.json`, or a folder.
///
/// It is a class because few animations come from one: for an optional value of so many parts, a program looks up its
/// type when it first copies it, which takes a tenth of the time of opening a small file.
final class OpenedPackage: Sendable {
    /// The contents of `data.json`.
    let document: [UInt8]
    /// The contents of `gift.yaml`; `nil` without one.
    let manifest: [UInt8]?
    /// The state machine; `nil` if the animation plays as it is.
    let machine: GiftMachine?
    /// The animations that the manifest puts inside layers, by their paths.
    let insertedAnimations: [String: [UInt8]]
    /// The pictures of the animation, by file name.
    private let images: [String: [UInt8]]

    private static let documentName = "data.json"
    private static let manifestName = "gift.yaml"
    private static let imageFolder = "images"

    /// Returns whether a folder is a package.
    static func isFolder(at path: String) -> Bool {
        InputFile.isFolder(at: path) && InputFile.exists(at: "\(path)/\(documentName)")
    }

    /// Returns whether a file is an archive with a package, or with nothing known, of which the package's error says most. A
    /// dotLottie archive is not.
    static func isPackage(_ bytes: [UInt8]) -> Bool {
        guard Archive.isArchive(bytes), let archive = try? Archive(bytes, limits: .giftPackage) else { return false }
        return archive[documentName] != nil || archive["manifest.json"] == nil
    }

    /// Reads the package in an archive.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the archive.
    ///   - name: The name of the archive in error messages.
    /// - Throws: `CommandFailure` with exit status 65 if a store would reject the package.
    init(_ bytes: [UInt8], name: String) throws(CommandFailure) {
        do throws(GiftPackageError) {
            let package = try GiftPackage(bytes)
            document = package.dataJSON
            manifest = package.manifestYAML
            images = package.images
            machine = package.machine
            insertedAnimations = package.insertedAnimations
        } catch {
            throw CommandFailure(.badData, "\(name): \(error)")
        }
    }

    /// Reads the package in a folder. Files outside the folder, to which a symbolic link may lead, are ignored.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if a file cannot be read, and 65 if a store would reject the
    ///   package.
    convenience init(folder path: String) throws(CommandFailure) {
        try self.init(try Self.archive(ofFolder: path), name: path)
    }

    private static let machineFolder = "s"
    private static let animationFolder = "animations"

    /// Returns the archive of the package in a folder.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if a file cannot be read, and 65 if they are too large together.
    static func archive(ofFolder path: String) throws(CommandFailure) -> [UInt8] {
        let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let real = RealFolder(at: path), real.file(named: Self.documentName) != nil else {
            throw CommandFailure(.badData, "\(folder)/\(Self.documentName): expected a file inside the package")
        }
        var files = [Self.documentName, Self.manifestName].filter { real.file(named: $0) != nil }
        let images = "\(folder)/\(Self.imageFolder)"
        if InputFile.isFolder(at: images), real.contains(images) {
            let pictures = try FolderFiles.paths(
                in: images, endingIn: [".png", ".jpg", ".jpeg", ".webp"], below: real)
            files += pictures.map { String($0.dropFirst(folder.count + 1)) }
        }
        for (name, endings) in [(Self.machineFolder, [".json"]), (Self.animationFolder, [".json", ".lottie", ".tgs"])] {
            let part = "\(folder)/\(name)"
            guard InputFile.isFolder(at: part), real.contains(part) else { continue }
            let paths = try FolderFiles.paths(in: part, endingIn: endings, below: real)
            files += paths.map { String($0.dropFirst(folder.count + 1)) }
        }
        let limit = ArchiveLimits.giftPackage.unpackedBytes
        var writer = ArchiveWriter()
        var size = 0
        do {
            for file in files {
                let contents = try InputFile.bytes(at: "\(folder)/\(file)")
                size += contents.count
                guard size <= limit else {
                    throw CommandFailure(.badData, "\(path): expected files of up to \(limit >> 20) MB together")
                }
                try writer.add(file, contents)
            }
            return try writer.bytes()
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.badData, "\(path): \(error)")
        }
    }

    /// Embeds the pictures of the package in its animation.
    func embedPictures(in composition: inout Composition) {
        let prefix = "\(Self.imageFolder)/"
        composition.embedImages { path in path.hasPrefix(prefix) ? images[String(path.dropFirst(prefix.count))] : nil }
    }
}
