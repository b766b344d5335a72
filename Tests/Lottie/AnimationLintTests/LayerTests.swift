import LottieDocument
import LottieInspection
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

@Suite("References of layers to what is not there")
struct ReferenceTests {
    private func broken(_ layers: String, _ others: String = "") throws -> [Finding] {
        try findings(.brokenReference, in: Documents.document(layers, others))
    }

    /// Returns a layer that shows the composition of an asset.
    private static func composition(_ id: String, _ others: String = "") -> String {
        #"{"ty":0,"refId":"\#(id)","w":100,"h":100,"ip":0,"op":20,"ks":{}\#(others)}"#
    }

    @Test(
        "the layer is told with what it refers to and what appears instead",
        arguments: [
            (composition("lost"), #"composition "lost": no asset has its layers, so the layer shows nothing"#, true),
            (
                #"{"ty":2,"nm":"Pic","refId":"lost","ip":0,"op":20,"ks":{}}"#,
                #"picture "lost": no asset has it, so the layer shows nothing"#, true
            ),
            (
                Documents.square(others: #","parent":77"#),
                "parent 77: no layer has this number, so the layer follows none", false
            ),
            (
                Documents.square(others: #","ind":5,"parent":5"#),
                "parent 5: the parents are a circle, so the layer follows none", false
            ),
            (
                Documents.square(others: #","tt":1,"tp":77"#),
                "matte 77: no layer has this number, so the whole layer is drawn", false
            ),
        ])
    func kinds(layer: String, message: String, isError: Bool) throws {
        let found = try broken(Documents.square("Shown") + "," + layer)
        #expect(found.map(\.path) == ["layers[1]"])
        #expect(found.map(\.severity) == [isError ? .error : .warning])
        let advice = message.contains("circle") ? "remove the reference" : "add it, or remove the reference"
        #expect(found.first?.message == "\(message); \(advice)")
    }

    @Test("the first layer has no matte before it")
    func matteBefore() throws {
        let found = try broken(Documents.square(others: #","tt":1"#))
        #expect(found.first?.message.hasPrefix("matte: no layer is before it") == true)
    }

    @Test("a composition that contains itself is told where the circle closes, with the path of the asset")
    func circle() throws {
        let assets =
            #","assets":[{"id":"a","layers":[\#(Self.composition("b"))]},"#
            + #"{"id":"b","layers":[\#(Documents.square()),\#(Self.composition("a"))]}]"#
        let found = try broken(Self.composition("a") + "," + Self.composition("b"), assets)
        #expect(found.map(\.path) == ["assets[1].layers[1]"])
        #expect(found.first?.message.hasPrefix(#"composition "a": it contains itself"#) == true)
    }

    @Test("nothing is missing in what only a hidden layer shows")
    func hiddenLayer() throws {
        let lost = #"{"ty":2,"refId":"lost","ip":0,"op":20,"ks":{}}"#
        let assets = #","assets":[{"id":"a","layers":[\#(lost),\#(Self.composition("a"))]}]"#
        #expect(try broken(Self.composition("a", #","hd":true"#), assets).isEmpty)
        #expect(try broken(Self.composition("a"), assets).count == 2)
    }

    @Test("an asset without a picture is none")
    func emptyAsset() throws {
        let layer = #"{"ty":2,"refId":"a","ip":0,"op":20,"ks":{}}"#
        for asset in [#"{"id":"a","w":5,"h":5,"p":""}"#, #"{"id":"a","t":"seq","layers":[]}"#] {
            #expect(try broken(layer, #","assets":[\#(asset)]"#).map(\.path) == ["layers[0]"])
        }
    }

    @Test("references that lead somewhere are none, nor those of hidden layers and of compositions that nothing uses")
    func whole() throws {
        let child = Documents.square(others: #","ind":2,"parent":1,"tt":1,"tp":1"#)
        #expect(try broken(Documents.square(others: #","ind":1"#) + "," + child) == [])
        #expect(try broken(Self.composition("lost", #","hd":true"#)) == [])
        let unused = #","assets":[{"id":"a","layers":[\#(Self.composition("lost"))]}]"#
        #expect(try broken(Documents.square(), unused) == [])
    }

    @Test("an inspection lists each of them once, with the first place")
    func inspection() throws {
        let layers = Self.composition("lost") + "," + Self.composition("lost")
        let json = Array(Documents.document(layers).utf8)
        let inspection = Inspection(
            name: "a.json", fileSize: json.count, archive: nil, composition: try Composition(json: json), cost: nil)
        #expect(
            inspection.lines.filter { $0.hasPrefix("not drawn") } == [
                #"not drawn     composition "lost": no asset has its layers, 2 ×, first at layers[0]: the layer shows nothing"#
            ])
    }
}
