import GiftPackages
import LottieDocument
import Testing
import ZIPFixtures

@Suite("The package of a gift")
struct GiftPackageTests {
    private let asset = #"{"id":"a","w":40,"h":40,"u":"images/","p":"dot.png","e":0}"#

    @Test("a package is a ZIP archive with data.json, its pictures and its manifest")
    func zipArchive() throws {
        let json = animation(assets: asset, layers: pictureLayer("a"))
        let package = try GiftPackage(
            zip(("data.json", utf8(json)), ("images/dot.png", picture(green)), ("gift.yaml", utf8("name: Dot"))))
        #expect(package.kind == .zip)
        #expect(package.dataJSON == utf8(json))
        #expect(package.images == ["dot.png": try picture(green)])
        #expect(package.missingImages == [])
        #expect(package.manifest?.name == "Dot")
        #expect(package.composition.assets.images["a"]?.source == .embedded(try picture(green)))
        #expect(package.composition.sampledFrames[0].contains(green))
    }

    @Test("a package is a dotLottie archive of either version")
    func dotLottie() throws {
        let old = #"{"id":"a","w":40,"h":40,"u":"/images/","p":"dot.png","e":0}"#
        let json = utf8(animation(assets: old, layers: pictureLayer("a")))
        let first = try GiftPackage(
            zip(
                ("manifest.json", utf8(#"{"version":"1.0","animations":[{"id":"x"}]}"#)), ("animations/x.json", json),
                ("images/dot.png", picture(green))))
        let second = try GiftPackage(
            zip(
                ("manifest.json", utf8(#"{"version":"2","animations":[{"id":"x"}]}"#)), ("a/x.json", json),
                ("i/dot.png", picture(green)), ("gift.yaml", utf8("value: 3"))))
        #expect(first.kind == .dotLottie && second.kind == .dotLottie)
        #expect(first.dataJSON == second.dataJSON)
        #expect(first.images == second.images && first.images.keys.sorted() == ["dot.png"])
        #expect(second.manifest?.value == 3)
        #expect(first.composition.sampledFrames[0].contains(green))
    }

    @Test("a package is a plain document, with or without its pictures, or the same compressed with gzip")
    func document() throws {
        let json = utf8(animation(assets: asset, layers: pictureLayer("a")))
        let package = try GiftPackage(json)
        #expect(package.kind == .document)
        #expect(package.dataJSON == json)
        #expect(package.images == [:] && package.missingImages == ["images/dot.png"])
        #expect(package.manifest == nil)
        #expect(try GiftPackage(ZIPWriter.gzipped(json)).dataJSON == json)
        #expect(
            try GiftPackage([0xEF, 0xBB, 0xBF] + json).composition.sampledFrames == package.composition.sampledFrames)
    }

    @Test(
        "a picture is found at its path in the animation, in the folder images, or beside the document",
        arguments: [
            (#""u":"images/","p":"dot.png""#, "images/dot.png"), (#""u":"./images/","p":"dot.png""#, "images/dot.png"),
            (#""u":"/images/","p":"dot.png""#, "images/dot.png"), (#""u":"","p":"dot.png""#, "images/dot.png"),
            (#""p":"dot.png""#, "images/dot.png"), (#""p":"dot.png""#, "dot.png"),
            (#""u":"gfx/","p":"dot.png","e":0"#, "gfx/dot.png"),
            (#""p":"\u0064ot.png","u":"images\/""#, "images/dot.png"),
        ])
    func picturesAreFound(members: String, file: String) throws {
        let json = animation(assets: #"{"id":"a","w":40,"h":40,\#(members)}"#, layers: pictureLayer("a"))
        let package = try GiftPackage(zip(("data.json", utf8(json)), (file, picture(green))))
        #expect(package.images.keys.sorted() == ["dot.png"])
        #expect(package.composition.assets.images["a"]?.source == .embedded(try picture(green)))
        let again = try GiftPackage(package.zipArchive())
        #expect(again.composition.assets.images["a"]?.source == .embedded(try picture(green)))
    }

    @Test("pictures with equal names in two folders, or with unusual names, get different plain names")
    func equalNamesGetDifferentPlainNames() throws {
        let assets = #"{"id":"a","u":"x/","p":"Dot.png"},{"id":"b","u":"y/","p":"dot.png"},{"id":"c","p":"é ü.png"}"#
        let layers = ["a", "b", "c"].map { pictureLayer($0) }.joined(separator: ",")
        let package = try GiftPackage(
            zip(
                ("data.json", utf8(animation(assets: assets, layers: layers))), ("x/Dot.png", picture(green)),
                ("y/dot.png", picture(blue)), ("é ü.png", picture(1))))
        #expect(package.images.count == 3)
        #expect(package.images.keys.allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } })
        #expect(Set(package.images.keys.map { $0.lowercased() }).count == 3)
        for (id, color) in [("a", green), ("b", blue), ("c", 1)] {
            #expect(package.composition.assets.images[id]?.source == .embedded(try picture(color)))
        }
    }

    @Test("a missing picture is not replaced by another one of the same name")
    func missingPicture() throws {
        let assets = #"{"id":"a","u":"x/","p":"dot.png"},{"id":"b","u":"images/","p":"dot.png"}"#
        let json = animation(assets: assets, layers: pictureLayer("a") + "," + pictureLayer("b"))
        let package = try GiftPackage(zip(("data.json", utf8(json)), ("x/dot.png", picture(green))))
        #expect(package.composition.assets.images["a"]?.source == .embedded(try picture(green)))
        #expect(package.composition.assets.images["b"]?.source == .external("images/dot.png"))
        #expect(package.missingImages == ["images/dot.png"])
    }

    @Test("a file that many assets name is stored once")
    func sharedPicture() throws {
        let assets = (0..<50).map { #"{"id":"a\#($0)","u":"\#(String(repeating: "./", count: $0))","p":"dot.png"}"# }
        let json = animation(assets: assets.joined(separator: ","), layers: pictureLayer("a7"))
        let package = try GiftPackage(zip(("data.json", utf8(json)), ("dot.png", picture(green))))
        #expect(package.images.keys.sorted() == ["dot.png"])
        #expect(package.missingImages == [])
    }

    @Test("the initial theme of a dotLottie archive becomes part of the document, and other slots stay")
    func theme() throws {
        let own = #","slots":{"other":{"p":{"a":0,"k":5}},"tint":{"p":{"a":0,"k":[0,0,1,1]}}}"#
        let rules = #"{"rules":[{"id":"tint","type":"Color","value":[0,1,0]}]}"#
        let manifest = #"{"version":"2","animations":[{"id":"x","initialTheme":"t"}],"themes":[{"id":"t"}]}"#
        for slots in ["", own] {
            let package = try GiftPackage(
                zip(
                    ("manifest.json", utf8(manifest)), ("a/x.json", utf8(animation(more: slots))),
                    ("t/t.json", utf8(rules))))
            #expect(package.composition.sampledFrames[0].contains(green))
            #expect(
                try GiftPackage(package.zipArchive()).composition.sampledFrames == package.composition.sampledFrames)
            #expect(try Composition(json: package.standaloneJSON()).sampledFrames == package.composition.sampledFrames)
            #expect(package.composition.slots.map(\.id).contains("other") == !slots.isEmpty)
        }
    }
}

@Suite("Packages that are refused")
struct RejectedPackageTests {
    private let json = utf8(animation())

    @Test(
        "an archive without an animation at its place names the file that is probably meant",
        arguments: [
            (["readme.txt", "notes.yaml"], "neither"), (["__MACOSX/x/data.json"], "neither"),
            (
                ["__MACOSX/x/data.json", "a.json", "x/data.json"],
                "\"x/data.json\"; pack what is in the folder, not the folder"
            ),
            (
                ["x/a/a.json", "x/manifest.json"],
                "\"x/manifest.json\"; pack what is in the folder, not the folder"
            ), (["animations/a.json"], "\"animations/a.json\""),
            (["images/a.png", "Data.json"], "\"Data.json\""), (["ball.JSON"], "\"ball.JSON\""),
        ])
    func misplacedAnimationIsNamed(files: [String], found: String) {
        let archive = ZIPWriter(files: files.map { .init($0, json, isDeflated: true) }).bytes
        #expect(
            GiftPackage.error(archive)
                == "expected \"data.json\" or a dotLottie's \"manifest.json\" in the archive, found \(found)")
    }

    @Test("a package whose frames are empty without a picture that it lacks names the picture")
    func missingPictureIsNamed() {
        let asset = #"{"id":"a","w":40,"h":40,"u":"images/","p":"dot.png","e":0}"#
        let picture = #"{"fr":30,"ip":0,"op":60,"w":90,"h":90,"assets":[\#(asset)],"layers":[\#(pictureLayer("a"))]}"#
        #expect(
            GiftPackage.error(zip(("data.json", utf8(picture))))
                == "images/dot.png: expected in the package, found none; without it nothing is to be seen")
    }

    @Test("the reason for a refusal is one line")
    func rejectionReasonIsOneLine() throws {
        #expect(GiftPackage.error(json) == nil)
        #expect(
            GiftPackage.error([])
                == "expected a ZIP archive, a dotLottie archive or a Lottie animation, found none of them")
        #expect(
            GiftPackage.error(utf8("<html>please log in</html>"))
                == "expected a ZIP archive, a dotLottie archive or a Lottie animation, found none of them")
        #expect(GiftPackage.error(utf8("{}"))?.hasPrefix("w: expected") == true)
        #expect(GiftPackage.error(Array(json.dropLast(9)))?.hasSuffix("(no well-formed JSON)") == true)
        #expect(GiftPackage.error(zip(("data.json", utf8("[1]"))))?.hasPrefix("data.json: ") == true)
        #expect(
            GiftPackage.error(zip(("manifest.json", utf8(#"{"animations":[{"id":"x"}]}"#))))
                == "animations/x.json: expected in the archive, found none")
        #expect(
            GiftPackage.error(zip(("data.json", json), ("gift.yaml", utf8("nmae: Rocket"))))
                == "gift.yaml:1:1: gift: unknown field \"nmae\", did you mean \"name\"?")
    }

    @Test("an animation that shows nothing is refused")
    func emptyAnimationIsRejected() {
        let blank = animation().replacing("\"op\":60,\"ks\"", with: "\"op\":60,\"hd\":true,\"ks\"")
        #expect(GiftPackage.error(utf8(blank)) == "expected something to see, found nothing in 24 frames")
        let late = animation().replacing("{\"ty\":4,\"ip\":0", with: "{\"ty\":4,\"ip\":50")
        #expect(GiftPackage.error(utf8(late)) == nil)
    }

    @Test(
        "a gift is refused that shows nothing with the values and parts of its own manifest",
        arguments: [
            ("properties: {\"**.Hidden\": 1}", 24), ("play: {from: 0s, to: 1.4s}", 41), ("play: {to: 1.4s}", 41),
            ("play: {to: 1.4s, loops: 1000, then: [{from: 0s, to: 1s}]}", 41),
        ])
    func giftHidesItself(manifest: String, frames: Int) {
        let late = animation().replacing("{\"ty\":4,\"ip\":0", with: "{\"ty\":4,\"ip\":50")
        let error = GiftPackage.error(zip(("data.json", utf8(late)), ("gift.yaml", utf8(manifest))))
        #expect(error == "expected something to see, found nothing in \(frames) frames")
    }

    @Test(
        "a gift is accepted that shows something in a short part, or for an arrival only",
        arguments: [
            "play: {marker: blank, loops: 1000, then: [{from: 1.6s}], hold: 1h}", "play: {from: 1.5s, speed: 100}",
            "play: {to: 1.7s, reverse: yes}",
        ])
    func giftShowsSomethingLater(manifest: String) {
        let late = animation(more: #","markers":[{"cm":"blank","tm":0,"dr":30}]"#)
            .replacing("{\"ty\":4,\"ip\":0", with: "{\"ty\":4,\"ip\":50")
        #expect(GiftPackage.error(zip(("data.json", utf8(late)), ("gift.yaml", utf8(manifest)))) == nil)
    }

    @Test(
        "a file name that leads out of the folder is refused",
        arguments: ["../x", "/etc/passwd", "a/../../x", "images\\x", "C:x", "a//b", "images/./x"])
    func unsafeNames(name: String) {
        let error = GiftPackage.error(zip(("data.json", json), (name, [1])))
        #expect(error?.hasPrefix("expected names of files below the archive") == true)
    }

    @Test(
        "a link, a device or a pipe in an archive is refused",
        arguments: [0o120777, 0o020666, 0o060666, 0o010666, 0o140666]
    )
    func specialFiles(mode: UInt32) {
        let special = ZIPWriter.File("images/x", "data.json").with(\.mode, mode)
        let error = GiftPackage.error(ZIPWriter(.init("data.json", json), special).bytes)
        #expect(error == "\"images/x\": expected a file, found a link or device")
    }

    @Test("repeated names, encryption, damage and excessive sizes are refused")
    func limits() {
        let data = ZIPWriter.File("data.json", json)
        func error(_ files: ZIPWriter.File...) -> String? { GiftPackage.error(ZIPWriter(files: [data] + files).bytes) }
        #expect(error(data) == "\"data.json\": expected one file of the name, found two")
        #expect(error(.init("x", "y").with(\.flags, 1)) == "\"x\": expected a plain ZIP archive, found encryption")
        #expect(
            GiftPackage.error(ZIPWriter(data.with(\.checksum, 7)).bytes) == "\"data.json\": damaged")
        let zeros = [UInt8](repeating: 0, count: 4 << 20)
        #expect(
            error(.init("x", zeros, isDeflated: true))
                == "\"x\": expected a length up to 200 times the packed one, found more")
        #expect(
            error(.init("x", "y", isDeflated: true).with(\.size, 129 << 20))
                == "\"x\": expected a file up to 128 MB, found more")
        let many = ZIPWriter(files: [data] + (0..<512).map { .init("\($0)", "x") })
        #expect(GiftPackage.error(many.bytes) == "expected files up to 512, found more")
        #expect(
            GiftPackage.error([UInt8](repeating: 0x20, count: 32 << 20 | 1)) == "expected a package of up to 32 MB")
        #expect(
            GiftPackage.error(ZIPWriter.gzipped(zeros).dropLast())
                == "expected a whole gzip file of up to 128 MB, found a damaged or longer one")
    }
}
