import Foundation
import ImageCoding
import LottieDocument
import LottieRenderer
import Testing
import Typography
import VectorGraphics

@testable import AnimationLint

@Suite("Pictures and fonts")
struct AssetTests {
    private static let layer = #"{"ty":2,"refId":"a","ip":0,"op":20,"ks":{SCALE}}"#

    /// Returns a document with a PNG of `side` pixels that is shown as 10 × 10 units, scaled by `scale` per cent.
    private func document(pixels side: Int, scale: Int = 100) throws -> String {
        var picture = Pixmap(width: side, height: side)
        for index in picture.pixels.indices { picture.pixels[index] = 0xFF00_00FF }
        let png = Data(try picture.pngBytes()).base64EncodedString()
        let layer = Self.layer.replacing("SCALE", with: #""s":{"k":[\#(scale),\#(scale)]}"#)
        return Documents.document(
            layer,
            #","assets":[{"id":"a","w":10,"h":10,"e":1,"p":"data:image/png;base64,\#(png)"}]"#)
    }

    @Test("a picture of more than twice the drawn width and height is told with both sizes")
    func oversized() throws {
        let found = try findings(.oversizedImage, in: document(pixels: 40))
        #expect(found.map(\.path) == ["assets[0]"])
        #expect(found.first?.message.contains("has 40 × 40 pixels") == true)
        #expect(found.first?.message.contains("at most 10 × 10 units large") == true)
    }

    @Test("what screens with two pixels for one need is not too large, nor what is scaled up")
    func needed() throws {
        #expect(try findings(.oversizedImage, in: document(pixels: 20)) == [])
        #expect(try findings(.oversizedImage, in: document(pixels: 40, scale: 200)) == [])
    }

    @Test(
        "a sound is no picture that is missing or unused, and is told as a sound",
        arguments: [
            #""e":1,"p":"data:audio/mp3;base64,SUQzAA==""#, #""e":1,"p":"data:audio/mp3;base64,//uQAA==""#,
            #""e":1,"p":"data:audio/wav;base64,UklGRgAAAABXQVZF""#, #""u":"sounds/","p":"a.MP3""#,
        ])
    func sounds(source: String) throws {
        let text = Documents.document(
            Documents.square() + #",{"ty":6,"refId":"a","ip":0,"op":20,"au":{}}"#,
            #","assets":[{"id":"a",\#(source)}]"#)
        #expect(try findings(.silentSound, in: text).map(\.path) == ["assets[0]"])
        #expect(try findings(.missingImage, in: text) == [])
        #expect(try findings(.unusedAsset, in: text) == [])
    }

    @Test("a picture that is in another file, or is none, is missing")
    func missing() throws {
        for source in [#""u":"images/","p":"a.png""#, #""e":1,"p":"data:image/png;base64,AAAA""#] {
            let text = Documents.document(
                Self.layer.replacing("SCALE", with: ""), #","assets":[{"id":"a","w":10,"h":10,\#(source)}]"#)
            let found = try findings(.missingImage, in: text)
            #expect(found.map(\.severity) == [.error])
            #expect(found.first?.path == "assets[0]")
        }
    }

    @Test("letters without outlines are told, but no blanks, which have none")
    func missingLetters() throws {
        let others =
            #","fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"S"}]},"#
            + #""chars":[{"ch":"a","style":"S","fFamily":"F","w":60,"data":{"shapes":[]}}]"#
        func document(_ text: String) -> String {
            Documents.document(
                #"{"ty":5,"ip":0,"op":20,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"\#(text)","f":"F","s":9}}]}}}"#, others
            )
        }
        let found = try findings(.missingLetter, in: document("a bc"))
        #expect(found.map(\.path) == ["fonts.list[0]"])
        #expect(found.first?.message.hasPrefix("2 letters of the font F S without outlines: bc;") == true)
        #expect(try findings(.missingLetter, in: document("a a")) == [])
        let unseen = try findings(.missingLetter, in: document("b\u{E123}"))
        #expect(unseen.first?.message.contains(" without outlines: bU+E123;") == true, "\(unseen)")
    }

    @Test("a font that is not in the file is told with what replaces it")
    func missingFont() throws {
        let fonts = #","fonts":{"list":[{"fName":"Quirky-Bold","fFamily":"Quirky Unknown","fStyle":"Bold"}]}"#
        let layer =
            #"{"ty":5,"ip":0,"op":20,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"hi","f":"Quirky-Bold","s":10,"fc":[0,0,0]}}]}}}"#
        let found = try findings(.missingFont, in: Documents.document(layer, fonts))
        #expect(found.map(\.path) == ["fonts.list[0]"])
        #expect(found.first?.message.hasPrefix("the font Quirky Unknown Bold of 1 text is ") == true)
        #expect(found.map(\.severity) == [.warning] || found.map(\.severity) == [.error])
    }

    /// The family of a font that is installed on this machine; nil if none is.
    private static let installedFamily: String? = {
        let composition = try? Composition(json: Array(text(family: "Quirky Unknown").utf8))
        guard case .face(let face)? = composition?.fontUses().first?.origin else { return nil }
        return face.family
    }()

    @Test("a font that is only installed here is a note, as it is drawn right", .enabled(if: installedFamily != nil))
    func installedFont() throws {
        let face = try #require(Self.installedFamily)
        let found = try findings(.missingFont, in: Self.text(family: face))
        #expect(found.map(\.severity) == [.note])
        #expect(found.first?.message.contains("only installed here") == true)
    }

    /// Returns a document with a text in a font.
    private static func text(family: String) -> String {
        Documents.document(
            #"{"ty":5,"ip":0,"op":20,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"hi","f":"F","s":10,"fc":[0,0,0]}}]}}}"#,
            #","fonts":{"list":[{"fName":"F","fFamily":"\#(family)","fStyle":"Regular"}]}"#)
    }
}
