import Testing
import VectorGraphics

@testable import Typography

/// Sets a line in a font that the request contains, without any installed font.
private func layOutLine(
    _ text: String, in font: TinyFont = .latin, weight: Int = 400, isItalic: Bool = false
) -> [PositionedGlyph] {
    let request = FontRequest(
        family: "Tiny", weight: weight, isItalic: isItalic, file: FontFile(font.bytes))
    return SystemFonts(files: []).positionedGlyphs(for: text.map { String($0) }, in: request, spacing: .plain)
}

/// Returns the bounds of an outline, rounded to thousandths.
private func box(_ path: Path) -> [Float] {
    guard let (low, high) = path.bounds(transform: .identity) else { return [] }
    return [low.x, low.y, high.x, high.y].map { ($0 * 1000).rounded() / 1000 }
}

@Suite("Letters are set in a font")
struct LineTests {
    @Test("letters have the font's advances and outlines, for an em of 1 and with y downwards")
    func lettersHaveFontAdvancesAndOutlines() {
        let set = layOutLine("ab a")
        #expect(set.map(\.index) == [0, 1, 2, 3])
        #expect(set.map { ($0.advance * 1000).rounded() } == [500, 300, 250, 500])
        #expect(box(set[0].outline) == [0, -0.4, 0.4, 0])
        #expect(box(set[1].outline) == [0, -0.8, 0.2, 0])
        #expect(set[2].outline.isEmpty && !set[2].isMissing)
    }

    @Test("prepared fonts set the same letters, and without any font there is nothing to prepare")
    func preparedFontsSetSameLetters() {
        for fonts in [SystemFonts(), SystemFonts(files: [])] {
            let (other, request) = (SystemFonts.installed, FontRequest(family: "sans-serif", weight: 700))
            fonts.prepare()
            fonts.prepare()
            let set = fonts.positionedGlyphs(for: ["G", "i", "5"], in: request, spacing: .kerning)
            let isEmpty = set.allSatisfy(\.isMissing)
            #expect(isEmpty || set == other.positionedGlyphs(for: ["G", "i", "5"], in: request, spacing: .kerning))
        }
    }

    @Test("a letter that no font has is missing, and looks like the face's sign for each of its characters")
    func missingLetterLooksLikeSignOfFace() {
        let set = layOutLine("axb")
        #expect(set.map(\.isMissing) == [false, true, false])
        let pair = layOutLine("ax\u{301}b")
        #expect(pair.map(\.isMissing) == [false, true, false])
        #expect(set[1].advance > 0 && abs(pair[1].advance - 2 * set[1].advance) < 1e-9)
        #expect(pair[1].outline.points.count == 2 * set[1].outline.points.count)
    }

    @Test("right-to-left letters are in reverse order, and numbers among them are not")
    func rightToLeftLettersAreReversed() {
        #expect(layOutLine("\u{5D0}\u{5D1}", in: .hebrew).map(\.index) == [1, 0])
        #expect(layOutLine("a\u{5D0}\u{5D1}a", in: .hebrew).map(\.index) == [0, 2, 1, 3])
        #expect(layOutLine("\u{5D0}12\u{5D1}", in: .hebrew).map(\.index) == [3, 1, 2, 0])
        #expect(layOutLine("\u{5D0}\u{5D1}", in: .hebrew).map { ($0.advance * 1000).rounded() } == [700, 600])
    }

    @Test("spaces between right-to-left words are reordered with them, and those at the end of the line stay there")
    func spacesAreReorderedWithWords() {
        #expect(layOutLine("\u{5D0} \u{5D1} ", in: .hebrew).map(\.index) == [2, 1, 0, 3])
    }

    @Test("a mark belongs to its letter")
    func markBelongsToItsLetter() {
        let set = layOutLine("a\u{301}b")
        #expect(set.count == 2)
        #expect(box(set[0].outline) == [0, -0.4, 0.4, 0])
    }

