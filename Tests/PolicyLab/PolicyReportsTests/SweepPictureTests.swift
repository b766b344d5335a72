import PolicyComparison
import PolicyReports
import Scenarios
import Testing

@Suite("Pictures of sweeps")
struct SweepPictureTests {
    @Test(
        "a picture is well-formed and self-contained, and all its elements are inside",
        arguments: ["replaceAt=0:1:0.05", "maxWaiting=0:30:1", "gap=0:2s:10ms", "replaceAt=0.5:0.5:1"])
    func pictureIsWellFormedAndSelfContained(axis: String) async throws {
        try ParsedSVG(SweepPicture(try await Showcase.sweep(axis)).svg).expectWellFormed()
    }

    @Test("texts in a picture are text elements, and each point has a title with its value")
    func textsAreTextElements() async throws {
        let picture = try ParsedSVG(SweepPicture(try await Showcase.sweep("replaceAt=0:1:0.5")).svg)
        for text in ["gifts", "waiting time", "too early", "replaceAt", "value never shown", "stage empty"] {
            #expect(picture.texts.contains(text), "\(text)")
        }
        #expect(picture.all("title").contains { $0.text == "0: 200 shown" })
        #expect(picture.all("circle").count.isMultiple(of: 3))
    }

    @Test("curves run from left to right and from the bottom to the top of their chart")
    func curvesFitTheirChart() async throws {
        let picture = try ParsedSVG(SweepPicture(try await Showcase.sweep("replaceAt=0:1:1")).svg)
        let shown = try #require(picture.all("path").first)
        // The curve starts at 200 of 200 and falls from there.
        let path = try #require(shown.attributes["d"])
        #expect(path.hasPrefix("M80 112L"), "\(path)")
    }
}
