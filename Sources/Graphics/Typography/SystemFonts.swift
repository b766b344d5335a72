import CHarfBuzz
import Synchronization

/// The installed fonts, which fontconfig finds, and the fonts that documents contain.
///
/// The search begins when the first letter is laid out, or with ``prepare()``. Several threads can share an instance;
/// a lock admits one at a time.
public final class SystemFonts: FontSource {
    /// The fonts of this system.
    public static let installed = SystemFonts()

    private let cache: Mutex<FontCache>

    /// Creates a source of fonts.
    ///
    /// - Parameters:
    ///   - files: The font files to use instead of the system's fonts.
    ///   - substitute: The family that replaces families that are not installed. Browsers, and therefore lottie-web,
    ///     use Times New Roman or a face with the same metrics.
    public init(files: [String]? = nil, substitute: String = "Times New Roman") {
        cache = Mutex(FontCache(files: files, substitute: substitute))
    }

    /// Finds the fonts and opens some, for which the first letter would otherwise wait.
    ///
    /// The first call takes about six milliseconds, most of them for fontconfig's rules; further calls take no time.
    public func prepare() {
        // The commonest font of animations, and one that is not installed: both take other ways through the search.
        for name in ["Helvetica", "-"] {
            _ = positionedGlyphs(for: ["a", " "], in: FontRequest(name: name, family: name), spacing: .plain)
        }
    }

    /// Returns the font face for a request, or `nil` if there are no fonts.
    public func face(for request: FontRequest) -> FontFace? {
        cache.withLock { $0.face(for: request)?.description }
    }

    /// Returns whether fonts have all scalars, or `nil` if it is not known which fonts are installed.
    public func hasGlyphs(for scalars: [Unicode.Scalar], in request: FontRequest) -> Bool? {
        cache.withLock { $0.hasGlyphs(for: scalars, request) }
    }

    /// Lays out one line; characters that the face lacks come from another font.
    public func positionedGlyphs(for letters: [String], in request: FontRequest, spacing: GlyphSpacing)
        -> [PositionedGlyph]
    {
        cache.withLock { fonts in
            // Control characters have no glyph: a tab or line feed is as wide as a space.
            let shown = letters.map { $0 == "\t" || $0 == "\n" ? " " : $0 }
            let faces = shown.map { fonts.typeface(for: $0, request) }
            return LineTypesetter(
                letters: shown, spacing: spacing, faces: faces, requestedFace: fonts.face(for: request)?.typeface
            ).positionedGlyphs()
        }
    }
}

/// The fonts in use, with their caches.
private struct FontCache {
    private let files: [String]?
    private let substitute: String
    private lazy var library = FontLibrary()
    /// Loaded when it is first needed, which does not happen if documents contain their fonts.
    private lazy var catalogue = FontconfigCatalogue(files: files)
    private var fallbackFonts: [FontRequest: FallbackFonts?] = [:]
    private var facesByRequest: [FontRequest: Face?] = [:]
    private var typefaces: [TypefaceKey: Typeface?] = [:]
    private var fallbacks: [FallbackKey: Typeface?] = [:]
    /// The greatest number of entries in each cache. A document needs a few, but a program can play documents for days.
    private static let maxCachedFaces = 256
    /// The greatest number of characters whose fallback font is cached.
    private static let maxCachedFallbacks = 8192

    struct Face {
        var typeface: Typeface
        var description: FontFace
    }

    private struct TypefaceKey: Hashable {
        var location: FaceLocation
        var syntheticStyle: Typeface.SyntheticStyle
    }

    private struct FallbackKey: Hashable {
        var scalar: Unicode.Scalar
        var request: FontRequest
    }

    init(files: [String]?, substitute: String) {
        self.files = files
        self.substitute = substitute
    }

    /// Returns the face for a request, which can be a substitute.
    mutating func face(for request: FontRequest) -> Face? {
        if let known = facesByRequest[request] { return known }
        let found = openFace(request)
        if facesByRequest.count >= Self.maxCachedFaces { facesByRequest.removeAll() }
        facesByRequest[request] = .some(found)
        return found
    }

