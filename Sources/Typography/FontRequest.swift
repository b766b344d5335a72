/// What a text asks of a font: the names of one, how heavy and how upright it is, and perhaps the font itself.
public struct FontRequest: Sendable, Hashable {
    /// The face's own name, such as `Roboto-Bold`; empty for none.
    public var name: String
    /// The family, such as `Roboto`; several are separated by commas, the one wanted most first.
    public var family: String
    /// How heavy, from 1 to 1000: 400 is regular, 700 bold.
    public var weight: Int
    /// Whether letters lean.
    public var isItalic: Bool
    /// The font, where the document brings it along; it then counts more than all names.
    public var file: FontFile?

    /// A request for a face of a family.
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

/// The bytes of a font: TrueType, OpenType, WOFF, or whatever else FreeType reads.
public struct FontFile: Sendable, Hashable {
    /// The bytes.
    public let bytes: [UInt8]
    /// Taken once: a request is looked up far more often than made.
    private let digest: Int

    /// The font that these bytes spell, if any.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        digest = bytes.hashValue
    }

    /// Whether the bytes are the same.
    public static func == (a: FontFile, b: FontFile) -> Bool { a.digest == b.digest && a.bytes == b.bytes }

    /// Adds what tells files apart.
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// A face that was found.
public struct FontFace: Sendable, Equatable {
    /// Its family.
    public var family: String
    /// Its style, such as `Bold Italic`.
    public var style: String
    /// Whether it stands in for a family that isn't there.
    public var isSubstitute: Bool
    /// Whether the document brought it along.
    public var isEmbedded: Bool

    /// A face of a family.
    public init(family: String, style: String, isSubstitute: Bool = false, isEmbedded: Bool = false) {
        self.family = family
        self.style = style
        self.isSubstitute = isSubstitute
        self.isEmbedded = isEmbedded
    }
}
