import GiftPackages
import LottieDocument
import LottieRenderer
import Testing
import VectorGraphics
import ZIPArchive
import ZIPFixtures

@Suite("The pictures that a manifest gives to layers")
struct PicturePropertiesTests {
    private static let arrival = PresentationValues(sender: "Ann", count: 1, gift: "Dot")
    private static let badge = #"{"ty":2,"nm":"Badge","refId":"a","ip":0,"op":60,"ks":{"p":{"a":0,"k":[50,40]}}}"#

    /// Returns the files of a package with a green badge of 8 × 8 pixels over a red square and with further pictures.
    private static func files(_ properties: String, assets: String? = nil) throws -> [(String, [UInt8])] {
        let json = animation(assets: assets ?? #"{"id":"a","w":8,"h":8,"p":"dot.png"}"#, layers: badge)
        return [
            ("data.json", utf8(json)), ("images/dot.png", try picture(green)),
            ("images/cap.png", try picture(blue, side: 20)), ("images/my cap.png", try picture(blue)),
            ("images/unused.png", try picture(green)), ("images/broken.png", [1, 2, 3]),
            ("gift.yaml", utf8("properties:\n  \(properties)\n")),
        ]
    }

    private static func archive(_ files: [(String, [UInt8])]) -> [UInt8] {
        ZIPWriter(files: files.map { .init($0.0, $0.1, isDeflated: true) }).bytes
    }

    private static func archive(_ properties: String) throws -> [UInt8] { archive(try files(properties)) }

    /// Draws the first frame with one pixel per unit of the composition.
    private static func firstFrame(_ composition: Composition, _ properties: GiftProperties) -> Pixmap {
        let renderer = AnimationRenderer(
            composition, width: 100, height: 80, properties: properties.values(for: arrival))
        var pixmap = Pixmap(width: 100, height: 80)
        renderer.draw(frame: 0, into: &pixmap)
        return pixmap
    }

    @Test(
        "the picture is drawn in the place and size of the layer's own picture",
        arguments: ["images/cap.png", "cap.png", "'images/my cap.png'", "./images/cap.png"])
    func pictures(path: String) throws {
        let package = try GiftPackage(Self.archive("Badge.Image: \(path)"))
        let look = Self.firstFrame(package.composition, package.properties)
        #expect(look.pixels.count { $0 == blue } == 64 && !look.pixels.contains(green))
        #expect(look[51, 41] == blue && look[57, 47] == blue)
        #expect(!package.properties.dependsOnArrival && package.missingImages == [])
        #expect(package.composition.sampledFrames[0].contains(green), "it is the manifest that changes it")
    }

    @Test(
        "every form with the manifest shows the picture and is stable when it is packed again",
        arguments: ["images/cap.png", "'images/my cap.png'"])
    func repacking(path: String) throws {
        let package = try GiftPackage(Self.archive("Badge.Image: \(path)"))
        let look = Self.firstFrame(package.composition, package.properties)
        let zip = try package.zipArchive()
        let lottie = try package.dotLottieArchive()
        for bytes in [zip, lottie] {
            let again = try GiftPackage(bytes)
            #expect(Self.firstFrame(again.composition, again.properties).pixels == look.pixels)
            #expect(try again.zipArchive() == zip && again.dotLottieArchive() == lottie)
            #expect(again.images.count == 2, "the picture and the one it replaces, none that nobody names")
        }
        // The document, its pictures and the manifest are sufficient to show the same.
        var composition = try Composition(json: package.dataJSON)
        composition.embedImages { package.images[String($0.dropFirst("images/".count))] }
        let manifest = try #require(package.manifest)
        let properties = try GiftProperties(manifest, of: composition, file: "gift.yaml")
        #expect(Self.firstFrame(composition, properties).pixels == look.pixels)
    }

    @Test("the picture is also found in a dotLottie archive")
    func dotLottie() throws {
        let json = animation(assets: #"{"id":"a","w":8,"h":8,"p":"dot.png"}"#, layers: Self.badge)
        let archive = Self.archive([
            ("manifest.json", utf8(#"{"version":"2","animations":[{"id":"x"}]}"#)), ("a/x.json", utf8(json)),
            ("i/dot.png", try picture(green)), ("i/cap.png", try picture(blue)),
            ("gift.yaml", utf8("properties: {Badge.Image: images/cap.png}")),
        ])
        let package = try GiftPackage(archive)
        #expect(Self.firstFrame(package.composition, package.properties)[54, 44] == blue)
        #expect(try GiftPackage(package.dotLottieArchive()).dotLottieArchive() == package.dotLottieArchive())
    }

    @Test("the picture is decoded once for all senders")
    func decoding() throws {
        let package = try GiftPackage(Self.archive("Badge.Image: images/cap.png"))
        let path = try PropertyPath(parsing: "Badge.Image")
        let first = package.properties.values(for: Self.arrival)
        let next = package.properties.values(
            for: PresentationValues(sender: "Bob", count: 2, gift: "Dot"), reusing: first)
        func storage(_ properties: DynamicProperties) throws -> UnsafePointer<UInt32>? {
            try #require(properties.picture(of: path)).pixels.withUnsafeBufferPointer(\.baseAddress)
        }
        let apart = package.properties.values(for: Self.arrival)
        // An address identifies a picture only while all pictures are in memory.
        defer { withExtendedLifetime((first, next, apart)) {} }
        #expect(try storage(first) == storage(next))
        #expect(try storage(first) != storage(apart))
    }

    @Test("a color property whose value equals a picture's name adds no picture")
    func texts() throws {
        let solid = ##"{"ty":1,"nm":"S","sw":9,"sh":9,"sc":"#00ff00","ip":0,"op":60,"ks":{}}"##
        let files = [
            ("data.json", utf8(animation(layers: solid))), ("images/lime", try picture(blue)),
            ("gift.yaml", utf8("properties: {S.Color: lime}")),
        ]
        let package = try GiftPackage(Self.archive(files))
        #expect(package.dataJSON == files[0].1 && package.images.isEmpty)
    }

    @Test("a document with two lists of assets is refused, because readers disagree on which one counts")
    func secondAssetListIsRejected() throws {
        let lists = #""assets":[],"assets":[{"id":"a","w":8,"h":8,"p":"dot.png"}],"#
        let json = #"{"v":"5.7.4","fr":30,"ip":0,"op":60,"w":100,"h":80,\#(lists)"layers":[\#(Self.badge)]}"#
        var files = try Self.files("Badge.Image: images/cap.png")
        files[0].1 = utf8(json)
        let error = #expect(throws: GiftPackageError.self) { try GiftPackage(Self.archive(files)) }
        #expect(error.map { "\($0)" } == "data.json: assets: expected one list of assets, found another")
    }

    @Test(
        "the picture is added to any form of the list of assets",
        arguments: [
            #""assets":[],"#, "", #""assets":null,"#, #""assets":[ {"id":"a","w":8,"h":8,"p":"dot.png"} ],"#,
        ])
    func lists(assets: String) throws {
        let solid = ##"{"ty":1,"sw":9,"sh":9,"sc":"#ff0000","ip":0,"op":60,"ks":{}}"##
        let json = #"{"v":"5.7.4","fr":30,"ip":0,"op":60,"w":100,"h":80,\#(assets)"layers":[\#(Self.badge),\#(solid)]}"#
        var files = try Self.files("Badge.Image: images/cap.png")
        files[0].1 = utf8(json)
        let package = try GiftPackage(Self.archive(files))
        #expect(Self.firstFrame(package.composition, package.properties)[54, 44] == blue, "\(assets)")
        #expect(try GiftPackage(package.zipArchive()).zipArchive() == package.zipArchive())
    }

    @Test(
        "an error in the path of a picture names line and column",
        arguments: [
            (
                "Badge.Image: images/cup.png",
                #"expected the path of a picture in the package or {head}, found "images/cup.png", did you mean "images/cap.png"?"#
            ),
            (
                "Badge.Image: cp.png",
                #"expected the path of a picture in the package or {head}, found "cp.png", did you mean "cap.png"?"#
            ),
            (
                "Badge.Image: somewhere/else/altogether",
                #"expected the path of a picture in the package or {head}, found "somewhere/else/altogether""#
            ),
            (
                "Badge.Image: images/broken.png",
                #"expected a PNG, JPEG or WebP picture, found "images/broken.png""#
            ),
            ("Badge.Image: a", #"expected the path of a picture in the package or {head}, found "a""#),
        ])
    func faults(line: String, problem: String) throws {
        #expect(GiftPackage.error(try Self.archive(line)) == "gift.yaml:2:16: properties: Badge.Image: \(problem)")
    }
}
