import GiftPackages
import Lottie
import Testing

@Suite("A manifest's theme and slots become part of the animation")
struct GiftLooksTests {
    private static let archive =
        #"{"version":"2","animations":[{"id":"x","initialTheme":"dawn"}],"themes":[{"id":"dawn"},{"id":"dusk"}]}"#

    private func rules(_ color: String) -> [UInt8] {
        utf8(#"{"rules":[{"id":"tint","type":"Color","value":\#(color)}]}"#)
    }

    /// A square in the colour of the slot `tint`: green at dawn, blue at dusk and red of its own.
    private func themed(_ manifest: String) -> [UInt8] {
        zip(
            ("manifest.json", utf8(Self.archive)), ("a/x.json", utf8(animation())), ("t/dawn.json", rules("[0,1,0]")),
            ("t/dusk.json", rules("[0,0,1]")), ("gift.yaml", utf8(manifest)))
    }

    private static let red: UInt32 = 0xFF00_00FF

    @Test(
        "the theme is the one that is named, and slots beat it",
        arguments: [
            ("name: Square", green), ("theme: dusk", blue), ("theme: dawn", green), ("theme: none", red),
            ("slots: {tint: '#0000ff'}", blue), ("theme: dusk\nslots: {tint: '#00ff00'}", green),
            (#"slots: {tint: '{"a":0,"k":[1,0,0]}'}"#, red),
        ])
    func themes(manifest: String, color: UInt32) throws {
        let package = try GiftPackage(themed(manifest))
        #expect(package.composition.looks[0].contains(color))
        #expect([green, blue, Self.red].filter { package.composition.looks[0].contains($0) } == [color])
        // It stays so in whatever form it is handed on, and more than once.
        let once = try package.zip()
        #expect(try GiftPackage(once).zip() == once)
        #expect(try GiftPackage(package.lottie()).composition.looks == package.composition.looks)
        #expect(try Composition(json: package.bareJSON()).looks == package.composition.looks)
    }

    @Test("a slot takes a picture of the package, which comes along")
    func pictures() throws {
        let json = animation(
            assets: #"{"id":"a","w":8,"h":8,"p":"dot.png","sid":"face"}"#, layers: pictureLayer("a"))
        let package = try GiftPackage(
            zip(
                ("data.json", utf8(json)), ("images/dot.png", picture(green)), ("images/cat.png", picture(blue)),
                ("gift.yaml", utf8("slots: {face: images/cat.png}"))))
        #expect(package.images.keys.contains("cat.png") && package.missingImages == [])
        #expect(package.composition.looks[0].contains(blue) && !package.composition.looks[0].contains(green))
        #expect(try GiftPackage(package.zip()).composition.looks == package.composition.looks)
        #expect(try GiftPackage(GiftPackage(package.zip()).zip()).composition.looks == package.composition.looks)
    }

    @Test(
        "what leads nowhere is named with its line and column",
        arguments: [
            ("name: S\ntheme: dust", #"gift.yaml:2:8: theme: unknown theme "dust", did you mean "dusk"?"#),
            ("theme: winter", #"gift.yaml:1:8: theme: unknown theme "winter"; there are dawn, dusk"#),
            ("slots:\n  tind: red", #"gift.yaml:2:9: slots: unknown slot "tind", did you mean "tint"?"#),
            (
                "slots: {tint: 5,3,x}",
                #"gift.yaml:1:15: slots: tint: expected a colour such as #ff8800, found "5""#
            ),
            ("slots: {tint: '{'}", #"gift.yaml:1:15: slots: tint: expected JSON, found "{""#),
            ("slots: {tint: [1]}", "gift.yaml:1:15: slots: tint: expected one value, JSON in quotes"),
            ("slots: red", #"gift.yaml:1:8: slots: expected a mapping, found "red""#),
        ])
    func faults(manifest: String, message: String) {
        #expect(GiftPackage.error(themed(manifest)) == message)
    }

    @Test("a theme needs an archive that has one, and a slot's picture a file")
    func missing() throws {
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
