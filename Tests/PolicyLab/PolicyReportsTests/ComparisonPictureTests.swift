import ExactNumbers
import Playback
import PolicyComparison
import PolicyReports
import Recordings
import Scenarios
import TestSupport
import Testing

@Suite("Pictures of comparisons")
struct ComparisonPictureTests {
    @Test(
        "a picture is well-formed and self-contained, and all its elements are inside",
        arguments: Showcase.all.map(\.name)
    )
    func pictureIsWellFormedAndSelfContained(name: String) async throws {
        try ParsedSVG(try await svg(name)).expectWellFormed()
    }

    @Test("texts in a picture are text elements: names, labels, sentences and figures")
    func textsAreTextElements() async throws {
        let texts = try ParsedSVG(try await svg("rocket-and-hearts")).texts
        for text in [
            "late gift replaces, early gift is dropped", "queue", "replace", "1 rocket", "3 heart",
            "first difference at 1s: gift 2 arrives, heart from bob", "30 of 540",
        ] {
            #expect(texts.contains(text), "\(text)")
        }
    }

    @Test("the picture equals its golden")
    func pictureEqualsGolden() async throws {
        try Golden.expect(
            try await svg("rocket-and-hearts").split(separator: "\n").map(String.init),
            in: "compare-rocket-and-hearts.svg")
    }

    @Test("each bar is at the time of its presentation and has a title")
    func barsMatchPresentations() async throws {
        let picture = try ParsedSVG(try await svg("rocket-and-hearts"))
        // The picture has 760 pixels for 7 s, starting at 176; each bar has a title.
        let bars = picture.all("rect").filter { $0.attributes["class"]?.hasPrefix("k") == true }
        let queue = bars.prefix(3).compactMap { $0.attributes["x"].flatMap(Double.init) }
        #expect(queue.count == 3)
        for (x, seconds) in zip(queue, [0.0, 4, 5.5]) { #expect(abs(x - (176 + 760 * seconds / 7)) < 0.01) }
        #expect(picture.all("title").contains { $0.text == "gift 1 rocket: 0s to 2s, is replaced by 3 at 50 %" })
    }

    @Test("a long session gives a file of less than 1 MB")
    func longSessionGivesSmallFile() async throws {
        let comparison = try await Comparison(of: Showcase.storm(gifts: 20_000))
        let svg = ComparisonPicture(comparison).svg
        #expect(svg.utf8.count < 1_000_000)
        try ParsedSVG(svg).expectWellFormed()
    }

    @Test("names with markup or invalid characters do no harm")
    func hostileNamesAreEscaped() async throws {
        let name = "<script>\"&'\u{0}\u{1B}]]>\u{FFFE}\n</text>"
        let gift = Arrival(kind: name, sender: name, duration: .second)
        let source = SessionSource(
            Scenario(name: name, events: [.init(at: 0, .arrival(gift)), .init(at: 1, .arrival(gift))]), path: "")
        let comparison = try await Comparison(of: source, under: [Policy(name, []), Policy("b", [.mode(.replace)])])
        let picture = try ParsedSVG(ComparisonPicture(comparison).svg)
        try picture.expectWellFormed()
        #expect(picture.texts.contains { $0.hasPrefix("<script>\"&']]>") })
    }

    private func svg(_ name: String) async throws -> String {
        let showcase = try #require(Showcase.all.first { $0.name == name })
        return ComparisonPicture(try await showcase.comparison).svg
    }
}
