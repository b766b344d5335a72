import BuiltInGifts
import GiftChoreography
import LottieDocument
import RoomSession
import TerminalCells
import Testing
import Typography

@testable import LottieRenderer
@testable import RoomUI

@Suite("Names on gifts that the picture cannot show")
struct NameCaptionTests {
    /// An animation with a text, which shows the sender's name.
    private static func ribbon(size: Int, opacity: Int = 100) -> [UInt8] {
        Array(
            """
            {"v":"5.7.0","fr":30,"ip":0,"op":120,"w":80,"h":40,
             "fonts":{"list":[{"fName":"Sans","fFamily":"sans-serif","fStyle":"Regular","ascent":75}]},
             "layers":[{"ty":5,"nm":"sender","ip":0,"op":120,"st":0,
               "ks":{"p":{"a":0,"k":[40,30]},"o":{"a":0,"k":\(opacity)}},
               "t":{"d":{"k":[{"t":0,"s":{"s":\(size),"f":"Sans","t":"for you","j":2,"tr":0,"lh":10,"ls":0,
                 "fc":[1,1,1]}}]},"p":{},"m":{"g":1,"a":{"a":0,"k":[0,0]}},"a":[]}}]}
            """.utf8)
    }

    private func texts(size: Int, opacity: Int = 100, scale: Int = 1) throws -> [VisibleText] {
        let renderer = AnimationRenderer(
            try Composition(json: Self.ribbon(size: size, opacity: opacity)), width: 80 * scale, height: 40 * scale)
        renderer.evaluate(frame: 3)
        return renderer.visibleTexts(containing: "you")
    }

    @Test("a renderer says where a text is, how large it is, and whether its letters have outlines")
    func visibleTexts() throws {
        let text = try #require(texts(size: 8).first)
        #expect(text.text == "for you" && abs(text.letterHeight - 8) < 0.01)
        #expect(abs(text.center.x - 40) < 2 && abs(text.center.y - 28) < 3)
        #expect(abs((try texts(size: 8, scale: 2).first?.letterHeight ?? 0) - 16) < 0.01)
        #expect(try texts(size: 8, opacity: 20).isEmpty)
        let none = AnimationRenderer(
            try Composition(json: Self.ribbon(size: 8)), width: 80, height: 40, fonts: SystemFonts(files: []))
        none.evaluate(frame: 0)
        #expect(none.visibleTexts(containing: "you").first?.lacksLetters == true)
        #expect(none.visibleTexts(containing: "me").isEmpty)
    }

    @Test("a name is a caption if its letters are too small or have no outlines")
    func captions() {
        func text(_ height: Double, lacksLetters: Bool) -> VisibleText {
            VisibleText(text: "ann", center: (20, 10), letterHeight: height, lacksLetters: lacksLetters)
        }
        func captions(_ text: VisibleText, scale: Int = 1) -> [NameCaption] {
            NameCaption.captions(for: [text, text], of: "ann", scale: scale)
        }
        #expect(captions(text(30, lacksLetters: false)).isEmpty)
        #expect(captions(text(6, lacksLetters: false)) == [NameCaption(name: "ann", center: (20, 10))])
        #expect(captions(text(30, lacksLetters: true), scale: 2) == [NameCaption(name: "ann", center: (10, 5))])
    }

    @Test("a caption stands in one row over the center of the letters, within the picture")
    func painting() {
        func rows(_ name: String, at center: (x: Double, y: Double)) -> [String] {
            var grid = CellGrid(columns: 20, rows: 5)
            NameCaption(name: name, center: center).paint(
                in: &grid, area: grid.bounds, symbols: .symbols(for: .unicode))
            return (0..<5).map { Room.text(grid, row: $0) }
        }
        #expect(rows("ann", at: (10, 5))[2] == "         ann        ")
        #expect(rows("ann", at: (-3, 5))[2].hasPrefix(" ann "))
        #expect(rows("星野", at: (10, 0))[0].contains("星野"))
        #expect(rows("ann", at: (10, 50)).allSatisfy { !$0.contains("ann") })
        #expect(rows(String(repeating: "long ", count: 9), at: (10, 5))[2].contains("…"))
    }

    @Test("the castle names its sender in cells on a small stage")
    func castle() throws {
        var room = try Room(
            events: [Room.gift("rocket", from: "ann", at: 0, id: "1")], animation: { _ in Self.ribbon(size: 6) },
            rocket: PresentationOptions(
                properties: PropertyOverrides(dependOnGift: true) { values, _ in
                    var properties = DynamicProperties()
                    try! properties.set("sender.Text", to: .text(values.sender))
                    return properties
                }))
        let grid = room.grid(at: 1)
        #expect((8..<20).contains { Room.text(grid, row: $0).dropFirst(34).prefix(12).contains("ann") })
    }
}
