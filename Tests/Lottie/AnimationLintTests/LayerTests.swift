import Testing

@testable import AnimationLint

@Suite("Layers that are never visible")
struct LayerTests {
    private func unseen(_ layers: String) throws -> [Finding] {
        try findings(.unseenLayer, in: Documents.document(layers))
    }

    @Test(
        "the reason is told",
        arguments: [
            (Documents.square(others: #","hd":true"#), "it is hidden"),
            (Documents.square(transform: #""o":{"k":0}"#), "its opacity is always 0"),
            (Documents.square(from: 30, to: 40), "it begins at 30, and the animation ends at 20"),
            (Documents.square(from: -9, to: 0), "it ends at 0, and the animation begins at 0"),
            (Documents.square(from: 9, to: 5), "it ends at 5, before it begins at 9"),
            (Documents.square(from: 9, to: 9), "it ends when it begins, at 9"),
        ])
    func reasons(layer: String, reason: String) throws {
        let found = try unseen(Documents.square("Shown") + "," + layer)
        #expect(found.map(\.path) == ["layers[1]"])
        #expect(found.map(\.layer) == ["Square"])
        #expect(found.first?.message.contains(reason) == true)
    }

    @Test("a hidden parent, a matte and a layer that an expression reads are of use")
    func useful() throws {
        let hidden = Documents.square("Guide", others: #","hd":true,"ind":7"#)
        let child = Documents.square("Child", others: #","parent":7"#)
        #expect(try unseen(hidden + "," + child) == [])
        let matte = Documents.square("Matte", others: #","td":1"#)
        #expect(try unseen(matte + "," + Documents.square("Matted", others: #","tt":1"#)) == [])
        let read = #""o":{"k":100,"x":"var $bm_rt = thisComp.layer('Guide').transform.opacity;"}"#
        #expect(try unseen(hidden + "," + Documents.square(transform: read)) == [])
    }

    @Test("a layer of a precomposition is told with the path of the asset")
    func precomposition() throws {
        let layer = #"{"ty":0,"refId":"inner","w":100,"h":100,"ip":0,"op":20,"ks":{}}"#
        let inner = Documents.square() + "," + Documents.square("Lost", others: #","hd":true"#)
        let text = Documents.document(layer, #","assets":[{"id":"inner","layers":[\#(inner)]}]"#)
        #expect(try findings(.unseenLayer, in: text).map(\.path) == ["assets[0].layers[1]"])
    }
}
