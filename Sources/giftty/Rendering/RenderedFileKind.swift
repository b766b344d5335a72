/// The kinds of files that frames are rendered into, by the endings of their names.
enum RenderedFileKind: String, CaseIterable {
    case png, gif, webp, svg, cast, txt

    /// What `path` ends in; PNG where it has no ending, as for standard output.
    /// - Throws: 64 for an ending that is none of these.
    init(path: String) throws(CommandFailure) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex, !name.hasSuffix("}") else {
            self = .png
            return
        }
        guard let kind = Self(rawValue: name[name.index(after: dot)...].lowercased()) else {
            let endings = Self.allCases.map { ".\($0.rawValue)" }
            throw CommandFailure(
                .usage,
                "--output: expected a name that ends in \(endings.dropLast().joined(separator: ", ")) or "
                    + "\(endings.last ?? ""), found \(name)")
        }
        self = kind
    }

    /// Whether it is made of cells rather than of pixels.
    var isCells: Bool { self == .svg || self == .cast || self == .txt }

    /// Whether somebody who asks for one means all frames.
    var isMoving: Bool { self != .png && self != .txt }
}
