import SeededRandomness
import Testing

@testable import RoomUI

@Suite("Fuzzy search of the palette")
struct FuzzyMatchTests {
    @Test(
        "a query matches when the text contains its letters in order, with any letters between them",
        arguments: [
            ("snh", "Send Heart", [0, 2, 5]), ("send", "Send Heart", [0, 1, 2, 3]), ("", "Quit", []),
            ("rea", "replaceAt less", [0, 1, 7]), ("heart send", "Send Heart", [0, 1, 2, 3, 5, 6, 7, 8, 9]),
            ("cafe", "Pixel Café", [6, 7, 8, 9]), ("CAFÉ", "Pixel cafe\u{301}", [6, 7, 8, 9]),
            ("20 %", "20 %", [0, 1, 3]),
        ] as [(String, String, [Int])])
    func finds(query: String, text: String, places: [Int]) throws {
        #expect(try #require(FuzzyMatch(query, in: text)).positions == places)
    }

    @Test(
        "a text that lacks a letter of the query does not match",
        arguments: [("hs", "Send Heart"), ("sendd", "Send"), ("x", "")]
    )
    func misses(query: String, text: String) {
        #expect(FuzzyMatch(query, in: text) == nil)
    }

    @Test(
        "the text's start scores above a word's start, that above adjacent letters, those above separate letters",
        arguments: [
            ("s", ["Slower", "Last seen", "Clear as"]), ("he", ["Help", "Send Heart", "The", "Show e"]),
            ("set", ["Settings", "Send the", "Reset"]), ("pa", ["Palette", "On by a pause", "replaceAt"]),
            ("quit", ["Quit", "Quit and leave"]),
        ])
    func ranks(query: String, texts: [String]) throws {
        let scores = try texts.map { try #require(FuzzyMatch(query, in: $0), "\($0)").score }
        #expect(scores == scores.sorted(by: >) && Set(scores).count == scores.count, "\(zip(texts, scores).map { $0 })")
    }

    @Test("the best of all possible matches counts")
    func bestMatchCounts() throws {
        #expect(try #require(FuzzyMatch("ss", in: "less Send switch")).positions == [5, 10])
        #expect(try #require(FuzzyMatch("mode", in: "a demode, the mode")).positions == [14, 15, 16, 17])
    }

    @Test(
        "the search finds the same best score as a search of all places, however far apart the letters are",
        arguments: 0..<200 as Range<UInt64>)
    func plainSearch(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text = (0..<random.next(below: 60)).map { _ in Array("aab x")[random.next(below: 5)] }
        let query = (0..<1 + random.next(below: 5)).map { _ in Array("aab")[random.next(below: 3)] }
        let found = FuzzyMatch(String(query), in: String(text))
        #expect(found.map { $0.score } == Self.bestScore(query, in: text), "seed \(seed)")
    }

    /// Returns the score of the best match, or `nil` if there is none; tries every place for each letter.
    private static func bestScore(_ query: [Character], in text: [Character]) -> Int? {
        func gap(_ length: Int) -> Int { length == 0 ? 0 : 4 + min(length, 8) }
        func own(_ place: Int) -> Int { 16 + (place == 0 ? 24 : !text[place - 1].isLetter ? 20 : 0) }
        var best: [[Int?]] = [text.indices.map { text[$0] == query[0] ? own($0) - gap($0) : nil }]
        for letter in query.dropFirst() {
            let before = best[best.count - 1]
            best.append(
                text.indices.map { place in
                    guard text[place] == letter else { return nil }
                    return (0..<place).compactMap { earlier in
                        before[earlier].map {
                            $0 + own(place) + (earlier == place - 1 ? 18 : -gap(place - earlier - 1))
                        }
                    }.max()
                })
        }
        return best[best.count - 1].compactMap(\.self).max().map { $0 * 256 - text.count }
    }

    @Test("very long texts and queries are searched quickly")
    func longTextsAreSearchedQuickly() {
        let text = String(repeating: "a", count: 100_000)
        #expect(FuzzyMatch(text, in: text) != nil)
        #expect(
            FuzzyMatch(text + "b", in: String(repeating: "a ", count: 200)) != nil,
            "what is beyond the limit is not looked at")
    }
}
