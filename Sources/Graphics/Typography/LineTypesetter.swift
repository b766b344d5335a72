import BidirectionalText
import CHarfBuzz
import VectorGraphics

/// A layout of one line: it divides the line into runs of one direction, script and face, and shapes each with
/// HarfBuzz.
struct LineTypesetter {
    let letters: [String]
    let spacing: GlyphSpacing
    /// The face of each letter, or `nil` if no font has the letter.
    let faces: [Typeface?]
    /// The requested face, whose sign for missing letters takes the place of those that no font has.
    var requestedFace: Typeface?

    /// A run of adjacent letters that are shaped together.
    private struct Run {
        var letters: Range<Int>
        var level: Int8
        var script: hb_script_t
        var face: Typeface?
    }

    /// Returns the letters from left to right.
    func positionedGlyphs() -> [PositionedGlyph] {
        let runs = makeRuns()
        var set: [PositionedGlyph] = []
        set.reserveCapacity(letters.count)
        for position in EmbeddingLevels.visualOrder(of: runs.map(\.level)) { append(runs[position], to: &set) }
        return set
    }

    private func makeRuns() -> [Run] {
        let levels = levels()
        var runs: [Run] = []
        for index in letters.indices {
            let script = script(of: letters[index])
            let isShared = script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED
            if let last = runs.last, last.level == levels[index], last.face === faces[index] {
                let lastIsShared = last.script == HB_SCRIPT_COMMON || last.script == HB_SCRIPT_INHERITED
                if isShared || lastIsShared || script == last.script {
                    runs[runs.count - 1].letters = last.letters.lowerBound..<index + 1
                    if !isShared { runs[runs.count - 1].script = script }
                    continue
                }
            }
            runs.append(Run(letters: index..<index + 1, level: levels[index], script: script, face: faces[index]))
        }
        return runs
    }

    /// Returns the embedding level of each letter: even for left to right, odd for right to left.
    func levels() -> [Int8] {
        guard EmbeddingLevels.areNeeded(for: letters.joined()) else {
            return [Int8](repeating: 0, count: letters.count)
        }
        let scalars = letters.map { $0.unicodeScalars.map(\.value) }
        let analysis = EmbeddingLevels(of: scalars.flatMap(\.self))
        var start = 0
        var levels = scalars.map { letter in
            defer { start += letter.count }
            return letter.isEmpty ? 0 : analysis.levels[start]
        }
        // Trailing spaces remain at the right end, so that they do not move the visible text.
        for index in letters.indices.reversed() {
            guard letters[index] == " " else { break }
            levels[index] = 0
        }
        return levels
    }

    private func script(of letter: String) -> hb_script_t {
        guard let scalar = letter.unicodeScalars.first else { return HB_SCRIPT_COMMON }
        return hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
    }

    private func append(_ run: Run, to set: inout [PositionedGlyph]) {
        let isReversed = run.level % 2 == 1
        var glyphs = [PositionedGlyph?](repeating: nil, count: run.letters.count)
        if let face = run.face { shape(run, face, isReversed: isReversed, into: &glyphs) }
        for offset in 0..<run.letters.count {
            let index = isReversed ? run.letters.upperBound - 1 - offset : run.letters.lowerBound + offset
            let other = run.face == nil ? missingLetter(at: index) : PositionedGlyph(index: index, isJoined: true)
            set.append(glyphs[index - run.letters.lowerBound] ?? other)
        }
    }

    /// Returns the sign for a missing letter, once for each of its characters, as browsers show it.
    private func missingLetter(at index: Int) -> PositionedGlyph {
        var letter = PositionedGlyph(index: index, isMissing: true)
        guard let requestedFace else { return letter }
        for scalar in letters[index].unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            letter.outline.append(
                requestedFace.outline(Self.missingGlyph), transform: .translation(x: letter.advance, y: 0))
            letter.advance += requestedFace.ems(
                hb_font_get_glyph_h_advance(requestedFace.harfBuzzFont, Self.missingGlyph))
        }
        return letter
    }

    /// The number of a face's sign for missing letters (OpenType, `.notdef`).
    private static let missingGlyph: UInt32 = 0

    private func shape(_ run: Run, _ face: Typeface, isReversed: Bool, into glyphs: inout [PositionedGlyph?]) {
        guard let buffer = hb_buffer_create() else { return }
        defer { hb_buffer_destroy(buffer) }
        for index in run.letters {
            for scalar in letters[index].unicodeScalars { hb_buffer_add(buffer, scalar.value, UInt32(index)) }
        }
        hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
        hb_buffer_set_direction(buffer, isReversed ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        hb_buffer_set_script(buffer, run.script)
        hb_buffer_set_language(buffer, hb_language_from_string("und", -1))
        let features = features(for: run.script)
        features.withUnsafeBufferPointer { list in
            hb_shape(face.harfBuzzFont, buffer, list.baseAddress, UInt32(list.count))
        }
        var count: UInt32 = 0
        // Both arrays have `count` elements and exist as long as the buffer.
        guard let glyph = hb_buffer_get_glyph_infos(buffer, &count),
            let position = hb_buffer_get_glyph_positions(buffer, &count)
        else { return }
        for number in 0..<Int(count) {
            let index = Int(glyph[number].cluster)
            guard run.letters.contains(index) else { continue }
            let indexInRun = index - run.letters.lowerBound
            var letter = glyphs[indexInRun] ?? PositionedGlyph(index: index)
            let x = letter.advance + face.ems(position[number].x_offset)
            let outline = face.outline(glyph[number].codepoint)
            letter.outline.append(
                outline, transform: .translation(x: x, y: -face.ems(position[number].y_offset)))
            letter.advance += face.ems(position[number].x_advance)
            glyphs[indexInRun] = letter
        }
    }

    /// Returns the optional OpenType features that `spacing` switches off.
    private func features(for script: hb_script_t) -> [hb_feature_t] {
        if Self.contextualScripts.contains(script.rawValue) { return [] }
        let left: [String] =
            switch spacing {
            case .plain: ["kern", "liga", "clig", "calt"]
            case .kerning: ["liga", "clig"]
            case .kerningAndLigatures: []
            }
        return left.map { name in
            hb_feature_t(tag: hb_tag_from_string(name, -1), value: 0, start: 0, end: UInt32.max)
        }
    }

    /// The scripts in which letters change with their neighbors. Many of their fonts place and join letters with the
    /// features that are optional in other scripts.
    private static let contextualScripts: Set<UInt32> = Set(
        [
            HB_SCRIPT_ARABIC, HB_SCRIPT_SYRIAC, HB_SCRIPT_NKO, HB_SCRIPT_MANDAIC, HB_SCRIPT_MONGOLIAN,
            HB_SCRIPT_DEVANAGARI, HB_SCRIPT_BENGALI, HB_SCRIPT_GURMUKHI, HB_SCRIPT_GUJARATI, HB_SCRIPT_ORIYA,
            HB_SCRIPT_TAMIL, HB_SCRIPT_TELUGU, HB_SCRIPT_KANNADA, HB_SCRIPT_MALAYALAM, HB_SCRIPT_SINHALA,
            HB_SCRIPT_THAI, HB_SCRIPT_LAO, HB_SCRIPT_KHMER, HB_SCRIPT_MYANMAR, HB_SCRIPT_TIBETAN,
            HB_SCRIPT_BALINESE, HB_SCRIPT_JAVANESE, HB_SCRIPT_SUNDANESE, HB_SCRIPT_TAI_THAM, HB_SCRIPT_THAANA,
        ].map(\.rawValue))
}
