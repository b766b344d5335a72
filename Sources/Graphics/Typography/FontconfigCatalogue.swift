import CFontconfig

/// The location of a font face: a file and the index of the face in it.
struct FaceLocation: Hashable {
    var path: String
    var index: Int
}

/// A font face that fontconfig found.
struct FontMatch {
    var location: FaceLocation
    var family: String
    var style: String
    /// Whether the face replaces the requested family.
    var isSubstitute: Bool
    /// Whether the request asks for a bolder face than this one.
    var needsWeight: Bool
    /// Whether the request asks for an italic face and this one is upright.
    var needsSlant: Bool
}

/// The fonts that fontconfig knows.
final class FontconfigCatalogue {
    private let configuration: OpaquePointer

    /// Loads the system's fonts, or only the fonts in `files`; fails if fontconfig is not available.
    init?(files: [String]?) {
        Self.refuseInvalidLanguage
        if let files {
            guard let empty = FcConfigCreate() else { return nil }
            configuration = empty
            for file in files { FcConfigAppFontAddFile(empty, file) }
        } else {
            guard let loaded = FcInitLoadConfigAndFonts() else { return nil }
            configuration = loaded
        }
    }

    deinit { FcConfigDestroy(configuration) }

    /// Once, as it may change the environment of the process.
    private static let refuseInvalidLanguage: Void = giftty_refuse_invalid_language()

    /// Returns the requested face, or `nil` if neither it nor a metric-compatible replacement is installed.
    func match(_ request: FontRequest) -> FontMatch? {
        if !request.name.isEmpty, let exact = self.match(named: request.name, request) { return exact }
        for family in request.family.split(separator: ",") {
            let name = Self.genericFamilies[family.trimmed.lowercased()] ?? family.trimmed
            if let match = match(family: name, request) { return match }
            if let other = Self.alternativeNames[name.lowercased()], var match = match(family: other, request) {
                match.isSubstitute = true
                return match
            }
        }
        return nil
    }

    /// The families that browsers take for each other, in lower case (Chromium, `AlternateFamilyName`).
    private static let alternativeNames = [
        "helvetica": "Arial", "arial": "Helvetica", "courier": "Courier New", "courier new": "Courier",
        "times": "Times New Roman", "times new roman": "Times",
    ]

    /// Returns the face of a family with the nearest weight and slant, or `nil` if neither the family nor a replacement
    /// is installed.
    func match(family: String, _ request: FontRequest) -> FontMatch? {
        guard !family.isEmpty else { return nil }
        let pattern = pattern(for: request)
        defer { FcPatternDestroy(pattern) }
        FcPatternAddString(pattern, FC_FAMILY, family)
        FcConfigSubstitute(configuration, pattern, FcMatchPattern)
        // Families with a weak binding are guesses; all others are names of the same design.
        var accepted = Set(strings(pattern, FC_FAMILY, acceptsWeak: false).map { $0.lowercased() })
        if Self.unreplacedFamilies.contains(family.lowercased()) { accepted = [family.lowercased()] }
        FcDefaultSubstitute(pattern)
        guard let found = bestMatch(pattern) else { return nil }
        defer { FcPatternDestroy(found) }
        let families = strings(found, FC_FAMILY).map { $0.lowercased() }
        let isGeneric = Self.systemFamilies.contains(family.lowercased())
        guard isGeneric || families.contains(where: accepted.contains) else { return nil }
        return FontMatch(found, request, isSubstitute: !isGeneric && !families.contains(family.lowercased()))
    }

    /// Returns the fonts that can provide characters that the requested face lacks.
    func fallbackFonts(for request: FontRequest) -> FallbackFonts? {
        let pattern = pattern(for: request)
        defer { FcPatternDestroy(pattern) }
        for family in request.family.split(separator: ",") { FcPatternAddString(pattern, FC_FAMILY, family.trimmed) }
        FcPatternAddBool(pattern, FC_COLOR, FcBool(0))
        FcConfigSubstitute(configuration, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        var result = FcResultMatch
        guard let set = FcFontSort(configuration, pattern, FcBool(1), nil, &result) else { return nil }
        return FallbackFonts(set, request: request)
    }

    /// The families that browsers take for generic ones (Chromium, the default settings of fonts on Linux).
    private static let genericFamilies = [
        "serif": "Times New Roman", "sans-serif": "Arial", "cursive": "Comic Sans MS", "fantasy": "Impact",
        "system-ui": "sans",
    ]

    /// The families that fontconfig always replaces by the system's default.
    private static let systemFamilies: Set<String> = ["serif", "sans-serif", "sans", "monospace", "cursive", "fantasy"]

    /// The families that fontconfig replaces by others of the same widths, and browsers do not (Skia,
    /// `SkFontConfigInterface_direct.cpp`).
    private static let unreplacedFamilies: Set<String> = ["arial narrow"]

    /// Returns the face with the given PostScript name.
    private func match(named name: String, _ request: FontRequest) -> FontMatch? {
        guard let pattern = FcPatternCreate(), let fields = FcObjectSetCreate() else { return nil }
        defer {
            FcPatternDestroy(pattern)
            FcObjectSetDestroy(fields)
        }
        FcPatternAddString(pattern, FC_POSTSCRIPT_NAME, name)
        FcPatternAddBool(pattern, FC_OUTLINE, FcBool(1))
        for field in [FC_FILE, FC_INDEX, FC_FAMILY, FC_STYLE, FC_WEIGHT, FC_SLANT] { FcObjectSetAdd(fields, field) }
        guard let list = FcFontList(configuration, pattern, fields) else { return nil }
        defer { FcFontSetDestroy(list) }
        guard list.pointee.nfont > 0, let found = list.pointee.fonts[0],
            var match = FontMatch(found, request, isSubstitute: false)
        else { return nil }
        // The name identifies the face completely, so it needs no synthetic weight or slant.
        (match.needsWeight, match.needsSlant) = (false, false)
        return match
    }

    private func pattern(for request: FontRequest) -> OpaquePointer? {
        let pattern = FcPatternCreate()
        FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(request.weight)))
        FcPatternAddInteger(pattern, FC_SLANT, request.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
        FcPatternAddBool(pattern, FC_OUTLINE, FcBool(1))
        // Variable fonts also have named instances, which suffice.
        FcPatternAddBool(pattern, FC_VARIABLE, FcBool(0))
        return pattern
    }

