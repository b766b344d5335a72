import SeededRandomness
import TerminalText
import Testing

@Suite("Text for terminals")
struct TerminalSafeTests {
    @Test(
        "legitimate text of many scripts stays unchanged",
        arguments: [
            "", "ann", "Zoë Ω 木村 한국어", "🎁 👍🏽 ❤️ 🇩🇪", "שלום עולם", "می‌خواهم", "क्‍ष क्‌ष", "👩‍👩‍👧 👩🏽‍🚀 ❤️‍🔥 🏳️‍🌈",
            "e\u{301}\u{323}", "בְּרֵאשִׁ֖ית", "ไม่ได้", "한국", "ကျွှော့်း မြို့", "தமிழ் സ്ത്രീ", "ｶﾞ ﾊﾟ", "👩🏽‍❤️‍💋‍👨🏽", "葛\u{E0100}", "é → ∞ ½ §",
        ])
    func legitimate(_ text: String) {
        #expect(Array(text.terminalSafe().unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test("characters that control a terminal or break a line become spaces")
    func controls() {
        let controls = Array(0..<0x20) + Array(0x7F..<0xA0) + [0x2028, 0x2029, 0xFFFE, 0xFFFF, 0x1FFFE]
        for value in controls {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            #expect("a\(scalar)b".terminalSafe() == "a b", "U+\(String(value, radix: 16))")
        }
    }

    @Test("an escape sequence loses its first character and becomes plain text")
    func sequences() {
        #expect("\u{1B}[2Jx".terminalSafe() == " [2Jx")
        #expect("\u{1B}]0;title\u{7}x\u{9B}31m".terminalSafe() == " ]0;title x 31m")
        #expect("a\r\nb".terminalSafe() == "a  b")
    }

    @Test("characters that reorder or hide other text are removed")
    func invisible() {
        let invisible: [ClosedRange<UInt32>] = [
            0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x180B...0x180F, 0x200B...0x200F,
            0x202A...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF9...0xFFFB,
            0x1D173...0x1D17A, 0xE0001...0xE007F,
        ]
        for scalar in invisible.joined().compactMap(Unicode.Scalar.init) {
            #expect("a\(scalar)b".terminalSafe() == "ab", "U+\(String(scalar.value, radix: 16))")
            #expect("\(scalar)".terminalSafe() == "", "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test("joiners and variation selectors stay only where they have an effect")
    func joiners() {
        #expect("a\u{200D}b \u{200C}c".terminalSafe() == "ab c")
        #expect("1\u{200D}2".terminalSafe() == "12")
        #expect("👩\u{200D}\u{200D}👧".terminalSafe().unicodeScalars.count == 3)
        #expect("می\u{200C}\u{200C}\u{200C}خ".terminalSafe().unicodeScalars.count == 4)
        #expect("❤\u{FE0F}\u{FE0F}\u{FE0E}x".terminalSafe() == "❤\u{FE0F}x")
        #expect("\u{FE0F}x".terminalSafe() == "x")
    }

    @Test(
        "a letter keeps a limited number of marks, and marks without a letter are removed",
        arguments: ["\u{301}", "\u{20DD}", "\u{11A8}", "\u{E31}"])
    func marks(_ mark: String) {
        let piled = "a" + String(repeating: mark, count: 10_000) + "b"
        let most = ReviewedScalars.maxMarks
        #expect(Array(piled.terminalSafe().unicodeScalars).count == 2 + most)
        #expect((mark + "a").terminalSafe() == "a")
        #expect(("\u{1B}" + mark).terminalSafe() == " ")
    }

    @Test(
        "marks with width have the same limit, and may stand alone",
        arguments: ["\u{903}", "\u{1F3FD}", "\u{FF9E}"])
    func spacingMarks(_ mark: String) {
        let piled = "अ" + String(repeating: mark, count: 10_000) + "b"
        #expect(piled.terminalSafe().unicodeScalars.count == 2 + ReviewedScalars.maxMarks)
        #expect((mark + "a").terminalSafe().unicodeScalars.count == 2)
        let mixed = "अ" + String(repeating: mark + "\u{301}", count: 10_000)
        #expect(mixed.terminalSafe().unicodeScalars.count == 1 + 2 * ReviewedScalars.maxMarks)
    }

    @Test("an emoji has a limited number of joiners")
    func joinedEmoji() {
        let chain = String(repeating: "👩\u{200D}", count: 1_000) + "👩"
        let joiners = chain.terminalSafe().map { $0.unicodeScalars.count { $0 == "\u{200D}" } }
        #expect(joiners.max() == ReviewedScalars.maxJoiners)
    }

    @Test("a long text is truncated and ends with an ellipsis, at low cost")
    func longTextIsTruncated() {
        let text = String(repeating: "word ", count: 1_000_000)
        let safe = text.terminalSafe(maxLength: 100)
        #expect(safe.count == 100 && safe.hasSuffix("…") && text.hasPrefix(safe.dropLast()))
        #expect(String(repeating: "x", count: 100).terminalSafe(maxLength: 100).hasSuffix("x"))
        #expect(text.terminalSafe().unicodeScalars.count == TerminalText.maxLineLength)
    }

    @Test(
        "a cut text does not exceed its limit, and ends with an ellipsis",
        arguments: [("ann", "ann"), ("abcde", "abcde"), ("abcdef", "abcd…"), ("木村木村木村", "木村木村…")])
    func truncatedTextEndsWithEllipsis(text: String, kept: String) {
        #expect(text.truncated(to: 5) == kept)
        #expect("a\(String(repeating: "\u{301}", count: 1_000))".truncated(to: 5) == "…")
    }

    @Test(
        "the result is safe for any input, and does not change if it is processed again",
        arguments: 0..<200 as Range<UInt64>)
    func resultIsAlwaysSafe(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text = HostileText.random(&random)
        let safe = text.terminalSafe()
        #expect(safe.terminalSafe() == safe, "seed \(seed)")
        #expect(HostileText.violations(in: safe).isEmpty, "seed \(seed): \(HostileText.violations(in: safe))")
    }
}
