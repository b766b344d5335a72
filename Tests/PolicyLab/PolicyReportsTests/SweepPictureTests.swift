import PolicyComparison
import Scenarios
import Testing

@testable import PolicyReports

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
        for text in ["gifts", "waiting time", "too early", "replaceAt", "value never shown", "stage"] {
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

    @Test("curves of a chart differ without their colors: in the pattern of the line and in the shape of the marks")
    func curvesDifferWithoutColors() async throws {
        let picture = try ParsedSVG(SweepPicture(try await Showcase.sweep("replaceAt=0:1:0.05")).svg)
        let paths = picture.all("path").map { (name: $0.attributes["class"] ?? "", line: $0.attributes["d"] ?? "") }
        let patterns = paths.filter { $0.name.hasPrefix("curve c") && $0.line.contains("h36") }
        // The legend of the first chart: shown, completed, cut short, dropped.
        #expect(patterns.prefix(4).map(\.name) == ["curve c0 d0", "curve c1 d1", "curve c2 d2", "curve c3 d3"])
        for (index, pattern) in patterns.enumerated() {
            let next = paths[try #require(paths.firstIndex { $0 == pattern }) + 1]
            let shape = next.line.drop { $0 != "m" }
            let sameShape = paths.filter { !$0.name.hasPrefix("curve") && $0.line.hasSuffix(shape) }
            // Each shape belongs to one color only, and is in the chart as well as in the legend.
            #expect(Set(sameShape.map(\.name)).count == 1 && sameShape.count > 1, "\(index)")
        }
        let style = try #require(picture.all("style").first).text
        let rules = style.matches(of: /\.d\d\{([^}]*)\}/).map(\.output.1)
        #expect(rules.count == 8 && Set(rules).count == 8)
    }

    @Test("curves that meet have their marks at different values, and a value without neighbours always has one")
    func marksOfCurvesThatMeet() {
        let flat = SweepCurve(name: "flat", values: Array(repeating: 1, count: 51))
        let marks = (0..<4).map { Set(CurveLook.markedValues(of: flat, at: $0)) }
        #expect(marks.allSatisfy { (9...12).contains($0.count) })
        #expect(marks.reduce(into: Set()) { $0.formUnion($1) }.count == marks.map(\.count).reduce(0, +))
        let sparse = SweepCurve(name: "sparse", values: [nil, 1, nil, 1, 1] + Array(repeating: nil, count: 46))
        #expect(CurveLook.markedValues(of: sparse, at: 2).contains(1))
    }
}
