import Playback
import PlayerSettings
import Testing

@Suite("Alternatives in a sentence")
struct AlternativesTests {
    @Test(
        "two words have or between them, and before them commas",
        arguments: [
            ([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c"),
        ] as [([String], String)])
    func words(words: [String], text: String) {
        #expect(words.alternatives == text)
    }

    @Test("a setting with several values lists them all")
    func setting() {
        #expect(SettingKey.glyphs.expectedValues == "half, quadrant, sextant or octant")
        #expect(SettingKey.theme.expectedValues == "auto, dark or light")
    }
}
