import PolicyComparison
import PolicyReports
import Scenarios
import Testing

@Suite("Sweeps as pictures")
struct SweepPictureTests {
    @Test(
        "are well-formed, complete in themselves, and everything is inside",
        arguments: ["replaceAt=0:1:0.05", "maxWaiting=0:30:1", "gap=0:2s:10ms", "replaceAt=0.5:0.5:1"])
    func sound(axis: String) async throws {
        try Picture(SweepPicture(try await Showcase.sweep(axis)).svg).expectSound()
    }

    @Test("text is text, and each point says its value when pointed at")
    func texts() async throws {
        let picture = try Picture(SweepPicture(try await Showcase.sweep("replaceAt=0:1:0.5")).svg)
        for text in ["gifts", "waiting time", "too early", "replaceAt", "value never shown", "stage empty"] {
            #expect(picture.texts.contains(text), "\(text)")
        }
        #expect(picture.all("title").contains { $0.text == "0: 200 shown" })
        #expect(picture.all("circle").count.isMultiple(of: 3))
    }

    @Test("curves rise from the bottom of their chart to its top, left to right")
    func curves() async throws {
        let picture = try Picture(SweepPicture(try await Showcase.sweep("replaceAt=0:1:1")).svg)
        let shown = try #require(picture.all("path").first)
        // From all 200 of a scale to 200 downwards.
        let path = try #require(shown.attributes["d"])
        #expect(path.hasPrefix("M80 112L"), "\(path)")
    }
}