    private func bestMatch(_ pattern: OpaquePointer?) -> OpaquePointer? {
        var result = FcResultMatch
        return FcFontMatch(configuration, pattern, &result)
    }
}

/// Fallback fonts in order of their similarity to a request.
final class FallbackFonts {
    // The set is owned by this object and has `nfont` entries.
    private let set: UnsafeMutablePointer<FcFontSet>
    private let request: FontRequest

    /// Creates a list that owns `set`.
    init(_ set: UnsafeMutablePointer<FcFontSet>, request: FontRequest) {
        self.set = set
        self.request = request
    }

    deinit { FcFontSetDestroy(set) }

    /// Returns the first font with outlines that has the character.
    func match(covering scalar: Unicode.Scalar) -> FontMatch? {
        for index in 0..<Int(set.pointee.nfont) {
            guard let font = set.pointee.fonts[index] else { continue }
            var characters: OpaquePointer?
            guard FcPatternGetCharSet(font, FC_CHARSET, 0, &characters) == FcResultMatch,
                FcCharSetHasChar(characters, scalar.value) != 0
            else { continue }
            var (hasOutlines, isVariable): (FcBool, FcBool) = (0, 0)
            _ = FcPatternGetBool(font, FC_OUTLINE, 0, &hasOutlines)
            _ = FcPatternGetBool(font, FC_VARIABLE, 0, &isVariable)
            if hasOutlines != 0, isVariable == 0 { return FontMatch(font, request, isSubstitute: true) }
        }
        return nil
    }
}

extension FontMatch {
    fileprivate init?(_ found: OpaquePointer, _ request: FontRequest, isSubstitute: Bool) {
        guard let path = strings(found, FC_FILE).first else { return nil }
        var (index, slant, weight): (Int32, Int32, Double) = (0, 0, Double(FC_WEIGHT_REGULAR))
        _ = FcPatternGetInteger(found, FC_INDEX, 0, &index)
        _ = FcPatternGetInteger(found, FC_SLANT, 0, &slant)
        _ = FcPatternGetDouble(found, FC_WEIGHT, 0, &weight)
        self.init(
            location: FaceLocation(path: path, index: Int(index)), family: strings(found, FC_FAMILY).first ?? "",
            style: strings(found, FC_STYLE).first ?? "", isSubstitute: isSubstitute,
            needsWeight: request.weight >= 600 && weight < Double(FC_WEIGHT_DEMIBOLD),
            needsSlant: request.isItalic && slant == FC_SLANT_ROMAN)
    }
}

/// Returns the values of a field in a pattern.
private func strings(_ pattern: OpaquePointer?, _ field: String, acceptsWeak: Bool = true) -> [String] {
    var found: [String] = []
    var value = FcValue()
    var binding = FcValueBindingWeak
    var index: Int32 = 0
    while FcPatternGetWithBinding(pattern, field, index, &value, &binding) == FcResultMatch {
        index += 1
        guard value.type == FcTypeString, let text = value.u.s else { continue }
        if acceptsWeak || binding != FcValueBindingWeak { found.append(String(cString: text)) }
    }
    return found
}

extension Substring {
    /// The text without white space and quotes at its ends.
    fileprivate var trimmed: String {
        // To look up what a character is takes as long as laying out a word, and nearly all names are ASCII.
        if utf8.allSatisfy({ $0 < 0x80 }) {
            var name = utf8.drop(while: Self.isMargin)
            while let last = name.last, Self.isMargin(last) { name.removeLast() }
            return String(Substring(name))
        }
        let isMargin: (Character) -> Bool = { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        return String(drop(while: isMargin).reversed().drop(while: isMargin).reversed())
    }

    /// Returns whether a byte is ASCII white space or a quote.
    private static func isMargin(_ byte: UInt8) -> Bool {
        byte == 0x20 || 0x09...0x0D ~= byte || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }
}
