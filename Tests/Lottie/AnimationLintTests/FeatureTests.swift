import LottieInspection
import Testing

@testable import AnimationLint

@Suite("Features that look different elsewhere")
struct FeatureTests {
    @Test("a feature names the players that lack it, its first layer, and what to do instead")
    func players() throws {
        let layer = Documents.square("Joined").replacing(#"{"ty":"fl""#, with: #"{"ty":"mm","mm":1},{"ty":"fl""#)
        let found = try findings(.portability, in: Documents.document(Documents.square() + "," + layer))
        #expect(found.map(\.path) == ["layers[1]"])
        #expect(found.map(\.layer) == ["Joined"])
        #expect(found.map(\.severity) == [.warning])
        #expect(
            found.first?.message
                == "merge paths, 1 time: left out or different in lottie-web, lottie-ios, ThorVG, rlottie; "
                + "draw the merged path itself")
    }

    @Test("what lottie-web draws alike is only a note")
    func note() throws {
        let layer = Documents.square(others: #","ao":1"#)
        #expect(try findings(.portability, in: Documents.document(layer)).map(\.severity) == [.note])
    }

    @Test(
        "a trim that cuts several paths alike is told, one of a single path or of all as one is not",
        arguments: [(1, true, true), (2, true, false), (1, false, false)])
    func trim(mode: Int, ofSeveral: Bool, isTold: Bool) throws {
        let other = ofSeveral ? #"{"ty":"gr","it":[{"ty":"el","p":{"k":[50,50]},"s":{"k":[20,20]}}]},"# : ""
        let trim = #"\#(other){"ty":"tm","s":{"k":0},"e":{"k":50},"o":{"k":0},"m":\#(mode)},{"ty":"fl""#
        let layer = Documents.square().replacing(#"{"ty":"fl""#, with: trim)
        let found = try findings(.portability, in: Documents.document(layer))
        #expect(
            found.map(\.message)
                == (isTold
                    ? [
                        "several paths trimmed simultaneously, 1 time: left out or different in lottie-ios; "
                            + "give each path a trim of its own"
                    ] : []))
    }

    @Test("plain shapes look the same everywhere")
    func plain() throws { #expect(try findings(.portability, in: Documents.document(Documents.square())) == []) }

    @Test("the table has each feature once, and an advice for it")
    func table() {
        let names = PlayerSupport.table.flatMap(\.features)
        #expect(Set(names).count == names.count)
        #expect(PlayerSupport.table.allSatisfy { !$0.lacking.isEmpty && !$0.advice.isEmpty })
    }

    @Test("what browsers are known to lack is told of lottie-web")
    func browsers() {
        for feature in RenderingDifference.featuresUnsupportedByBrowsers.keys {
            #expect(PlayerSupport.differences(of: feature)?.players.contains(.lottieWeb) == true)
        }
    }

    @Test("a feature that is not drawn is told with its path")
    func undrawn() throws {
        let layer = Documents.square(others: #","ef":[{"ty":99,"nm":"Odd","ef":[]}]"#)
        let found = try findings(.undrawnFeature, in: Documents.document(layer))
        #expect(found.count == 1)
        #expect(found.first?.path.hasPrefix("layers[0].ef") == true)
    }

    @Test("an effect that the exporter has no number for is told by its name")
    func effectWithoutNumber() throws {
        let effect = #"{"ty":5,"mn":"ADBE Invert","en":1,"ef":[]}"#
        let layers = Documents.square(others: #","ef":[\#(effect),\#(effect)]"#)
        #expect(
            try findings(.undrawnFeature, in: Documents.document(layers)).map(\.message) == [
                "effect 'Invert', 2 times: the layer is drawn without it, as in browsers"
            ])
    }
}
