import Testing

@testable import AnimationLint

@Suite("Bytes that could be saved")
struct SizeTests {
    @Test("a file over its limit names the largest parts with their bytes")
    func fileSize() throws {
        let text = Documents.document(
            Documents.square("Big"), #","assets":[{"id":"dot","w":1,"h":1,"p":"\#(Documents.dot)"}]"#)
        let found = try findings(.fileSize, in: text) { $0.fileSize = 100 }
        #expect(found.map(\.severity) == [.error])
        #expect(found.first?.message.contains("expected at most 100 bytes") == true)
        #expect(found.first?.message.contains(#"layers[0] "Big" with "#) == true)
        #expect(found.first?.message.contains(#"assets[0] "dot" with "#) == true)
        #expect(try findings(.fileSize, in: text) { $0.fileSize = 10_000 } == [])
        #expect(try findings(.fileSize, in: text) == [])
    }

    @Test("only decimals that are a tenth of the document are worth a note")
    func precision() throws {
        let number = "0.123456789012"
        let many = Array(repeating: number, count: 400).joined(separator: ",")
        let found = try findings(.numberPrecision, in: Documents.document(Documents.square(), #","x":[\#(many)]"#))
        #expect(found.first?.message.hasPrefix("400 numbers have more than 3 decimals, which take 3.6 kB") == true)
        #expect(try findings(.numberPrecision, in: Documents.document(Documents.square(), #","x":[\#(number)]"#)) == [])
    }

    @Test("assets that no layer shows are told, also those that only such assets show")
    func unusedAssets() throws {
        let assets =
            #","assets":[{"id":"shown","layers":[\#(Documents.square())]},"#
            + #"{"id":"lost","layers":[{"ty":2,"refId":"dot","ip":0,"op":20,"ks":{}}]},"#
            + #"{"id":"dot","w":1,"h":1,"p":"\#(Documents.dot)"}]"#
        let layer = #"{"ty":0,"refId":"shown","w":100,"h":100,"ip":0,"op":20,"ks":{}}"#
        let found = try findings(.unusedAsset, in: Documents.document(layer, assets))
        #expect(found.map(\.path) == ["assets[1]", "assets[2]"])
        #expect(found.first?.message.hasPrefix(#"the composition "lost" is in no layer and takes "#) == true)
    }

    @Test("fonts that no text uses are told")
    func unusedFonts() throws {
        let fonts = #","fonts":{"list":[{"fName":"Used","fFamily":"A"},{"fName":"Lost","fFamily":"B"}]}"#
        let layer =
            #"{"ty":5,"ip":0,"op":20,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"hi","f":"Used","s":10,"fc":[0,0,0]}}]}}}"#
        let found = try findings(.unusedFont, in: Documents.document(layer, fonts))
        #expect(found.map(\.path) == ["fonts.list[1]"])
    }
}
