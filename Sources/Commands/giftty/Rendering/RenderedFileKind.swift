/// The formats of rendered files, identified by their file name extensions.
enum RenderedFileKind: String, CaseIterable {
    case png, gif, webp, svg, cast, txt

    /// Determines the format from the extension of `path`. Without one, as for standard output, the format is PNG.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for any other extension.
    init(path: String) throws(CommandFailure) {
        guard let ending = FileExtension.of(path), !path.hasSuffix("}") else {
            self = .png
            return
        }
        guard let kind = Self(rawValue: ending) else {
            throw FileExtension.failure(path, of: "--output", among: Self.allCases.map(\.rawValue))
        }
        self = kind
    }

    /// Whether the file consists of cells rather than pixels.
    var isCells: Bool { self == .svg || self == .cast || self == .txt }

    /// Whether the file has all frames by default.
    var isMoving: Bool { self != .png && self != .txt }
}