    @Test("a font that is not bold is emboldened, and one that is not italic is slanted")
    func missingStylesAreSynthesized() {
        let bold = box(layOutLine("b", weight: 700)[0].outline)
        #expect(bold[2] - bold[0] > 0.22 && bold[2] - bold[0] < 0.26)
        let leaning = box(layOutLine("b", isItalic: true)[0].outline)
        #expect(leaning == [0, -0.8, 0.4, 0])
    }
}

@Suite("Hostile fonts and texts are handled")
struct HostileFontTests {
    @Test("a font that is truncated or overwritten anywhere yields letters or missing letters", arguments: 0..<40)
    func brokenFontYieldsLetters(seed: Int) {
        var bytes = TinyFont.latin.bytes
        let place = (seed * 7919) % bytes.count
        if seed % 2 == 0 { bytes.removeLast(place) } else { bytes[place] ^= 0xFF }
        let request = FontRequest(family: "Tiny", file: FontFile(bytes))
        #expect(SystemFonts(files: []).positionedGlyphs(for: ["a", "b"], in: request, spacing: .plain).count == 2)
    }

    @Test("without any font all letters are missing and there is no face")
    func withoutFontsAllLettersAreMissing() {
        let fonts = SystemFonts(files: [])
        #expect(fonts.face(for: FontRequest(family: "Roboto")) == nil)
        #expect(
            fonts.positionedGlyphs(for: ["a", ""], in: FontRequest(family: ""), spacing: .plain).map(\.isMissing) == [
                true, true,
            ])
        #expect(fonts.positionedGlyphs(for: [], in: FontRequest(family: "Roboto"), spacing: .plain).isEmpty)
    }

    @Test("bytes that are not a font yield no face")
    func invalidBytesYieldNoFace() {
        let request = FontRequest(family: "Tiny", file: FontFile(Array("no font".utf8)))
        #expect(SystemFonts(files: []).face(for: request) == nil)
    }

    @Test("a hundred thousand letters are set")
    func manyLettersAreLaidOut() {
        let set = layOutLine(String(repeating: "a\u{5D0}", count: 50_000), in: .hebrew)
        #expect(set.count == 100_000)
    }
}

@Suite("Installed fonts are found and used")
struct InstalledFontTests {
    private static let folder = "/usr/share/fonts/truetype/dejavu"
    private static let fonts = SystemFonts(
        files: ["DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSerif"].map { "\(folder)/\($0).ttf" },
        substitute: "DejaVu Serif")
    private static let areFontsInstalled = fonts.face(for: FontRequest(family: "DejaVu Sans"))?.family == "DejaVu Sans"

    @Test("a family is found with its weight", .enabled(if: areFontsInstalled))
    func familyIsFoundWithWeight() {
        let face = Self.fonts.face(for: FontRequest(family: "DejaVu Sans", weight: 700))
        #expect(face == FontFace(family: "DejaVu Sans", style: "Bold"))
    }

    @Test("a face is found by its own name, whatever its family name is", .enabled(if: areFontsInstalled))
    func faceIsFoundByOwnName() {
        let face = Self.fonts.face(for: FontRequest(name: "DejaVuSans-Bold", family: "Dejavu"))
        #expect(face == FontFace(family: "DejaVu Sans", style: "Bold"))
    }

    @Test("of several families the first installed one applies", .enabled(if: areFontsInstalled))
    func firstInstalledFamilyApplies() {
        let face = Self.fonts.face(for: FontRequest(family: "'Nowhere', \"DejaVu Sans Mono\", DejaVu Sans"))
        #expect(face?.family == "DejaVu Sans Mono")
    }

    @Test("a substitute replaces a family that is not installed", .enabled(if: areFontsInstalled))
    func missingFamilyIsSubstituted() {
        let face = Self.fonts.face(for: FontRequest(family: "Nowhere"))
        #expect(face == FontFace(family: "DejaVu Serif", style: "Book", isSubstitute: true))
    }

