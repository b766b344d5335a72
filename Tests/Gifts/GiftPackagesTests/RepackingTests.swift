import GiftPackages
import LottieDocument
import SeededRandomness
import StoreProtocol
import Testing
import ZIPArchive

@Suite("Repacking")
struct RepackingTests {
    private func package() throws -> GiftPackage {
        let assets = #"{"id":"a","w":40,"h":40,"u":"images/","p":"dot.png","e":0},{"id":"b","p":"x/b.png","w":9,"h":9}"#
        let json = animation(assets: assets, layers: pictureLayer("a") + "," + pictureLayer("b", at: 20))
        return try GiftPackage(
            zip(
                ("readme.txt", [1]), ("gift.yaml", utf8("name: Dot # a comment\n")), ("x/b.png", picture(blue)),
                ("images/dot.png", picture(green)), ("images/other.png", [1]), ("data.json", utf8(json))))
    }

    @Test("a repacked ZIP archive has only the gift's files in a fixed order and is stable")
    func canonicalZip() throws {
        let zip = try package().zipArchive()
        let archive = try Archive(zip, limits: .giftPackage)
        #expect(archive.entries.map(\.name) == ["data.json", "images/b.png", "images/dot.png", "gift.yaml"])
        #expect(try archive.contents(of: "gift.yaml") == utf8("name: Dot # a comment\n"))
        #expect(try GiftPackage(zip).zipArchive() == zip)
    }

