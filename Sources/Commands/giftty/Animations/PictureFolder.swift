/// The pictures that an animation file refers to.
///
/// Only files in the folder of the animation or below it are read, after symbolic links are resolved.
struct PictureFolder {
    /// The path of the animation.
    private let file: String
    /// The folder; most animations need none, and to find it takes a call of the system for each part of its path.
    private lazy var folder = RealFolder(at: Self.folder(of: file))
    private var cache: [String: [UInt8]?] = [:]
    private var remainingBytes = maxTotalBytes
    /// The maximum size of all pictures of an animation together, in bytes: four times the largest file.
    private static let maxTotalBytes = 4 * InputFile.maxBytes

    /// Creates the picture folder of the animation file at `path`.
    init(beside path: String) { file = path }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
    }

    /// Returns the bytes of a picture.
    ///
    /// - Returns: The bytes; `nil` if there is no such file, if it is outside the folder, or if the pictures are too
    ///   large.
    mutating func picture(named name: String) -> [UInt8]? {
        if let bytes = cache[name] { return bytes }
        let bytes = Self.isSafeName(name) ? read(name) : nil
        remainingBytes -= bytes?.count ?? 0
        cache[name] = .some(bytes)
        return bytes
    }

    private mutating func read(_ name: String) -> [UInt8]? {
        guard let file = folder?.file(named: name), file.size <= min(remainingBytes, InputFile.maxBytes) else {
            return nil
        }
        return try? InputFile.bytes(at: file.path)
    }

    /// Returns whether a name is a relative path without `..` and not a URL.
    private static func isSafeName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("/") && !name.utf8.contains(0) && !name.contains("://")
            && !name.split(separator: "/").contains("..")
    }
}
