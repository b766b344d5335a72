import Foundation
import Testing
import ZIPFixtures

@Suite("inspect tells a designer what is in an animation")
struct InspectTests {
    let folder: TemporaryFolder

    /// A PNG picture of one green pixel.
    private static let green =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNg+M8AAAICAQB7CYF4AAAAAElFTkSuQmCC"

    private static let document = #"""
        {"v":"5.7.4","nm":"Greeting","fr":30,"ip":0,"op":45,"w":200,"h":100,
         "markers":[{"cm":"wave","tm":10,"dr":20},{"cm":"end","tm":44}],
         "slots":{"tint":{"p":{"k":[1,0,0]}},"spare":{"p":{"k":1}}},
         "fonts":{"list":[{"fName":"Roboto-Bold","fFamily":"Roboto","fStyle":"Bold","ascent":75},
                          {"fName":"Other","fFamily":"Other","fStyle":"Regular"}]},
         "chars":[{"ch":"H","style":"Bold","fFamily":"Roboto","w":60,"data":{"shapes":[]}}],
         "assets":[{"id":"inner","layers":[{"ty":4,"nm":"dot","ip":0,"op":45,"ks":{},"shapes":[]}]},
                   {"id":"pic","w":20,"h":10,"p":"data:image/png;base64,\#(green)"},{"id":"gone","p":"gone.png"}],
         "layers":[
          {"ty":4,"nm":"square","ind":1,"ip":0,"op":45,"parent":4,"ef":[{"ty":29,"ef":[{"v":{"k":9}}]}],
           "ks":{},"shapes":[{"ty":"rc","p":{"k":[50,50]},"s":{"k":[90,90]},"r":{"k":0}},
                             {"ty":"tm","s":{"k":0},"e":{"k":90},"o":{"k":0}},{"ty":"fl","c":{"k":[0,0,0],"sid":"tint"}}]},
          {"ty":0,"nm":"first","ind":2,"refId":"inner","w":200,"h":100,"ip":0,"op":45,"ks":{},"tm":{"k":1}},
          {"ty":0,"ind":3,"refId":"inner","w":200,"h":100,"ip":5,"op":15,"ks":{},"hd":true},
          {"ty":3,"nm":"rig","ind":4,"ip":0,"op":45,"ks":{}},
          {"ty":5,"ip":0,"op":45,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"H i","f":"Roboto-Bold","s":20}}]}}},
          {"ty":2,"refId":"pic","ip":0,"op":45,"ks":{}},
          {"ty":13,"nm":"view","ip":0,"op":45,"ks":{}}]}
        """#

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.document, to: "greeting.json")
        let manifest =
            #"{"version":"2","generator":"maker","animations":[{"id":"a","initialTheme":"t"},{"id":"b","name":"Second"}],"themes":[{"id":"t","name":"Dark"}]}"#
        let archive = ZIPWriter(
            .init("manifest.json", manifest), .init("a/a.json", Self.document), .init("a/b.json", Self.document)
        ).bytes
        try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/greeting.lottie"))
    }

    @Test("everything but times, as text")
    func text() throws {
        let run = try Program.run(["inspect", "greeting.json", "--no-cost"], in: folder)
        #expect(run.status == 0)
        let size = Double(Self.document.utf8.count)
        #expect(
            run.lines == [
                "animation     greeting.json", "name          Greeting",
                "format        5.7.4, \((size / 100).rounded() / 10) kB", "size          200 × 100",
                "frames        0 to 45, 30 a second", "duration      1.5 s",
                "layers        2 precomposition, 2 shape, 1 image, 1 null, 1 text, 1 undrawn",
                "assets        1 composition, 2 pictures", "marker        wave at 10, 20 frames",
                "marker        end at 44", "slot          tint: color, 1 property", "slot          spare: unused",
                "font          Roboto Bold, 1 text: outlines in the file",
                "picture       gone: picture in another file: gone.png",
                "picture       pic: PNG, 1 × 1, 69 bytes, shown as 20 × 10",
                "uses          1 effect gaussian blur, 1 hidden layer, 1 parenting, 1 time remap, 1 trim",
                "not drawn     camera, 1 ×, first at layers[6]: layers are seen straight from the front; browsers stop with an error",
                "not drawn     picture in another file: gone.png, 1 ×, first at asset gone: it is left out, as it is not beside the animation",
                "not drawn     letters \" i\", 2 ×, first at font Roboto Bold: they are left out, as neither the file nor a font has them",
                "", "layers, the first on top:", "  0  \"square\": shape, 0 to 45, child of 4, 1 effect",
                "  1  \"first\": precomposition inner, 0 to 45", "      0  \"dot\": shape, 0 to 45",
                "  2  precomposition inner, as above, 5 to 15, hidden", "  3  \"rig\": null, 0 to 45",
                "  4  text, 0 to 45",
                "  5  image pic, 0 to 45", "  6  \"view\": undrawn, 0 to 45",
            ])
    }

    @Test("an archive's animations and themes come first")
    func archive() throws {
        let run = try Program.run(["inspect", "greeting.lottie", "--no-cost", "--animation", "b"], in: folder)
        #expect(
            run.lines.prefix(5) == [
                "animation     greeting.lottie", "archive       dotLottie 2 by maker",
                "contains      animation a: initial, theme t", "contains      animation b: \"Second\"",
                "contains      theme t: \"Dark\"",
            ])
    }

    @Test("the cost is measured for the layers that show, the dearest first")
    func cost() throws {
        let run = try Program.run(["inspect", "greeting.json", "--pixels", "40x20"], in: folder)
        let start = try #require(run.lines.firstIndex { $0.hasPrefix("cost") })
        #expect(run.lines[start].contains(" ms a frame at 40 × 20: "))
        // A layer without a picture of its own, a hidden one and an undrawn one cost nothing.
        let costs = run.lines[(start + 1)...].prefix { !$0.isEmpty }
        #expect(costs.count == 4)
        #expect(costs.allSatisfy { $0.contains(" %  ") && $0.contains(" ms  layers[") })
    }

    @Test("expressions are run to see which fail", arguments: ["--cost", "--no-cost"])
    func expressions(option: String) throws {
        let document =
            #"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":9,"h":9,"layers":[{"ty":1,"nm":"lost","sw":9,"sh":9,"sc":"ff0000","ip":0,"op":9,"ks":{"r":{"k":0,"x":"var $bm_rt = thisComp.layer('gone').transform.rotation;"}}}]}"#
        try folder.write(document, to: "scripted.json")
        let run = try Program.run(["inspect", "scripted.json", option], in: folder)
        #expect(run.lines.contains("expressions   are run in every frame"))
        let failure = run.lines.first { $0.hasPrefix("not drawn     expression: ") }
        #expect(failure?.contains(", first at layer \"lost\": the value or the keyframes") == true)
    }

    @Test("the same for programs")
    func json() throws {
        let run = try Program.run(["inspect", "greeting.lottie", "--format", "json"], in: folder)
        let object = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(run.lines.count == 1)
        #expect(object["duration"] as? Double == 1.5)
        #expect((object["layers"] as? [String: Int])?["precomposition"] == 2)
        #expect((object["slots"] as? [[String: Any]])?.first?["kind"] as? String == "color")
        #expect((object["fonts"] as? [[String: Any]])?.count == 1)
        #expect((object["pictures"] as? [[String: Any]])?.last?["width"] as? Int == 1)
        #expect((object["undrawn"] as? [[String: Any]])?.first?["reason"] is String)
        #expect((object["archive"] as? [String: Any])?["animations"] as? [String] == ["a", "b"])
        let tree = try #require(object["tree"] as? [[String: Any]])
        #expect(tree.count == 7)
        #expect((tree[1]["layers"] as? [[String: Any]])?.first?["name"] as? String == "dot")
        let cost = try #require(object["cost"] as? [String: Any])
        #expect(cost["pixels"] as? String == "160x80")
        let shares = try #require(cost["layers"] as? [[String: Any]]).compactMap { $0["share"] as? Double }
        #expect(abs(shares.reduce(0, +) - 1) < 1e-6)
        #expect(shares == shares.sorted(by: >))
    }
}