    @Test("a signature stays in the package, and holds after it is packed again")
    func signature() throws {
        let pem = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
            -----END PRIVATE KEY-----
            """
        let key = try #require(PublisherPrivateKey(pem: utf8(pem)))
        var package = try package()
        #expect(throws: PackageSignatureError.missing) {
            try package.checkSignature(id: "dot", trusted: [key.publicKey])
        }
        try package.sign(id: "dot", with: key)
        let zip = try package.zipArchive()
        #expect(try Archive(zip, limits: .giftPackage).entries.last?.name == "gift.sig")
        let again = try GiftPackage(zip)
        try again.checkSignature(id: "dot", trusted: [key.publicKey])
        #expect(throws: PackageSignatureError.wrong(id: "rose")) { try again.checkSignature(id: "rose") }
        #expect(try again.zipArchive() == zip)
    }

    @Test("a repacked dotLottie archive has version 2 and gives the same ZIP archive")
    func dotLottie() throws {
        let package = try package()
        let lottie = try package.dotLottieArchive()
        let archive = try Archive(lottie, limits: .giftPackage)
        #expect(archive.entries.map(\.name) == ["manifest.json", "a/gift.json", "i/b.png", "i/dot.png", "gift.yaml"])
        let again = try GiftPackage(lottie)
        #expect(again.kind == .dotLottie)
        #expect(try again.zipArchive() == package.zipArchive())
        #expect(try again.dotLottieArchive() == lottie)
    }

    @Test("a repacked document has its pictures embedded and marked as such")
    func document() throws {
        let package = try package()
        let json = try package.standaloneJSON()
        let again = try GiftPackage(json)
        #expect(again.missingImages == [])
        #expect(again.composition.assets.images["a"]?.source == .embedded(try picture(green)))
        #expect(again.composition.assets.images["b"]?.source == .embedded(try picture(blue)))
        let text = String(decoding: json, as: UTF8.self)
        #expect(text.contains(#""u":"","p":"data:image/png;base64,iVBOR"#))
        #expect(text.split(separator: #""e":1"#).count == 3)
        #expect(try again.standaloneJSON() == json)
    }

    @Test("every form shows the same")
    func everyFormLooksTheSame() throws {
        let package = try package()
        let looks = package.composition.sampledFrames
        #expect(looks[0].contains(green) && looks[0].contains(blue) && looks[0] != looks[1])
        for bytes in [try package.zipArchive(), try package.dotLottieArchive(), try package.standaloneJSON()] {
            #expect(try GiftPackage(bytes).composition.sampledFrames == looks)
        }
    }

    @Test("the pictures of slots are stored too, whether an object or a name refers to them")
    func slots() throws {
        for slot in [#"{"p":"other.png","u":"images/"}"#, #""images/other.png""#, #""other.png""#] {
            let json = animation(
                assets: #"{"id":"a","w":40,"h":40,"p":"dot.png","sid":"face"}"#, layers: pictureLayer("a"),
                more: #","slots":{"face":{"p":\#(slot)}}"#)
            let package = try GiftPackage(
                zip(("data.json", utf8(json)), ("images/other.png", picture(blue)), ("dot.png", picture(green))))
            #expect(
                package.composition.sampledFrames[0].contains(blue)
                    && !package.composition.sampledFrames[0].contains(green))
            for bytes in [try package.zipArchive(), try package.dotLottieArchive(), try package.standaloneJSON()] {
                #expect(
                    try GiftPackage(bytes).composition.sampledFrames == package.composition.sampledFrames, "\(slot)")
            }
        }
    }

    @Test(
        "if a picture repeats its folder, name or flag, the last one counts",
        arguments: [
            #""u":"x/","p":"other.png","e":1,"u":"images/","p":"dot.png","e":0"#,
            #""u":"x/","p":"images/dot.png","u":null"#, #""u":"x/","p":"x.png","u":"","p":"images/dot.png""#,
        ])
    func repeatedMembers(members: String) throws {
        let json = animation(assets: #"{"id":"a","w":40,"h":40,\#(members)}"#, layers: pictureLayer("a"))
        let package = try GiftPackage(
            zip(
                ("data.json", utf8(json)), ("images/dot.png", picture(green)), ("x/dot.png", picture(blue)),
                ("x/images/dot.png", picture(blue)), ("x/other.png", picture(blue))))
        for bytes in [try package.zipArchive(), try package.dotLottieArchive(), try package.standaloneJSON()] {
            let look = try GiftPackage(bytes).composition.sampledFrames[0]
            #expect(look.contains(green) && !look.contains(blue))
        }
    }

    @Test("if the value of a slot repeats, the last one counts")
    func repeatedSlotValues() throws {
        let json = animation(
            assets: #"{"id":"a","w":40,"h":40,"p":"x.png","sid":"face"}"#, layers: pictureLayer("a"),
            more: #","slots":{"face":{"p":"images/other.png","p":"images/dot.png"}}"#)
        let package = try GiftPackage(
            zip(("data.json", utf8(json)), ("images/dot.png", picture(green)), ("images/other.png", picture(blue))))
        for bytes in [try package.zipArchive(), try package.dotLottieArchive(), try package.standaloneJSON()] {
            let look = try GiftPackage(bytes).composition.sampledFrames[0]
            #expect(look.contains(green) && !look.contains(blue))
        }
    }

    @Test("a document is refused if a picture that many assets name would make it too long")
    func hugeDocument() throws {
        let assets = (0..<20_000).map { #"{"id":"a\#($0)","p":"dot.png"}"# }.joined(separator: ",")
        var random = SeededGenerator(seed: 5)
        let noise = (0..<20_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let package = try GiftPackage(zip(("data.json", utf8(animation(assets: assets))), ("dot.png", noise)))
        #expect(throws: ArchiveError.limitExceeded(what: "pictures", limit: "48 MB in all", file: nil)) {
            try package.standaloneJSON()
        }
        #expect(try GiftPackage(package.zipArchive()).images.count == 1)
    }

    @Test("a package with changed bytes is refused or can be repacked, and never traps", arguments: 0..<8)
    func mutations(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let package = try package()
        let forms = [
            utf8(animation()), try package.standaloneJSON(), try package.zipArchive(), try package.dotLottieArchive(),
        ]
        var taken = 0
        for _ in 0..<60 {
            var bytes = forms[random.next(below: forms.count)]
            for _ in 0...random.next(below: 4) {
                let place = random.next(below: bytes.count)
                switch random.next(below: 4) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes[place] ^= 1 << UInt8(random.next(below: 8))
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.next(below: 9)))
                default:
                    bytes.insert(
                        contentsOf: bytes[place..<min(bytes.count, place + 9)], at: random.next(below: place + 1))
                }
                if bytes.isEmpty { bytes = [0] }
            }
            do throws(GiftPackageError) {
                let changed = try GiftPackage(bytes)
                taken += 1
                #expect(throws: Never.self, "seed \(seed)") {
                    let zip = try changed.zipArchive()
                    #expect(try GiftPackage(zip).zipArchive() == zip, "seed \(seed)")
                }
            } catch {
                #expect(!error.description.contains("\n"), "seed \(seed)")
            }
        }
        #expect(taken > 0, "seed \(seed)")
    }
}
