import Testing

@testable import LottieRenderer

@Suite("A text has the letters into which lottie-web divides it")
struct WebLettersTests {
    @Test(
        "marks of Devanagari and parts of emoji join the letter before them, and all other marks are letters",
        arguments: [
            ("ab c", ["a", "b", " ", "c"]), ("", []),
            ("\u{928}\u{92E}\u{938}\u{94D}\u{924}\u{947}", ["\u{928}", "\u{92E}", "\u{938}\u{94D}", "\u{924}\u{947}"]),
            // Marks of Tamil, Thai, Arabic and Latin.
            ("\u{B95}\u{BCA}", ["\u{B95}", "\u{BCA}"]), ("\u{E01}\u{E34}\u{E48}", ["\u{E01}", "\u{E34}", "\u{E48}"]),
            ("\u{628}\u{650}", ["\u{628}", "\u{650}"]), ("e\u{301}", ["e", "\u{301}"]),
            // A family, a hand with a color of skin, a red heart, two flags, and a key of a telephone.
            ("\u{1F468}\u{200D}\u{1F469}a", ["\u{1F468}\u{200D}\u{1F469}", "a"]),
            ("\u{1F44B}\u{1F3FD}", ["\u{1F44B}\u{1F3FD}"]), ("\u{2764}\u{FE0F}", ["\u{2764}\u{FE0F}"]),
            ("\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}", ["\u{1F1E9}\u{1F1EA}", "\u{1F1EB}\u{1F1F7}"]),
            (
                "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
                ["\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"]
            ), ("1\u{FE0F}\u{20E3}", ["1\u{FE0F}", "\u{20E3}"]),
            // What has nothing before it is a letter of its own.
            ("\u{94D}\u{915}", ["\u{94D}", "\u{915}"]), ("\u{1F3F4}\u{E0067}", ["\u{1F3F4}", "\u{E0067}"]),
        ])
    func textIsDivided(text: String, letters: [String]) {
        // Compared by scalars, because a text equals one with other scalars for the same letters.
        let found = WebLetters.division(of: text).map { Array($0.unicodeScalars) }
        #expect(found == letters.map { Array($0.unicodeScalars) })
        #expect(WebLetters.count(in: text) == letters.count)
    }
}
