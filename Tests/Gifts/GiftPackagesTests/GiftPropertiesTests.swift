import GiftPackages
import LottieDocument
import LottieRenderer
import PlayerSettings
import Testing
import Typography
import VectorGraphics

@Suite("The properties of a manifest")
struct GiftPropertiesTests {
    /// A document with a badge of 8 × 8 pixels above a ribbon of the same size, and a title.
    private static let document = """
        {"v":"5.7.4","fr":30,"ip":0,"op":60,"w":8,"h":16,"assets":[{"id":"p","w":8,"h":8,"p":"none.png"}],\
        "fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"Regular"}]},"layers":[\
        {"ty":2,"nm":"Badge","refId":"p","ip":0,"op":60,"ks":{}},\
        {"ty":5,"nm":"Title","ip":0,"op":60,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"hello","f":"F","s":1}}]}}},\
        {"ty":1,"nm":"Ribbon","sw":8,"sh":8,"sc":"#000000","ip":0,"op":60,"ks":{"p":{"k":[0,8]}}}]}
        """

    /// A font source without letters.
    private struct NoFont: FontSource {
        func face(for request: FontRequest) -> FontFace? { nil }
        func positionedGlyphs(for letters: [String], in request: FontRequest, spacing: GlyphSpacing)
            -> [PositionedGlyph]
        { [] }
    }

    private func properties(_ lines: String...) throws -> GiftProperties {
        let text = "properties:\n" + lines.map { "  \($0)\n" }.joined()
        let manifest = try GiftManifest(yaml: Array(text.utf8), file: "gift.yaml")
        return try GiftProperties(
            manifest, of: Composition(json: Array(Self.document.utf8)), file: "gift.yaml", fonts: NoFont())
    }

    private func renderer(_ properties: GiftProperties, _ arrival: PresentationValues) throws -> AnimationRenderer {
        AnimationRenderer(
            try Composition(json: Array(Self.document.utf8)), width: 8, height: 16, fonts: NoFont(),
            properties: properties.values(for: arrival))
    }

    private let ann = PresentationValues(sender: "Ann Lee", count: 3, gift: "Rocket")

    @Test(
        "placeholders in a text stand for the sender, the count and the gift",
        arguments: [
            ("{sender} × {count}", "Ann Lee × 3"), ("{gift}{gift}", "RocketRocket"), ("thanks", "thanks"),
            ("{} {1}", "{} {1}"), ("{ {sender} }", "{ Ann Lee }"),
        ])
    func texts(template: String, text: String) throws {
        let found = try renderer(try properties("Title.Text: '\(template)'"), ann).properties(at: 0)
        #expect(found.first { $0.kind == .text }?.value == .text(text))
    }

    @Test(
        "a name that is too long for an animation is cut",
        arguments: [
            ("1234567890123456", "1234567890123456"), ("12345678901234567", "123456789012345…"), ("", ""),
            (String(repeating: "👩‍👩‍👧", count: 17), String(repeating: "👩‍👩‍👧", count: 15) + "…"),
        ])
    func longNames(name: String, text: String) throws {
        let arrival = PresentationValues(sender: name, count: 1, gift: "Rocket")
        let found = try renderer(try properties("Title.Text: '{sender}'"), arrival).properties(at: 0)
        #expect(found.first { $0.kind == .text }?.value == .text(text))
    }

    @Test("a sender's name that looks like a placeholder stays as it is")
    func nestedNames() throws {
        let arrival = PresentationValues(sender: "{count}", count: 3, gift: "Rocket")
        let found = try renderer(try properties("Title.Text: '{sender}'"), arrival).properties(at: 0)
        #expect(found.first { $0.kind == .text }?.value == .text("{count}"))
    }

    @Test("the placeholder {head} is a picture for a picture property and a color for a color property")
    func heads() throws {
        let properties = try properties("Badge.Image: '{head}'", "Ribbon.Color: '{head}'")
        var pixmap = Pixmap(width: 8, height: 16)
        try renderer(properties, ann).draw(frame: 0, into: &pixmap)
        // The color of Ann Lee is 0xFFB3C7; the lowest byte of a pixel is red.
        let pixel: UInt32 = 0xFFC7_B3FF
        #expect(pixmap[4, 4] == pixel)
        #expect(pixmap[0, 0] >> 24 < 128)
        #expect(pixmap[0, 8] == pixel && pixmap[7, 15] == pixel)
    }

