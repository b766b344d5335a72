import SystemIO

/// The animations of a folder, by file name without its extension.
///
/// A file `heart.json`, `heart.lottie` or `heart.tgs` is the animation `heart`; the first one of these counts.
public struct FolderAnimations: AnimationProvider {
    /// The path of the folder.
    public let folder: String
    private let limits: AnimationLimits

    /// The extensions of files with an animation, in the order in which they are tried.
    private static let extensions = ["json", "lottie", "tgs"]

    /// Creates a provider for the animations of a folder.
    public init(_ folder: String, limits: AnimationLimits = AnimationLimits()) {
        self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        self.limits = limits
    }

    /// Returns the animation with an id, as ``AnimationProvider`` describes.
    public func animation(_ id: String) async throws(AnimationLoadingError) -> LoadedAnimation {
        try AnimationAddress.check(id)
        return try await BlockingWork.run { isCancelled throws(AnimationLoadingError) in
            for name in Self.extensions.map({ "\(id).\($0)" }) {
                if isCancelled() { throw .cancelled }
                let path = "\(folder)/\(name)"
                guard FileStatus.kind(of: path) == .file else { continue }
                return try LoadedAnimation(contents(of: path), location: path)
            }
            throw .notFound(location: "\(folder)/\(id)")
        }
    }

    private func contents(of path: String) throws(AnimationLoadingError) -> [UInt8] {
        do throws(SystemError) {
            let file = try OpenFile(path)
            return try file.rest(expecting: try file.status.size, maxBytes: limits.fileBytes)
        } catch {
            if error == .fileTooLarge { throw .tooLarge(location: path, limit: limits.fileBytes) }
            throw .unreadable(location: path, reason: "cannot be read: \(error)")
        }
    }
}
