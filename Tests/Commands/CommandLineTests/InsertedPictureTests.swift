import Foundation
import TestSupport
import Testing

/// Pictures of what is inside a layer that moves and grows, compared with goldens.
///
/// Each case is drawn twice: with the option, and as a package whose `gift.yaml` says the same.
@Suite("What is inside a layer is drawn exactly so")
struct InsertedPictureTests {
    let folder: TemporaryFolder

    /// An orange disk that goes from left to right and grows, on a dark ground.
    private static let scene = """
        {"v":"5.7.0","fr":10,"ip":0,"op":4,"w":16,"h":8,"layers":[
          {"ty":4,"nm":"disk","ip":0,"op":4,"st":0,"sr":1,
           "ks":{"p":{"a":1,"k":[{"t":0,"s":[4,4],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":4,"s":[12,4]}]},
             "s":{"a":1,"k":[{"t":0,"s":[100,100],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":4,"s":[140,140]}]},
             "r":{"a":0,"k":30}},
           "shapes":[{"ty":"el","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[6,4]}},
             {"ty":"fl","c":{"a":0,"k":[1,0.5,0,1]},"o":{"a":0,"k":100}}]},
          {"ty":1,"nm":"ground","ip":0,"op":4,"st":0,"sr":1,"sw":16,"sh":8,"sc":"#202040","ks":{}}]}
        """
    /// A white bar that goes down in two frames, on blue.
    private static let bar = """
        {"v":"5.7.0","fr":10,"ip":0,"op":2,"w":4,"h":4,"layers":[
          {"ty":1,"nm":"bar","ip":0,"op":2,"st":0,"sr":1,"sw":4,"sh":2,"sc":"#ffffff",
           "ks":{"p":{"a":1,"k":[{"t":0,"s":[0,0],"h":1},{"t":1,"s":[0,2]}]}}},
          {"ty":1,"nm":"back","ip":0,"op":2,"st":0,"sr":1,"sw":4,"sh":4,"sc":"#0000ff","ks":{}}]}
        """
    /// A PNG picture of two times two pixels: red, green, blue and white.
    private static let colors =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR42mP4z8DAAMIM/4EAAB/uBfvxq7p3AAAAAElFTkSuQmCC"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.scene, to: "scene.json")
        try folder.write(Self.bar, to: "bar.json")
        let picture = try #require(Data(base64Encoded: Self.colors))
        try picture.write(to: URL(fileURLWithPath: "\(folder.path)/colors.png"))
        try folder.write(Self.scene, to: "kind/data.json")
        try folder.write(Self.bar, to: "kind/animations/bar.json")
        try folder.write("", to: "kind/images/empty")
        try picture.write(to: URL(fileURLWithPath: "\(folder.path)/kind/images/colors.png"))
        try FileManager.default.removeItem(atPath: "\(folder.path)/kind/images/empty")
    }

    private func film(_ arguments: [String]) throws -> [String] {
        let result = try Program.run(
            ["render"] + arguments + ["--fps", "10", "--cells", "16x4", "--colors", "truecolor"], in: folder)
        #expect(result.errors == "")
        return result.output.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.replacingOccurrences(of: "\u{1B}", with: "^") }
    }

    @Test(
        "a picture and an animation above and below the content, in its box and in one of their own",
        arguments: [
            ("insert-picture-above", ["disk=colors.png"], "disk: images/colors.png"),
            ("insert-picture-below", ["disk=colors.png,below"], "disk: {file: images/colors.png, order: below}"),
            (
                "insert-picture-box", ["disk=colors.png,-1:-2:4x2"],
                "disk: {file: images/colors.png, box: [-1, -2, 4, 2]}"
            ),
            ("insert-animation-above", ["disk=bar.json"], "disk: animations/bar.json"),
            ("insert-animation-below", ["disk=bar.json,below"], "disk: {file: animations/bar.json, order: below}"),
            (
                "insert-both", ["disk=colors.png,below,-4:-3:8x6", "disk=bar.json,-1:-1:2x2"],
                "disk: [{file: images/colors.png, order: below, box: [-4, -3, 8, 6]}, "
                    + "{file: animations/bar.json, box: [-1, -1, 2, 2]}]"
            ),
        ])
    func insertions(golden: String, values: [String], manifest: String) throws {
        let drawn = try film(["scene.json"] + values.flatMap { ["--insert", $0] })
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Goldens/\(golden).txt")
        let difference = try Golden.difference(of: drawn, from: file)
        #expect(difference == nil, "\(difference ?? "")")
        try folder.write("insert:\n  \(manifest)\n", to: "kind/gift.yaml")
        #expect(try film(["kind"]) == drawn)
        #expect(try film(["scene.json"]) != drawn)
    }
}
