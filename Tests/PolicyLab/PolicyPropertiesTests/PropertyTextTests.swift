import PolicyProperties
import Testing

/// Tests of the language in which properties are written.
@Suite struct PropertyTextTests {
    @Test(arguments: [
        ("alwys paused", #"column 1: unknown word "alwys", did you mean "always"?"#),
        ("always pased", #"column 8: unknown word "pased", did you mean "paused"?"#),
        ("always", "column 7: expected an outcome or a comparison, found the end"),
        ("within soon started", #"column 8: expected a duration such as 250ms, 1.5s or 2m, found "soon""#),
        ("after paused never started", #"column 14: expected :, found "never""#),
        ("after (always paused): never started", "column 7: expected a condition without operators over time"),
        ("if pauses stop: never started", #"column 11: expected end, found "stop""#),
        ("ended as replcaed", #"column 10: unknown outcome "replcaed", did you mean "replaced"?"#),
        ("ended as 3", #"column 10: expected completed, replaced, dismissed, dropped, merged or unplayed, found "3""#),
        ("never started until", "column 20: expected an outcome or a comparison, found the end"),
        ("until started", #"column 1: expected a property, found "until""#),
        ("always early = hld", #"column 16: unknown value "hld", did you mean "hold"?"#),
        (
            "always replaceAt < 1s",
            #"column 20: "replaceAt" is compared with a fraction such as 0.3 or 30%, found "1s""#
        ),
        ("eventually value < 0", "column 12: value < 0 never holds, whatever happens"),
        ("always gap >= 0s", "column 8: gap >= 0s always holds, whatever happens"),
    ])
    func errorHasColumnAndSuggestion(text: String, error: String) {
        #expect { try Property(text, kinds: ["rocket", "heart"]) } throws: { "\($0)" == error }
    }

    @Test(
        arguments: [
            (
                "always arrived implies within 10s started or ended",
                "always (arrived implies (within 10s (started or ended)))"
            ),
            ("never dropped(early) & value >= 500", "never (ended and (dropped(early) and (value >= 500)))"),
            ("never waiting > 2", "never (waiting > 2)"),
            ("never started & waited > 10s", "never (started and (waited > 10s))"),
            ("not started until arrived", "(not started) until arrived"),
            ("eventually empty and paused", "eventually (empty and paused)"),
            (
                "after paused until not paused: never ended as completed",
                "after paused until (not paused): (never (ended and completed))"
            ),
            (
                "if pauses end: before mode = replace: always busy",
                "if pauses end: (before (mode = 'replace'): (always busy))"
            ),
            ("always replaceAt >= 30%", "always (replaceAt >= 0.3)"),
            ("always a > 1", nil),
        ] as [(String, String?)])
    func canonicalTextShowsHowItIsRead(text: String, canonical: String?) {
        #expect((try? Property(text))?.canonicalText == canonical)
    }

    @Test func thousandOperatorsAreError() {
        for word in ["always ", "not ", "(", "within 1s ", "after paused: "] {
            #expect(throws: PropertySyntaxError.self) {
                try Property(String(repeating: word, count: 1_000) + "paused")
            }
        }
        let chain = Array(repeating: "paused", count: 1_000).joined(separator: " implies ")
        #expect(throws: PropertySyntaxError.self) { try Property(chain) }
    }

    @Test func manyDifferentConditionsAreError() {
        let text = (1...65).map { "(eventually waiting > \($0))" }.joined(separator: " and ")
        #expect { try Property(text) } throws: { "\($0)" == "column 1: more than 64 different conditions" }
    }
}
