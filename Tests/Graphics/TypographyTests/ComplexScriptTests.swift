import Testing
import VectorGraphics

@testable import Typography

/// An installed font of a script, named by its family.
private struct ScriptFont: CustomTestStringConvertible {
    let family: String
    let letter: String
    let testDescription: String

    /// Whether the system has the font, and with it the letter.
    var isInstalled: Bool { SystemFonts.installed.face(for: request)?.family == family && !set(letter)[0].isMissing }

    var request: FontRequest { FontRequest(family: family) }

    /// Sets the letters of a text, as Unicode divides it.
    func set(_ text: String) -> [PositionedGlyph] {
        SystemFonts.installed.positionedGlyphs(for: text.map { String($0) }, in: request, spacing: .plain)
    }

    static let devanagari = ScriptFont(family: "Lohit Devanagari", letter: "क", testDescription: "Devanagari")
    static let tamil = ScriptFont(family: "Lohit Tamil", letter: "க", testDescription: "Tamil")
    static let bengali = ScriptFont(family: "Lohit Bengali", letter: "ক", testDescription: "Bengali")
    static let malayalam = ScriptFont(family: "Lohit Malayalam", letter: "ക", testDescription: "Malayalam")
    static let thai = ScriptFont(family: "Loma", letter: "ก", testDescription: "Thai")
    static let arabic = ScriptFont(family: "DejaVu Sans", letter: "\u{644}", testDescription: "Arabic")
}

@Suite("Letters of complex scripts are shaped, if a font of the script is installed")
struct ComplexScriptTests {
    @Test(
        "a vowel sign that is read after its consonant stands before it",
        arguments: [
            (ScriptFont.tamil, "க", "\u{BC6}", "கெ"), (.bengali, "ক", "\u{9C7}", "কে"),
            (.malayalam, "ക", "\u{D46}", "കെ"),
        ].filter { $0.0.isInstalled })
    private func vowelSignIsReordered(font: ScriptFont, consonant: String, sign: String, syllable: String) throws {
        let alone = try #require(font.set(consonant).first)
        let both = try #require(font.set(syllable).first)
        let width = both.advance - alone.advance
        // The sign is the beginning of the outline, and the consonant follows to the right of it.
        let count = both.outline.points.count - alone.outline.points.count
        #expect(width > 0.1 && count > 0)
        let tail = both.outline.points.suffix(alone.outline.points.count)
        #expect(zip(tail, alone.outline.points).allSatisfy { abs(Double($0.x - $1.x) - width) < 1e-3 && $0.y == $1.y })
    }

    @Test(
        "consonants that are joined have one outline, which the first of them has",
        arguments: [
            (ScriptFont.devanagari, "क\u{94D}ष"), (.tamil, "க\u{BCD}ஷ"), (.bengali, "ক\u{9CD}ষ"),
            (.malayalam, "ക\u{D4D}ഷ"),
        ].filter { $0.0.isInstalled })
    private func joinedConsonantsHaveOneOutline(font: ScriptFont, conjunct: String) {
        let scalars = Array(conjunct.unicodeScalars)
        // A consonant with its virama, and the second consonant, as two letters.
        let halves = [String(conjunct.unicodeScalars.prefix(2)), String(scalars[2])]
        let set = SystemFonts.installed.positionedGlyphs(for: halves, in: font.request, spacing: .plain)
        let apart = halves.map { font.set($0)[0] }
        #expect(set.map(\.isJoined) == [false, true])
        #expect(set[1] == PositionedGlyph(index: 1, isJoined: true))
        #expect(set[0].outline == font.set(conjunct)[0].outline)
        #expect(set[0].advance < apart[0].advance + apart[1].advance)
    }

    @Test(
        "lam and alef are joined, also by features that are optional in other scripts; the first one has the outline",
        arguments: ["\u{627}", "\u{622}", "\u{623}", "\u{625}"])
    func lamAndAlefAreJoined(alef: String) {
        let font = ScriptFont.arabic
        guard font.isInstalled else { return }
        let set = font.set("\u{644}" + alef)
        #expect(set.map(\.index) == [1, 0])
        #expect(set.map(\.isJoined) == [true, false])
    }

    @Test(
        "a mark has no advance of its own and lies over its letter", arguments: [ScriptFont.thai].filter(\.isInstalled))
    private func marksLieOverLetters(font: ScriptFont) {
        let (alone, marked) = (font.set("ก")[0], font.set("ก\u{E34}\u{E48}")[0])
        #expect(marked.advance == alone.advance)
        #expect(marked.outline.points.count > alone.outline.points.count)
    }
}
