import CFontconfig

/// A file with fonts in it, and which of them is meant.
struct FaceLocation: Hashable {
    var path: String
    var index: Int
}

/// What fontconfig found.
struct FontMatch {
    var location: FaceLocation
    var family: String
    var style: String
    /// Whether it stands in for the family asked for.
    var isSubstitute: Bool
    /// Whether heavier letters were asked for than it has.
    var needsWeight: Bool
    /// Whether leaning letters were asked for and it has upright ones.
    var needsSlant: Bool
}

/// The fonts that fontconfig knows.
final class FontconfigCatalogue {
    private let configuration: OpaquePointer

    /// The system's fonts, or only those in these files; nil where fontconfig can't be used.
    init?(files: [String]?) {
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

    /// The face asked for; nil where neither it nor one made to replace it is installed.
    func match(_ request: FontRequest) -> FontMatch? {
        if !request.name.isEmpty, let exact = named(request.name, request) { return exact }
        for family in request.family.split(separator: ",") {
            let name = family.trimmed
            if let match = match(family: name, request) { return match }
        }
        return nil
    }

    /// The face of this family that is nearest in weight and slant, if the family is installed or has a replacement.
    func match(family: String, _ request: FontRequest) -> FontMatch? {
        guard !family.isEmpty else { return nil }
        let pattern = pattern(for: request)
        defer { FcPatternDestroy(pattern) }
        FcPatternAddString(pattern, FC_FAMILY, family)
        FcConfigSubstitute(configuration, pattern, FcMatchPattern)
        // What the configuration adds with a weak binding is a guess, the rest are other names of the same design.
        let accepted = Set(strings(pattern, FC_FAMILY, acceptsWeak: false).map { $0.lowercased() })
        FcDefaultSubstitute(pattern)
        guard let found = best(pattern) else { return nil }
        defer { FcPatternDestroy(found) }
        let families = strings(found, FC_FAMILY).map { $0.lowercased() }
        let isGeneric = Self.genericFamilies.contains(family.lowercased())
        guard isGeneric || families.contains(where: accepted.contains) else { return nil }
        return FontMatch(found, request, isSubstitute: !isGeneric && !families.contains(family.lowercased()))
    }

    /// The fonts that may lend the request's face characters it doesn't have.
    func lenders(to request: FontRequest) -> LendingFonts? {
        let pattern = pattern(for: request)
        defer { FcPatternDestroy(pattern) }
        for family in request.family.split(separator: ",") { FcPatternAddString(pattern, FC_FAMILY, family.trimmed) }
        FcPatternAddBool(pattern, FC_COLOR, FcBool(0))
        FcConfigSubstitute(configuration, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        var result = FcResultMatch
        guard let set = FcFontSort(configuration, pattern, FcBool(1), nil, &result) else { return nil }
        return LendingFonts(set, request: request)
    }

    private static let genericFamilies: Set<String> = ["serif", "sans-serif", "monospace", "cursive", "fantasy"]

    /// The face with this name, as fonts spell their own.
    private func named(_ name: String, _ request: FontRequest) -> FontMatch? {
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
        // The name says all: such a face needs no help.
        (match.needsWeight, match.needsSlant) = (false, false)
        return match
    }

    private func pattern(for request: FontRequest) -> OpaquePointer? {
        let pattern = FcPatternCreate()
        FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(request.weight)))
        FcPatternAddInteger(pattern, FC_SLANT, request.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
        FcPatternAddBool(pattern, FC_OUTLINE, FcBool(1))
        // Named instances are enough of variable fonts.
        FcPatternAddBool(pattern, FC_VARIABLE, FcBool(0))
        return pattern
    }

    private func best(_ pattern: OpaquePointer?) -> OpaquePointer? {
        var result = FcResultMatch
        return FcFontMatch(configuration, pattern, &result)
    }
}

/// Fonts in the order in which they lend characters, the nearest to a request first.
final class LendingFonts {
    private let set: UnsafeMutablePointer<FcFontSet>
    private let request: FontRequest

    /// Owns `set`.
    init(_ set: UnsafeMutablePointer<FcFontSet>, request: FontRequest) {
        self.set = set
        self.request = request
    }

    deinit { FcFontSetDestroy(set) }

    /// The first font with outlines that has this character.
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

/// The values of a pattern's field.
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
    /// Without the blanks and quotes around it.
    fileprivate var trimmed: String {
        let isMargin: (Character) -> Bool = { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        return String(drop(while: isMargin).reversed().drop(while: isMargin).reversed())
    }
}