    @Test(
        "a head has the color that the sender's name has in the chat",
        arguments: [("ann", 0x7FD1FF), ("cy", 0xA5E8A0), ("Ann Lee", 0xFFB3C7), ("d", 0xD6B4FF), ("bob", 0xFFD59E)]
            as [(String, UInt32)])
    func headColors(name: String, rgb: UInt32) {
        let color = SenderHead(name: name).color
        let parts = [color.x, color.y, color.z].map { UInt32(($0 * 255).rounded()) }
        #expect(parts == [rgb >> 16, rgb >> 8 & 255, rgb & 255] && color.w == 1)
    }

    @Test("values without placeholders are the same for every gift")
    func fixedValues() throws {
        #expect(try !properties("Ribbon.Color: '#00ff00'", "'*.Opacity': 50%").dependsOnArrival)
        #expect(try properties("Title.Text: '{sender}'").dependsOnArrival)
        #expect(try properties("Ribbon.Color: '{head}'").dependsOnArrival)
        var pixmap = Pixmap(width: 8, height: 16)
        try renderer(try properties("Ribbon.Color: lime"), ann).draw(frame: 0, into: &pixmap)
        #expect(pixmap[4, 12] == green)
    }

    @Test("without a gift only the values without placeholders exist")
    func valuesWithoutArrivalAreFixed() throws {
        let properties = try properties("Title.Text: '{sender}'", "Badge.Image: '{head}'", "Ribbon.Color: '#ff0000'")
        #expect(properties.values(for: nil).paths.map(\.description) == ["Ribbon.Color"])
        #expect(properties.values(for: ann).paths.count == 3)
    }

    @Test(
        "an error in a property names line and column",
        arguments: [
            ("Ribon.Color: red", "no property of that path, did you mean Ribbon.Color?"),
            ("Ribbon.Color: redish", "expected a color such as #ff8800 or orange or {head}, found \"redish\""),
            ("Ribbon.Color: [1, 0, 0]", "expected a color such as #ff8800 or orange"),
            ("Badge.Image: me.png", "expected the path of a picture in the package or {head}, found \"me.png\""),
            ("Title.Text: '{sendr}'", "unknown placeholder \"sendr\", did you mean \"sender\"?"),
            ("Ribbon..Color: red", "column 8: expected a name, * or **"),
        ])
    func faults(line: String, problem: String) {
        let error = #expect(throws: ConfigurationError.self) { try properties(line) }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("gift.yaml:2:") && text.hasSuffix(problem), "\(text)")
    }

    @Test("a package whose manifest names an unknown property is refused")
    func packages() throws {
        func package(_ path: String) throws -> GiftPackage {
            try GiftPackage(
                zip(("data.json", Array(animation().utf8)), ("gift.yaml", Array("properties: {\(path): red}".utf8))))
        }
        #expect(try !package("'Layer 1.Fill 1.Color'").properties.isEmpty)
        #expect(throws: GiftPackageError.self) { try package("'Layer 2.Fill 1.Color'") }
    }

    @Test(
        "a head has at most the initials of two words",
        arguments: [("ann", "A"), ("Ann Lee", "AL"), ("a_b_c", "AC"), ("李雷", "李"), ("🎈", ""), ("", "")])
    func initials(name: String, initials: String) { #expect(SenderHead(name: name).initials == initials) }

    @Test("the letters of a head are in the middle of its disc")
    func letters() {
        struct Blocks: FontSource {
            func face(for request: FontRequest) -> FontFace? { nil }
            func positionedGlyphs(for letters: [String], in request: FontRequest, spacing: GlyphSpacing)
                -> [PositionedGlyph]
            {
                var block = Path()
                block.move(to: Point(0, 0))
                for corner in [Point(1, 0), Point(1, -0.72), Point(0, -0.72)] { block.addLine(to: corner) }
                block.close()
                return letters.indices.map { PositionedGlyph(index: $0, outline: block, advance: 1) }
            }
        }
        let picture = SenderHead(name: "ann").picture(side: 40, fonts: Blocks())
        let dark = picture.pixels.indices.filter { picture.pixels[$0] >> 24 == 255 && picture.pixels[$0] & 0xFF < 60 }
        let columns = dark.map { $0 % 40 }
        #expect((columns.min() ?? 0) + (columns.max() ?? 0) == 39 && dark.count > 200)
        #expect(picture[0, 0] == 0 && picture[39, 39] == 0)
    }
}
