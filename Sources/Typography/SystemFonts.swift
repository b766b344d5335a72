import CHarfBuzz
import Synchronization

/// The installed fonts, which fontconfig finds, and the fonts that documents contain.
///
/// The search begins when the first letter is laid out. Several threads can share an instance; a lock admits one at a
/// time.
public final class SystemFonts: FontSource {
    /// The fonts of this system.
    public static let installed = SystemFonts()

    private let open: Mutex<OpenFonts>

    /// Creates a source of fonts.
    ///
    /// - Parameters:
    ///   - files: The font files to use instead of the system's fonts.
    ///   - substitute: The family that replaces families that are not installed. Browsers, and therefore lottie-web,
    ///     use Times New Roman or a face with the same metrics.
    public init(files: [String]? = nil, substitute: String = "Times New Roman") {
        open = Mutex(OpenFonts(files: files, substitute: substitute))
    }

    /// Returns the font face for a request, or `nil` if there are no fonts.
    public func face(for request: FontRequest) -> FontFace? {
        open.withLock { $0.face(for: request)?.description }
    }

    /// Lays out one line; characters that the face lacks come from another font.
    public func line(of letters: [String], in request: FontRequest, fit: LetterFit) -> [SetLetter] {
        open.withLock { fonts in
            // Control characters have no glyph: a tab or line feed is as wide as a space.
            let shown = letters.map { $0 == "\t" || $0 == "\n" ? " " : $0 }
            let faces = shown.map { fonts.typeface(for: $0, request) }
            return LineSetter(letters: shown, fit: fit, faces: faces).line()
        }
    }
}

/// The fonts in use, with their caches.
private struct OpenFonts {
    private let files: [String]?
    private let substitute: String
    private lazy var library = FontLibrary()
    /// Loaded when it is first needed, which does not happen if documents contain their fonts.
    private lazy var catalogue = FontconfigCatalogue(files: files)
    private var lenders: [FontRequest: LendingFonts?] = [:]
    private var requests: [FontRequest: Face?] = [:]
    private var typefaces: [Opened: Typeface?] = [:]
    private var fallbacks: [Fallback: Typeface?] = [:]
    /// The greatest number of entries in each cache. A document needs a few, but a program can play documents for days.
    private static let mostKept = 256
    /// The greatest number of characters whose fallback font is cached.
    private static let mostCharactersKept = 8192

    struct Face {
        var typeface: Typeface
        var description: FontFace
    }

    private struct Opened: Hashable {
        var location: FaceLocation
        var changes: Typeface.Changes
    }

    private struct Fallback: Hashable {
        var scalar: Unicode.Scalar
        var request: FontRequest
    }

    init(files: [String]?, substitute: String) {
        self.files = files
        self.substitute = substitute
    }

    /// Returns the face for a request, which can be a substitute.
    mutating func face(for request: FontRequest) -> Face? {
        if let known = requests[request] { return known }
        let found = opened(request)
        if requests.count >= Self.mostKept { requests.removeAll() }
        requests[request] = .some(found)
        return found
    }

    /// Returns the font for a letter: the requested one if it has the letter, otherwise a fallback; `nil` if no font
    /// has it.
    mutating func typeface(for letter: String, _ request: FontRequest) -> Typeface? {
        let face = face(for: request)?.typeface
        guard let first = letter.unicodeScalars.first(where: \.isShown) else { return face }
        if let face, letter.unicodeScalars.allSatisfy({ !$0.isShown || face.has($0) }) { return face }
        let fallback = fallback(for: first, request)
        // A missing mark matters less than the base character, which the requested font has.
        if let face, face.has(first) { return face }
        return fallback
    }

    private mutating func opened(_ request: FontRequest) -> Face? {
        guard let library else { return nil }
        if let file = request.file, let face = Self.embedded(file, request, library) { return face }
        guard let fonts = catalogue else { return nil }
        if let match = fonts.match(request), let typeface = typeface(match) {
            return Face(typeface: typeface, description: FontFace(match))
        }
        for family in [substitute, "serif"] {
            guard var match = fonts.match(family: family, request), let typeface = typeface(match) else { continue }
            match.isSubstitute = true
            return Face(typeface: typeface, description: FontFace(match))
        }
        return nil
    }

    private static func embedded(_ file: FontFile, _ request: FontRequest, _ library: FontLibrary) -> Face? {
        guard let plain = Typeface(library, file, changes: Typeface.Changes()) else { return nil }
        let changes = Typeface.Changes(
            isHeavier: request.weight >= 600 && !plain.style.isBold,
            isLeaning: request.isItalic && !plain.style.isItalic)
        let isPlain = changes == Typeface.Changes()
        let typeface = isPlain ? plain : Typeface(library, file, changes: changes) ?? plain
        let names = plain.names
        return Face(
            typeface: typeface,
            description: FontFace(family: names.family, style: names.style, isEmbedded: true))
    }

    private mutating func typeface(_ match: FontMatch) -> Typeface? {
        guard let library else { return nil }
        let key = Opened(
            location: match.location,
            changes: Typeface.Changes(isHeavier: match.needsWeight, isLeaning: match.needsSlant))
        if let known = typefaces[key] { return known }
        let typeface = Typeface(library, at: key.location, changes: key.changes)
        if typefaces.count >= Self.mostKept { typefaces.removeAll() }
        typefaces[key] = .some(typeface)
        return typeface
    }

    private mutating func fallback(for scalar: Unicode.Scalar, _ request: FontRequest) -> Typeface? {
        let key = Fallback(scalar: scalar, request: request)
        if let known = fallbacks[key] { return known }
        if lenders[request] == nil {
            if lenders.count >= Self.mostKept { lenders.removeAll() }
            lenders[request] = .some(catalogue?.lenders(to: request))
        }
        let match = lenders[request]??.match(covering: scalar)
        let found = match.flatMap { typeface($0) }.flatMap { $0.has(scalar) ? $0 : nil }
        if fallbacks.count >= Self.mostCharactersKept { fallbacks.removeAll() }
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
    fileprivate var isShown: Bool { !properties.isDefaultIgnorableCodePoint }
}
