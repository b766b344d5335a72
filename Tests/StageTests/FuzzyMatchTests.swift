import Testing

@testable import Stage

@Suite("What answers to what is typed")
struct FuzzyMatchTests {
    @Test(
        "letters in order are found, with others between; no others, and not in another order",
        arguments: [
            ("snh", "Send Heart", [0, 2, 5]), ("send", "Send Heart", [0, 1, 2, 3]), ("", "Quit", []),
            ("rea", "replaceAt less", [0, 1, 7]), ("heart send", "Send Heart", [0, 1, 2, 3, 5, 6, 7, 8, 9]),
            ("cafe", "Pixel Café", [6, 7, 8, 9]), ("CAFÉ", "Pixel cafe\u{301}", [6, 7, 8, 9]),
            ("20 %", "20 %", [0, 1, 3]),
        ] as [(String, String, [Int])])
    func finds(query: String, text: String, places: [Int]) throws {
        #expect(try #require(FuzzyMatch(query, in: text)).places == places)
    }

    @Test("what lacks a letter is not found", arguments: [("hs", "Send Heart"), ("sendd", "Send"), ("x", "")])
    func misses(query: String, text: String) {
        #expect(FuzzyMatch(query, in: text) == nil)
    }

    @Test(
        "the beginning counts more than a word's beginning, that more than neighbours, those more than letters apart",
        arguments: [
            ("s", ["Slower", "Last seen", "Clear as"]), ("he", ["Help", "Send Heart", "The", "Show e"]),
            ("set", ["Settings", "Send the", "Reset"]), ("pa", ["Palette", "On by a pause", "replaceAt"]),
            ("quit", ["Quit", "Quit and leave"]),
        ])
    func ranks(query: String, texts: [String]) throws {
        let scores = try texts.map { try #require(FuzzyMatch(query, in: $0), "\($0)").score }
        #expect(scores == scores.sorted(by: >) && Set(scores).count == scores.count, "\(zip(texts, scores).map { $0 })")
    }

    @Test("of all ways to find it the best one counts")
    func best() throws {
        #expect(try #require(FuzzyMatch("ss", in: "less Send switch")).places == [5, 10])
        #expect(try #require(FuzzyMatch("mode", in: "a demode, the mode")).places == [14, 15, 16, 17])
    }

    @Test("endless texts take no time that anybody notices")
    func long() {
        let text = String(repeating: "a", count: 100_000)
        #expect(FuzzyMatch(text, in: text) != nil)
        #expect(
            FuzzyMatch(text + "b", in: String(repeating: "a ", count: 200)) != nil,
            "what is beyond the limit is not looked at")
    }
}
