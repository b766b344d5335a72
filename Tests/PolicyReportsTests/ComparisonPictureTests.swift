import Playback
import PolicyComparison
import PolicyReports
import Scenarios
import Testing

@Suite("Comparisons as pictures")
struct ComparisonPictureTests {
    @Test("are well-formed, complete in themselves, and everything is inside", arguments: Showcase.all.map(\.name))
    func sound(name: String) async throws {
        try Picture(try await svg(name)).expectSound()
    }

    @Test("text is text: names, labels, sentences and figures")
    func texts() async throws {
        let texts = try Picture(try await svg("rocket-and-hearts")).texts
        for text in [
            "late gift replaces, early gift is dropped", "queue", "replace", "1 rocket", "3 heart",
            "first difference at 1s: gift 2 arrives, heart from bob", "30 of 540",
        ] {
            #expect(texts.contains(text), "\(text)")
        }
    }

    @Test("looks as it did")
    func golden() async throws {
        try Golden.expect(
            try await svg("rocket-and-hearts").split(separator: "\n").map(String.init),
            in: "compare-rocket-and-hearts.svg")
    }

    @Test("each bar stands where its gift was on stage, and says so when pointed at")
    func bars() async throws {
        let picture = try Picture(try await svg("rocket-and-hearts"))
        // 7 s on 760 pixels from 176 on; the titles of bars follow them.
        let bars = picture.all("rect").filter { $0.attributes["class"]?.hasPrefix("k") == true }
        let queue = bars.prefix(3).compactMap { $0.attributes["x"].flatMap(Double.init) }
        #expect(queue.count == 3)
        for (x, seconds) in zip(queue, [0.0, 4, 5.5]) { #expect(abs(x - (176 + 760 * seconds / 7)) < 0.01) }
        #expect(picture.all("title").contains { $0.text == "gift 1 rocket: 0s to 2s, is replaced by 3 at 50 %" })
    }

    @Test("a long session stays a small file")
    func size() async throws {
        let comparison = try await Comparison(of: Showcase.storm(gifts: 20_000))
        let svg = ComparisonPicture(comparison).svg
        #expect(svg.utf8.count < 1_000_000)
        try Picture(svg).expectSound()
    }

    @Test("names that are markup or no text at all do no harm")
    func hostileNames() async throws {
        let name = "<script>\"&'\u{0}\u{1B}]]>\u{FFFE}\n</text>"
        let gift = Arrival(kind: name, sender: name, duration: .second)
        let source = SessionSource(
            Scenario(name: name, events: [.init(at: 0, .arrival(gift)), .init(at: 1, .arrival(gift))]), path: "")
        let comparison = try await Comparison(of: source, under: [Policy(name, []), Policy("b", [.mode(.replace)])])
        let picture = try Picture(ComparisonPicture(comparison).svg)
        try picture.expectSound()
        #expect(picture.texts.contains { $0.hasPrefix("<script>\"&']]>") })
    }

    private func svg(_ name: String) async throws -> String {
        let showcase = try #require(Showcase.all.first { $0.name == name })
        return ComparisonPicture(try await showcase.comparison).svg
    }
}
