import Budgets
import LottieRenderer
import PlayerSettings
import StoreProtocol
import Testing
import VectorGraphics
import ZIPFixtures

@testable import GiftPackages

@Suite("The pictures and animations that a manifest puts inside layers")
struct GiftInsertionsTests {
    private static let arrival = PresentationValues(sender: "Ann", count: 1, gift: "Dot")
    /// A blue square of 10 × 10 units at 50, 40, over the red one of all fixtures.
    private static let badge =
        ##"{"ty":1,"nm":"Badge","sw":10,"sh":10,"sc":"#0000ff","ip":0,"op":60,"ks":{"p":{"a":0,"k":[50,40]}}}"##
    private static let dot =
        ##"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":4,"h":4,"layers":[{"ty":1,"sw":4,"sh":4,"sc":"#00ff00","ip":0,"op":9,"ks":{}}]}"##

    private static func archive(_ yaml: String, more: [(String, [UInt8])] = []) throws -> [UInt8] {
        let lottie = zip(
            ("manifest.json", utf8(#"{"version":"2","animations":[{"id":"x"}]}"#)), ("a/x.json", utf8(dot)))
        let files = [
            ("data.json", utf8(animation(layers: badge))), ("images/dot.png", try picture(green)),
            ("animations/dot.json", utf8(dot)), ("animations/dot.lottie", lottie),
            ("animations/unused.json", utf8(dot)), ("images/unused.png", try picture(green)),
            ("dot.json", utf8(dot)), ("animations/ä.json", utf8(dot)), ("images/broken.png", [1, 2, 3]),
            ("animations/broken.json", utf8("{\"v\":")), ("gift.yaml", utf8(yaml)),
        ]
        return ZIPWriter(files: (files + more).map { .init($0.0, $0.1, isDeflated: true) }).bytes
    }

    /// Draws the first frame with one pixel per unit, for an arrival.
    private static func frame(_ package: GiftPackage) -> Pixmap {
        let renderer = AnimationRenderer(
            package.composition, width: 100, height: 80, properties: package.properties.values(for: arrival))
        var pixmap = Pixmap(width: 100, height: 80)
        renderer.draw(frame: 0, into: &pixmap)
        return pixmap
    }

    private static func greenPixels(_ package: GiftPackage) -> Int { frame(package).pixels.count { $0 == green } }

    @Test(
        "a picture or an animation of the package covers the layer's content, or a box, or lies below it",
        arguments: [
            ("Badge: images/dot.png", 100), ("Badge: animations/dot.json", 100), ("Badge: animations/dot.lottie", 100),
            ("Badge: {file: images/dot.png, order: below}", 0),
            ("Badge: {file: images/dot.png, box: [2, 2, 3, 4]}", 12),
            ("Badge: {file: images/dot.png, order: below, box: [-2, 0, 12, 10]}", 20),
            ("Badge: [{file: images/dot.png, box: [0, 0, 2, 2]}, {file: animations/dot.json, box: [4, 4, 2, 2]}]", 8),
            ("'*': {file: images/dot.png, order: below}", 0),
        ])
    func filesAreInserted(entry: String, pixels: Int) throws {
        let package = try GiftPackage(Self.archive("insert: {\(entry)}"))
        #expect(Self.greenPixels(package) == pixels)
        #expect(!package.properties.dependsOnArrival && !package.properties.isEmpty)
    }

    @Test("the sender's head is inserted for each arrival, and its pictures are decoded once for all senders")
    func heads() throws {
        let package = try GiftPackage(Self.archive("insert: {Badge: [images/dot.png, '{head}']}"))
        #expect(package.properties.dependsOnArrival)
        let head = SenderHead(name: "Ann").color
        let center = Self.frame(package)[51, 45]
        #expect(center != green && center != blue, "\(head)")
        #expect(package.properties.values(for: nil).insertions.count == 1, "without a sender there is no head")
        let first = package.properties.values(for: Self.arrival)
        let next = package.properties.values(
            for: PresentationValues(sender: "Bob", count: 1, gift: "Dot"), reusing: first)
        func storage(_ properties: DynamicProperties) throws -> UnsafePointer<UInt32>? {
            guard case .picture(let picture) = try #require(properties.insertions.first).content else { return nil }
            return picture.pixels.withUnsafeBufferPointer(\.baseAddress)
        }
        defer { withExtendedLifetime((first, next)) {} }
        #expect(try storage(first) == storage(next) && storage(first) != nil)
    }

    @Test(
        "every form of the package keeps what is inserted, and nothing that is not, and its signature covers it",
        arguments: ["images/dot.png", "animations/dot.json", "animations/dot.lottie"])
    func repacking(path: String) throws {
        var package = try GiftPackage(Self.archive("insert: {Badge: \(path)}"))
        let (zip, lottie) = (try package.zipArchive(), try package.dotLottieArchive())
        for bytes in [zip, lottie] {
            let again = try GiftPackage(bytes)
            #expect(Self.greenPixels(again) == 100)
            #expect(try again.zipArchive() == zip && again.dotLottieArchive() == lottie)
            #expect(again.images.count + again.insertedAnimations.count == 1)
        }
        let isAnimation = path.hasPrefix("animations/")
        #expect(
            package.files.map(\.path) == ["data.json"] + (isAnimation ? ["gift.yaml", path] : [path, "gift.yaml"]))
        // A changed animation does not have the signature any more.
        guard isAnimation else { return }
        let pem = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
            -----END PRIVATE KEY-----
            """
        try package.sign(id: "dot", with: try #require(PublisherPrivateKey(pem: utf8(pem))))
        try package.checkSignature(id: "dot")
        let changed = utf8(Self.dot.replacing("00ff00", with: "00fe00"))
        let files = package.files.map { ($0.path, $0.path == path ? changed : $0.bytes) }
        let other = ZIPWriter(
            files: (files + [(PackageSignature.fileName, package.signature ?? [])]).map { .init($0.0, $0.1) }
        ).bytes
        let forged = try GiftPackage(other)
        #expect(throws: PackageSignatureError.self) { try forged.checkSignature(id: "dot") }
    }

    @Test("the files of an installed gift are sufficient to show the same")
    func installedFiles() throws {
        let package = try GiftPackage(Self.archive("insert: {Badge: animations/dot.json}"))
        let files = Dictionary(uniqueKeysWithValues: package.files.map { ($0.path, $0.bytes) })
        let manifest = try #require(package.manifest)
        let animations = files.filter { manifest.insertedAnimationPaths.contains($0.key) }
        let properties = try GiftProperties(
            manifest, of: package.composition, file: "gift.yaml", animations: animations)
        #expect(properties.values(for: nil).insertions.count == 1)
    }

    @Test(
        "a layer, file or value that is wrong is refused with line and column",
        arguments: [
            ("Bagde: images/dot.png", #"10: insert: Bagde: no layer of that path, did you mean "Badge"?"#),
            ("'a.': images/dot.png", "9: insert: a.: column 3: expected a name, * or **"),
            (
                "Badge: images/dto.png",
                #"10: insert: Badge: expected the path of a picture or an animation in the package, or {head}, found "#
                    + #""images/dto.png", did you mean "images/dot.png"?"#
            ),
            (
                "Badge: animations/dto.json",
                #"10: insert: Badge: expected the path of a picture or an animation in the package, or {head}, found "#
                    + #""animations/dto.json", did you mean "animations/dot.json"?"#
            ),
            (
                "Badge: dot.json",
                #"10: insert: Badge: expected an animation in animations/ with a name of letters and digits, found "#
                    + #""dot.json""#
            ),
            (
                "Badge: animations/ä.json",
                #"10: insert: Badge: expected an animation in animations/ with a name of letters and digits, found "#
                    + #""animations/ä.json""#
            ),
            (
                "Badge: images/broken.png",
                #"10: insert: Badge: expected a PNG, JPEG or WebP picture, found "images/broken.png""#
            ),
            ("Badge: {file: images/dot.png, order: over}", #"40: order: expected below or above, found "over""#),
            (
                "Badge: {file: images/dot.png, box: [1, 2, 0, 4]}",
                "38: box: expected [left, top, width, height], the last two above 0, found a list"
            ),
            ("Badge: {order: below}", #"10: insert: "file" is missing"#),
            ("Badge: {fiel: x.png}", #"11: insert: unknown field "fiel", did you mean "file"?"#),
        ])
    func errors(entry: String, message: String) throws {
        #expect(try GiftPackage.error(Self.archive("insert:\n  \(entry)")) == "gift.yaml:2:\(message)")
    }

    @Test("an animation that is broken, lacks pictures, contains itself or is too large is refused with its name")
    func wrongAnimations() throws {
        func error(_ json: String) throws -> String? {
            try GiftPackage.error(
                Self.archive("insert: {Badge: animations/x.json}", more: [("animations/x.json", utf8(json))]))
        }
        func document(assets: String, layers: String) -> String {
            #"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":4,"h":4,"assets":[\#(assets)],"layers":[\#(layers)]}"#
        }
        let start = "gift.yaml:1:17: insert: Badge: animations/x.json: "
        #expect(try error("{\"v\":")?.hasPrefix(start) == true)
        let picture = document(
            assets: #"{"id":"a","w":8,"h":8,"p":"dot.png"}"#, layers: #"{"ty":2,"refId":"a","ip":0,"op":9,"ks":{}}"#)
        #expect(
            try error(picture)
                == start + #"expected pictures inside the file, found "dot.png"; a .lottie file can have them"#)
        let use = #"{"ty":0,"refId":"a","w":4,"h":4,"ip":0,"op":9,"ks":{}}"#
        #expect(
            try error(document(assets: #"{"id":"a","layers":[\#(use)]}"#, layers: use))
                == start + "expected compositions of up to 32 levels and none that contains itself")
        let many = (0..<20_001).map { _ in #"{"ty":3,"ip":0,"op":9,"ks":{}}"# }.joined(separator: ",")
        #expect(
            try error(document(assets: "", layers: many)) == start
                + "expected up to 20000 layers, found a larger animation")
    }

    @Test("animations that have too many layers in all uses together cost too much")
    func expensiveUses() throws {
        let many = (0..<8_000).map { _ in #"{"ty":3,"ip":0,"op":9,"ks":{}}"# }.joined(separator: ",")
        let json = #"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":4,"h":4,"layers":[\#(many)]}"#
        func error(uses: Int) throws -> String? {
            let list = Array(repeating: "animations/x.json", count: uses).joined(separator: ", ")
            return try GiftPackage.error(
                Self.archive("insert: {Badge: [\(list)]}", more: [("animations/x.json", utf8(json))]))
        }
        #expect(try error(uses: 2) == nil)
        #expect(try error(uses: 3)?.contains("layers[0]: layers of inserted animations in all") == true)
    }

    @Test("at most 100 files are inserted")
    func numberIsLimited() throws {
        func manifest(_ count: Int) throws -> GiftManifest {
            let list = Array(repeating: "a.png", count: count).joined(separator: ", ")
            return try GiftManifest(yaml: utf8("insert: {Badge: [\(list)]}"), file: "gift.yaml")
        }
        #expect(try manifest(100).insertions.count == 100)
        #expect(throws: ConfigurationError.self) { try manifest(101) }
    }
}
