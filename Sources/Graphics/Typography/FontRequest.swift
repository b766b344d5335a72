/// A request for a font: its names, weight and slant, and optionally the font file itself.
public struct FontRequest: Sendable, Hashable {
    /// The PostScript name of the face, such as `Roboto-Bold`; empty if there is none.
    public var name: String
    /// The family, such as `Roboto`, or several families in order of preference, separated by commas.
    public var family: String
    /// The weight, from 1 to 1000: 400 is regular, 700 is bold.
    public var weight: Int
    /// Whether the font is italic.
    public var isItalic: Bool
    /// The font file that the document contains, if any; it has priority over all names.
    public var file: FontFile?

    /// Creates a request for a font. The weight is clamped to 1…1000.
    public init(
        name: String = "", family: String, weight: Int = 400, isItalic: Bool = false, file: FontFile? = nil
    ) {
        self.name = name
        self.family = family
        self.weight = max(1, min(1000, weight))
        self.isItalic = isItalic
        self.file = file
    }
}

/// A font file: TrueType, OpenType, WOFF or any other format that FreeType reads.
public struct FontFile: Sendable, Hashable {
    /// The bytes of the file.
    public let bytes: [UInt8]
    /// The hash value of the bytes, computed once, because requests are looked up much more often than they are
    /// created.
    private let digest: Int

    /// Creates a font file from its bytes, which are not checked.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        digest = bytes.hashValue
    }

    /// Returns whether both files have the same bytes.
    public static func == (a: FontFile, b: FontFile) -> Bool { a.digest == b.digest && a.bytes == b.bytes }

    /// Hashes the digest of the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// A font face that was found for a request.
public struct FontFace: Sendable, Equatable {
    /// The family.
    public var family: String
    /// The style, such as `Bold Italic`.
    public var style: String
    /// Whether the face replaces a family that is not installed.
    public var isSubstitute: Bool
    /// Whether the document contains the font.
    public var isEmbedded: Bool

    /// Creates the description of a face.
    public init(family: String, style: String, isSubstitute: Bool = false, isEmbedded: Bool = false) {
        self.family = family
        self.style = style
        self.isSubstitute = isSubstitute
        self.isEmbedded = isEmbedded
    }
}
