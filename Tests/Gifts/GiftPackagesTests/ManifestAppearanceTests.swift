import GiftPackages
import LottieDocument
import Testing

@Suite("The theme and slots of a manifest")
struct ManifestAppearanceTests {
    private static let archive =
        #"{"version":"2","animations":[{"id":"x","initialTheme":"dawn"}],"themes":[{"id":"dawn"},{"id":"dusk"}]}"#

    private func rules(_ color: String) -> [UInt8] {
        utf8(#"{"rules":[{"id":"tint","type":"Color","value":\#(color)}]}"#)
    }

    /// Returns an archive with a square in the color of the slot `tint`: green in theme dawn, blue in dusk, red by
    /// default.
    private func themed(_ manifest: String) -> [UInt8] {
        zip(
            ("manifest.json", utf8(Self.archive)), ("a/x.json", utf8(animation())), ("t/dawn.json", rules("[0,1,0]")),
            ("t/dusk.json", rules("[0,0,1]")), ("gift.yaml", utf8(manifest)))
    }

    private static let red: UInt32 = 0xFF00_00FF

    @Test(
        "the manifest chooses the theme, and its slots override the theme's values",
        arguments: [
            ("name: Square", green), ("theme: dusk", blue), ("theme: dawn", green), ("theme: none", red),
            ("slots: {tint: '#0000ff'}", blue), ("theme: dusk\nslots: {tint: '#00ff00'}", green),
            (#"slots: {tint: '{"a":0,"k":[1,0,0]}'}"#, red),
        ])
    func themes(manifest: String, color: UInt32) throws {
        let package = try GiftPackage(themed(manifest))
        #expect(package.composition.sampledFrames[0].contains(color))
        #expect([green, blue, Self.red].filter { package.composition.sampledFrames[0].contains($0) } == [color])
        // The result is the same in every form of the package, also after several conversions.
        let once = try package.zipArchive()
        #expect(try GiftPackage(once).zipArchive() == once)
        #expect(
            try GiftPackage(package.dotLottieArchive()).composition.sampledFrames == package.composition.sampledFrames)
        #expect(try Composition(json: package.standaloneJSON()).sampledFrames == package.composition.sampledFrames)
    }

    @Test("a slot can name a picture of the package, which is stored with the animation")
    func pictures() throws {
        let json = animation(
            assets: #"{"id":"a","w":8,"h":8,"p":"dot.png","sid":"face"}"#, layers: pictureLayer("a"))
        let package = try GiftPackage(
            zip(
                ("data.json", utf8(json)), ("images/dot.png", picture(green)), ("images/cat.png", picture(blue)),
                ("gift.yaml", utf8("slots: {face: images/cat.png}"))))
        #expect(package.images.keys.contains("cat.png") && package.missingImages == [])
        #expect(
            package.composition.sampledFrames[0].contains(blue) && !package.composition.sampledFrames[0].contains(green)
        )
        #expect(try GiftPackage(package.zipArchive()).composition.sampledFrames == package.composition.sampledFrames)
        #expect(
            try GiftPackage(GiftPackage(package.zipArchive()).zipArchive()).composition.sampledFrames
                == package.composition.sampledFrames)
    }

    @Test(
        "an error for an unknown theme or slot names line and column",
        arguments: [
            ("name: S\ntheme: dust", #"gift.yaml:2:8: theme: unknown theme "dust", did you mean "dusk"?"#),
            ("theme: winter", #"gift.yaml:1:8: theme: unknown theme "winter", expected one of dawn, dusk"#),
            ("slots:\n  tind: red", #"gift.yaml:2:9: slots: unknown slot "tind", did you mean "tint"?"#),
            (
                "slots: {tint: 5,3,x}",
                #"gift.yaml:1:15: slots: tint: expected a color such as #ff8800, found "5""#
            ),
            ("slots: {tint: '{'}", #"gift.yaml:1:15: slots: tint: expected JSON, found "{""#),
            ("slots: {tint: [1]}", "gift.yaml:1:15: slots: tint: expected one value, JSON in quotes"),
            ("slots: red", #"gift.yaml:1:8: slots: expected a mapping, found "red""#),
        ])
    func faults(manifest: String, message: String) {
        #expect(GiftPackage.error(themed(manifest)) == message)
    }

    /// Returns a package whose animation has the given unused slots and the slot `tint`.
    private func package(slots: [String], manifest: String?) -> [UInt8] {
        let list = slots.map { #""\#($0)":{"p":{"a":0,"k":1}}"# }.joined(separator: ",")
        let document = ("data.json", utf8(animation(more: #","slots":{\#(list)}"#)))
        guard let manifest else { return zip(document) }
        return zip(document, ("gift.yaml", utf8(manifest)))
    }

    @Test("an error lists at most twelve slots and suggests the nearest of the first two thousand")
    func manySlots() {
        let few = (0..<20).map { "s\($0)" }
        let error = GiftPackage.error(package(slots: few, manifest: "slots: {banana: red}"))
        let listed = few.prefix(12).joined(separator: ", ")
        #expect(
            error?.hasSuffix("unknown slot \"banana\", expected one of \(listed) and 9 more") == true, "\(error ?? "")")
        let many = (0..<2_400).map { "s\($0)" }
        let near = GiftPackage.error(package(slots: ["bananb"] + many, manifest: "slots: {banana: red}"))
        #expect(near?.hasSuffix(", did you mean \"bananb\"?") == true, "\(near ?? "")")
        let far = GiftPackage.error(package(slots: many + ["bananb"], manifest: "slots: {banana: red}"))
        #expect(far?.hasSuffix(" and 2390 more") == true, "\(far ?? "")")
    }

    @Test("an animation that the manifest changes has at most ten thousand slots, before and after the change")
    func slotCountIsLimited() throws {
        func slots(_ count: Int) -> [String] { (0..<count).map { "s\($0)" } }
        let manifest = "slots: {tint: '#00ff00'}"
        let most = try GiftPackage(package(slots: slots(9_999), manifest: manifest))
        #expect(try GiftPackage(most.zipArchive()).dataJSON == most.dataJSON)
        let problem = "expected at most 10000 slots"
        #expect(GiftPackage.error(package(slots: slots(10_000), manifest: manifest))?.hasSuffix(problem) == true)
        #expect(GiftPackage.error(package(slots: slots(10_001), manifest: manifest))?.hasSuffix(problem) == true)
        #expect(GiftPackage.error(package(slots: slots(10_001), manifest: nil)) == nil)
    }

    @Test("a theme needs a dotLottie archive with themes, and a slot's picture must be in the package")
    func themeNeedsAnArchiveWithThemes() throws {
        func plain(_ manifest: String) -> [UInt8] {
            zip(("data.json", utf8(animation())), ("gift.yaml", utf8(manifest)))
        }
        #expect(
            GiftPackage.error(plain("theme: dusk"))
                == "gift.yaml:1:8: theme: expected a dotLottie archive, as only these have themes")
        let json = animation(assets: #"{"id":"a","w":8,"h":8,"p":"dot.png","sid":"face"}"#, layers: pictureLayer("a"))
        #expect(
            GiftPackage.error(
                zip(
                    ("data.json", utf8(json)), ("images/dot.png", try picture(green)),
                    ("gift.yaml", utf8("slots: {face: cat.png}"))))
                == #"gift.yaml:1:15: slots: face: expected the path of a picture in the package, found "cat.png""#)
    }
}
