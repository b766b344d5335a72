import CHarfBuzz
import Synchronization

/// The fonts that are installed, found by fontconfig, and those that documents bring along.
///
/// Nothing is looked for before the first letter is set. It can be shared: one thread at a time is let in.
public final class SystemFonts: FontSource {
    /// The fonts of this system.
    public static let installed = SystemFonts()

    private let open: Mutex<OpenFonts>

    /// The system's fonts.
    /// - Parameters:
    ///   - files: fonts to choose from, instead of the system's.
    ///   - substitute: the family that stands in for one that isn't installed. Browsers, and lottie-web in them, take
    ///     Times New Roman, or a face of the same widths.
    public init(files: [String]? = nil, substitute: String = "Times New Roman") {
        open = Mutex(OpenFonts(files: files, substitute: substitute))
    }

    /// The face that letters are set in that were asked for like this; nil where there is no font at all.
    public func face(for request: FontRequest) -> FontFace? {
        open.withLock { $0.face(for: request)?.description }
    }

    /// Sets the letters of one line; characters that the face doesn't have are taken from one that does.
    public func line(of letters: [String], in request: FontRequest, fit: LetterFit) -> [SetLetter] {
        open.withLock { fonts in
            // Control characters have no shape: a tab or a line feed is as wide as a blank.
            let shown = letters.map { $0 == "\t" || $0 == "\n" ? " " : $0 }
            let faces = shown.map { fonts.typeface(for: $0, request) }
            return LineSetter(letters: shown, fit: fit, faces: faces).line()
        }
    }
}

/// The fonts in use.
private struct OpenFonts {
    private let files: [String]?
    private let substitute: String
    private lazy var library = FontLibrary()
    /// Not looked for as long as documents bring their fonts along.
    private lazy var catalogue = FontconfigCatalogue(files: files)
    private var lenders: [FontRequest: LendingFonts?] = [:]
    private var requests: [FontRequest: Face?] = [:]
    private var typefaces: [Opened: Typeface?] = [:]
    private var fallbacks: [Fallback: Typeface?] = [:]
    /// Fonts kept open, and answers kept: a document has a handful, but a program may play documents for days.
    private static let mostKept = 256
    /// Characters whose lender is remembered.
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

    /// The face for a request, which may be one that stands in for it.
    mutating func face(for request: FontRequest) -> Face? {
        if let known = requests[request] { return known }
        let found = opened(request)
        if requests.count >= Self.mostKept { requests.removeAll() }
        requests[request] = .some(found)
        return found
    }

    /// The font that has this letter: the one asked for, else any other; nil where no font has it.
    mutating func typeface(for letter: String, _ request: FontRequest) -> Typeface? {
        let face = face(for: request)?.typeface
        guard let first = letter.unicodeScalars.first(where: \.isShown) else { return face }
        if let face, letter.unicodeScalars.allSatisfy({ !$0.isShown || face.has($0) }) { return face }
        let fallback = fallback(for: first, request)
        // A mark that the font hasn't got is less than the letter that it has.
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
    /// Whether it is there to be seen: joiners and selectors only say how others look.
    fileprivate var isShown: Bool { !properties.isDefaultIgnorableCodePoint }
}