    /// Returns the font for a letter: the requested one if it has the letter, otherwise a fallback; `nil` if no font
    /// has it.
    mutating func typeface(for letter: String, _ request: FontRequest) -> Typeface? {
        let face = face(for: request)?.typeface
        guard let first = letter.unicodeScalars.first(where: \.isVisible) else { return face }
        if let face, letter.unicodeScalars.allSatisfy({ !$0.isVisible || face.hasGlyph(for: $0) }) { return face }
        let fallback = findFallback(for: first, request)
        // A missing mark matters less than the base character, which the requested font has.
        if let face, face.hasGlyph(for: first) { return face }
        return fallback
    }

    private mutating func openFace(_ request: FontRequest) -> Face? {
        guard let library else { return nil }
        if let file = request.file, let face = Self.openEmbeddedFace(file, request, library) { return face }
        guard let fonts = catalogue else { return nil }
        if let match = fonts.match(request), let typeface = openTypeface(match) {
            return Face(typeface: typeface, description: FontFace(match))
        }
        // Browsers try the sans-serif face last (Chromium, `FontCache::GetLastResortFallbackFont`).
        for family in [substitute, "sans-serif"] {
            guard var match = fonts.match(family: family, request), let typeface = openTypeface(match) else { continue }
            match.isSubstitute = true
            return Face(typeface: typeface, description: FontFace(match))
        }
        return nil
    }

    private static func openEmbeddedFace(_ file: FontFile, _ request: FontRequest, _ library: FontLibrary) -> Face? {
        guard let plain = Typeface(library, file, syntheticStyle: Typeface.SyntheticStyle()) else { return nil }
        let changes = Typeface.SyntheticStyle(
            isEmboldened: request.weight >= 600 && !plain.style.isBold,
            isSlanted: request.isItalic && !plain.style.isItalic)
        let isPlain = changes == Typeface.SyntheticStyle()
        let typeface = isPlain ? plain : Typeface(library, file, syntheticStyle: changes) ?? plain
        let names = plain.names
        return Face(
            typeface: typeface,
            description: FontFace(family: names.family, style: names.style, isEmbedded: true))
    }

    private mutating func openTypeface(_ match: FontMatch) -> Typeface? {
        guard let library else { return nil }
        let key = TypefaceKey(
            location: match.location,
            syntheticStyle: Typeface.SyntheticStyle(isEmboldened: match.needsWeight, isSlanted: match.needsSlant))
        if let known = typefaces[key] { return known }
        let typeface = Typeface(library, at: key.location, syntheticStyle: key.syntheticStyle)
        if typefaces.count >= Self.maxCachedFaces { typefaces.removeAll() }
        typefaces[key] = .some(typeface)
        return typeface
    }

    mutating func hasGlyphs(for scalars: [Unicode.Scalar], _ request: FontRequest) -> Bool? {
        guard catalogue != nil else { return nil }
        return scalars.allSatisfy { findFallback(for: $0, request) != nil }
    }

    private mutating func findFallback(for scalar: Unicode.Scalar, _ request: FontRequest) -> Typeface? {
        let key = FallbackKey(scalar: scalar, request: request)
        if let known = fallbacks[key] { return known }
        if fallbackFonts[request] == nil {
            if fallbackFonts.count >= Self.maxCachedFaces { fallbackFonts.removeAll() }
            fallbackFonts[request] = .some(catalogue?.fallbackFonts(for: request))
        }
        let match = fallbackFonts[request]??.match(covering: scalar)
        let found = match.flatMap { openTypeface($0) }.flatMap { $0.hasGlyph(for: scalar) ? $0 : nil }
        if fallbacks.count >= Self.maxCachedFallbacks { fallbacks.removeAll() }
        fallbacks[key] = .some(found)
        return found
    }
}

extension FontFace {
    fileprivate init(_ match: FontMatch) {
        self.init(family: match.family, style: match.style, isSubstitute: match.isSubstitute)
    }
}

extension Unicode.Scalar {
    /// Whether the character is visible; joiners and variation selectors only change other characters.
    fileprivate var isVisible: Bool { !properties.isDefaultIgnorableCodePoint }
}