    @Test("Helvetica and Arial stand for each other, as in browsers")
    func helveticaAndArialReplaceEachOther() {
        let fonts = SystemFonts.installed
        let (arial, helvetica) = (FontRequest(family: "Arial"), FontRequest(family: "Helvetica"))
        let isArialKnown = fonts.face(for: arial).map { $0.family.contains("Sans") || $0.family == "Arial" } ?? false
        if isArialKnown { #expect(fonts.face(for: helvetica)?.family == fonts.face(for: arial)?.family) }
    }

    @Test("generic families are those of a browser's settings, and Arial Narrow is not replaced by another design")
    func genericFamiliesFollowBrowser() {
        func family(_ name: String) -> String? { SystemFonts.installed.face(for: FontRequest(family: name))?.family }
        for (generic, named) in [("sans-serif", "Arial"), ("serif", "Times New Roman"), ("cursive", "Comic Sans MS")] {
            #expect(family(generic) == family(named))
        }
        #expect([family("Nowhere"), "Arial Narrow"].contains(family("Arial Narrow")))
    }

    @Test("letters that a font lacks come from another font that has them", .enabled(if: areFontsInstalled))
    func missingLettersUseFallbackFont() {
        let request = FontRequest(family: "Tiny", file: FontFile(TinyFont.latin.bytes))
        let set = Self.fonts.positionedGlyphs(for: ["a", "Ж", "b"], in: request, spacing: .plain)
        #expect(set.map(\.isMissing) == [false, false, false])
        #expect(set[1].advance > 0.5 && !set[1].outline.isEmpty)
    }

    @Test("Arabic letters join, so they differ alone, at the start and at the end", .enabled(if: areFontsInstalled))
    func arabicLettersJoin() {
        let request = FontRequest(family: "DejaVu Sans")
        let alone = Self.fonts.positionedGlyphs(for: ["\u{628}"], in: request, spacing: .plain)
        let pair = Self.fonts.positionedGlyphs(for: ["\u{628}", "\u{628}"], in: request, spacing: .plain)
        #expect(pair.map(\.index) == [1, 0])
        #expect(pair[0].outline != alone[0].outline && pair[1].outline != alone[0].outline)
    }

    @Test("letters have their own advances without kerning and optional ligatures", .enabled(if: areFontsInstalled))
    func plainSpacingHasOwnAdvances() {
        let request = FontRequest(family: "DejaVu Sans")
        let word = Self.fonts.positionedGlyphs(for: ["A", "V", "f", "i"], in: request, spacing: .plain)
        #expect(
            word
                == word.map { letter in
                    var alone = Self.fonts.positionedGlyphs(
                        for: [["A", "V", "f", "i"][letter.index]], in: request, spacing: .plain)[0]
                    alone.index = letter.index
                    return alone
                })
    }

    @Test("a mark is above its letter, and higher above a higher letter", .enabled(if: areFontsInstalled))
    func marksArePositionedAboveLetters() {
        let request = FontRequest(family: "DejaVu Sans")
        // Unicode has no precomposed characters for these combinations.
        let boxes = ["x", "x\u{30A}", "d", "d\u{30A}"].map { letter in
            box(Self.fonts.positionedGlyphs(for: [letter], in: request, spacing: .plain)[0].outline)
        }
        #expect(boxes[1][1] < boxes[0][1] - 0.1 && boxes[1][3] == boxes[0][3])
        #expect(boxes[3][1] < boxes[2][1] - 0.1 && boxes[3][3] == boxes[2][3])
        #expect(boxes[3][1] < boxes[1][1])
    }

    @Test("kerned pairs move together, and joined letters form ligatures", .enabled(if: areFontsInstalled))
    func kerningAndLigaturesApply() {
        let request = FontRequest(family: "DejaVu Sans")
        let letters = ["A", "V", "f", "i"]
        let apart = Self.fonts.positionedGlyphs(for: letters, in: request, spacing: .plain)
        let kerned = Self.fonts.positionedGlyphs(for: letters, in: request, spacing: .kerning)
        let joined = Self.fonts.positionedGlyphs(for: letters, in: request, spacing: .kerningAndLigatures)
        #expect(kerned[0].advance < apart[0].advance)
        #expect(kerned[2...] == apart[2...])
        #expect(joined[3] == PositionedGlyph(index: 3, isJoined: true) && joined[2].advance > apart[2].advance)
    }
}
