import Foundation
import TestSupport
import Testing

@Suite("--property changes an animation by the key paths that inspect --paths lists")
struct PropertyTests {
    let folder: TemporaryFolder

    /// A composition with a red square of 4 × 4 units in a group, below a picture of the same size.
    private static let document =
        #"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":4,"h":4,"assets":[{"id":"c","layers":[{"ty":2,"nm":"photo","refId":"p","ip":0,"op":9,"ks":{}},{"ty":4,"nm":"sun","ip":0,"op":9,"ks":{},"shapes":[{"ty":"gr","nm":"disc","it":[{"ty":"rc","p":{"k":[2,2]},"s":{"k":[4,4]},"r":{"k":0}},{"ty":"fl","nm":"glow","c":{"k":[1,0,0]},"o":{"a":1,"k":[{"t":0,"s":[100]},{"t":9,"s":[50]}]}},{"ty":"tr"}]}]}]},{"id":"p","w":4,"h":4,"p":"none.png"}],"layers":[{"ty":0,"nm":"the.sky","refId":"c","w":4,"h":4,"ip":0,"op":9,"ks":{}}]}"#

    /// A PNG picture of one green pixel.
    private static let green = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNg+M8AAAICAQB7CYF4AAAAAElFTkSuQmCC")

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.document, to: "sky.json")
        try folder.write("no picture", to: "broken.png")
        try #require(Self.green).write(to: URL(fileURLWithPath: folder.path + "/green.png"))
    }

    private static let red = "\u{1B}[48;2;255;0;0m    \u{1B}[0m"
    private static let lime = "\u{1B}[48;2;0;255;0m    \u{1B}[0m"
    private static let blue = "\u{1B}[48;2;0;0;255m    \u{1B}[0m"

    @Test(
        "render applies properties by key path, with wildcards, and a later one overrides an earlier one",
        arguments: [
            ([], red), (["**.Color=#00ff00"], lime), (["**.Color=lime"], lime), (["**.glow.Color=0,0,1"], blue),
            ([#""the.sky".sun.disc.glow.Color=#00f"#], blue), ([#"the\.sky.*.*.glow.Color=#00f"#], blue),
            (["**.Color=lime", "**.glow.Color=blue"], blue), (["**.glow.Color=blue", "**.Color=lime"], lime),
            (["**.Image=green.png"], lime), (["**.disc.Opacity=0%"], ""), (["**.sun.Hidden=1"], ""),
            (["**.sun.Hidden=yes"], ""), (["**.sun.Hidden=1", "*.sun.Hidden=off"], red), (["**.Hidden=0"], red),
            (["**.Rotation=0°"], red), (["*.Hidden=1"], ""), (["**.Position=10,0"], ""),
        ])
    func propertiesChangeDrawing(properties: [String], line: String) throws {
        let options = properties.flatMap { ["--property", $0] }
        let run = try Program.run(
            ["render", "sky.json", "--pixels", "4x4", "--colors", "truecolor"] + options, in: folder)
        #expect(run.errors == "")
        #expect(run.status == 0)
        #expect(run.lines.allSatisfy { line.isEmpty ? !$0.contains("48;2") : $0 == line } && run.lines.count == 2)
    }

    @Test(
        "an invalid property is one line with the matching exit code",
        arguments: [
            (64, "**.Color", "expected PATH=VALUE"), (64, "sky..Color=red", "column 5: expected a name, * or **"),
            (64, "**=red", "column 1: expected the name of a property"),
            (64, "**.Color=redish", "expected a color such as #ff8800 or orange"),
            (64, "**.glow.Opacity=much", "expected a number of per cent such as 50%"),
            (64, "**.Size=4", "expected two numbers such as 50,20"),
            (64, "*.sum.**.Color=red", "no property of that path, did you mean *.sun.**.Color?"),
            (64, "**.glow.Colour=red", "no property of that path, did you mean **.glow.Color?"),
            (
                64, "*.planet.**.Color=red",
                "no property of that path; in place of planet there are Transform, photo, sun"
            ),
            (64, "*.**.*=1", "column 6: expected the name of a property"),
            (64, "nope=3", #"no property of that path; in place of nope there are "the.sky".…"#),
            (64, "**.sun.Hidden=perhaps", "expected 1 or 0"),
        ] as [(Int32, String, String)])
    func invalidPropertyIsReported(status: Int32, property: String, message: String) throws {
        for command in [["render", "sky.json"], ["bench", "sky.json", "--pixels", "4x4"], ["inspect", "sky.json"]] {
            let run = try Program.run(command + ["--property", property], in: folder)
            #expect(run.errorLine == "giftty: --property \(property): \(message)")
            #expect(run.status == status)
        }
    }

    @Test(
        "a picture that cannot be read is reported",
        arguments: [
            (66, "gone.png", "gone.png: no such file"),
            (65, "broken.png", "broken.png: expected a PNG, JPEG or WebP picture, found other data"),
        ] as [(Int32, String, String)])
    func unreadablePictureIsReported(status: Int32, file: String, message: String) throws {
        let run = try Program.run(["render", "sky.json", "--property", "**.Image=\(file)"], in: folder)
        #expect(run.errorLine == "giftty: " + message)
        #expect(run.status == status)
    }

    @Test("the paths are listed with kind and value, including those of --property")
    func pathsAreListedWithKindAndValue() throws {
        let run = try Program.run(["inspect", "sky.json", "--paths", "--property", "**.Color=#00ff00"], in: folder)
        #expect(run.errors == "" && run.status == 0)
        let rows = run.lines.map { $0.split(separator: "  ").map { $0.trimmingPrefix(while: \.isWhitespace) } }
        #expect(rows.contains([#""the.sky".sun.disc.glow.Color"#, "color", "#00ff00"]))
        #expect(rows.contains([#""the.sky".sun.disc.glow.Opacity"#, "percent", "100 %, animated"]))
        #expect(rows.contains([#""the.sky".sun.disc.Rectangle Path 1.Size"#, "vector", "4,4"]))
        #expect(rows.contains([#""the.sky".photo.Image"#, "image", "p"]))
        #expect(rows.contains([#""the.sky".Transform.Scale"#, "scale", "100,100 %"]))
    }

    @Test("the JSON output has an object for each path")
    func jsonHasObjectPerPath() throws {
        let run = try Program.run(["inspect", "sky.json", "--paths", "--format", "json"], in: folder)
        #expect(
            run.output.contains(
                ##"{"path":"\"the.sky\".sun.disc.glow.Color","kind":"color","value":"#ff0000","animated":false,"count":1,"uniform":true}"##
            ))
        #expect(run.output.contains(#""kind":"vector","value":[2,2,0]"#))
    }

    @Test("a listed path is taken as it is written, in whatever locale and however long")
    func listedPathIsTaken() throws {
        let name = String(repeating: "×", count: 200) + String(repeating: "…", count: 300)
        try folder.write(
            #"{"v":"5.7.4","fr":30,"ip":0,"op":30,"w":4,"h":2,"layers":[{"ty":1,"nm":"\#(name)","ip":0,"op":30,"sw":2,"#
                + ##""sh":2,"sc":"#ff0000","ks":{}}]}"##,
            to: "signs.json")
        let run = try Program.run(["inspect", "signs.json", "--paths"], environment: ["LC_ALL": "C"], in: folder)
        let paths = run.lines.compactMap { $0.split(separator: " ").first }
        #expect(run.status == 0 && paths.contains("\(name).Transform.Opacity"))
        let path = try #require(paths.last { $0.hasSuffix("Opacity") })
        let drawn = try Program.run(
            ["render", "signs.json", "--cells", "4x2", "--colors", "none", "--property", "\(path)=0"], in: folder)
        #expect(drawn.status == 0 && drawn.output.allSatisfy(\.isWhitespace), "\(drawn)")
    }

    @Test("items of a gift without names are listed by kind and number")
    func unnamedItemsAreListedByKindAndNumber() throws {
        let run = try Program.run(["inspect", "heart", "--paths"])
        #expect(run.lines.count > 50)
        #expect(run.lines.contains { $0.hasPrefix("little heart 5.Group 1.Group 1.Fill 1.Color  ") })
    }
}
