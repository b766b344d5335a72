import Foundation
import TestSupport
import Testing
import ZIPFixtures

@Suite("--insert puts pictures and animations inside layers")
struct InsertionTests {
    private let folder: TemporaryFolder

    /// A PNG picture of one green pixel.
    private static let green =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNg+M8AAAICAQB7CYF4AAAAAElFTkSuQmCC"

    private static func square(_ name: String, _ color: String, _ width: Int, more: String = "") -> String {
        #"{"ty":1,"nm":"\#(name)","ip":0,"op":30,"sw":\#(width),"sh":2,"sc":"\#(color)","ks":{}\#(more)}"#
    }

    private static func document(_ layers: String, _ width: Int, assets: String = "") -> String {
        #"{"v":"5.7.4","fr":30,"ip":0,"op":30,"w":\#(width),"h":2,"assets":[\#(assets)],"layers":[\#(layers)]}"#
    }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.document(Self.square("red", "#ff0000", 4), 4), to: "red.json")
        try folder.write(Self.document(Self.square("a", "#0000ff", 4), 4), to: "blue.json")
        let picture = try #require(Data(base64Encoded: Self.green))
        for name in ["green.png", "a,b.png"] { try picture.write(to: URL(fileURLWithPath: "\(folder.path)/\(name)")) }
        let archive = ZIPWriter(
            .init("manifest.json", #"{"version":"2","animations":[{"id":"x"}]}"#),
            .init(
                "a/x.json",
                Self.document(
                    #"{"ty":2,"refId":"p","ip":0,"op":30,"ks":{}}"#, 4,
                    assets: #"{"id":"p","w":4,"h":2,"u":"","e":0,"p":"green.png"}"#)),
            .init("i/green.png", [UInt8](picture))
        ).bytes
        try Data(archive).write(to: URL(fileURLWithPath: "\(folder.path)/green.lottie"))
        try folder.write(
            Self.document(
                #"{"ty":2,"refId":"p","ip":0,"op":30,"ks":{}}"#, 4,
                assets: #"{"id":"p","w":4,"h":2,"u":"","e":0,"p":"green.png"}"#), to: "beside.json")
        let loop = #"{"id":"a","layers":[{"ty":0,"refId":"a","w":4,"h":2,"ip":0,"op":30,"ks":{}}]}"#
        try folder.write(
            Self.document(#"{"ty":0,"refId":"a","w":4,"h":2,"ip":0,"op":30,"ks":{}}"#, 4, assets: loop), to: "loop.json"
        )
        try folder.write("{\"v\":", to: "broken.json")
        try picture.prefix(20).write(to: URL(fileURLWithPath: "\(folder.path)/broken.png"))
    }

    /// Returns the first frame as half-blocks with their colors.
    private func picture(_ options: [String]) throws -> String {
        let run = try Program.run(
            ["render", "red.json", "--pixels", "4x2", "--colors", "truecolor"] + options, in: folder)
        #expect(run.status == 0, "\(run.errors)")
        return run.output
    }

    @Test(
        "a picture, a Lottie file or a dotLottie archive is drawn above or below the content",
        arguments: [
            (["red=green.png"], "0;255;0"), (["red=green.png,above"], "0;255;0"), (["red=green.png,below"], "255;0;0"),
            (["red=green.lottie"], "0;255;0"), (["red=beside.json"], "0;255;0"), (["red=blue.json"], "0;0;255"),
            (["*=blue.json", "red=green.png"], "0;255;0"), (["red=a,b.png"], "0;255;0"),
            (["red=a,b.png,below"], "255;0;0"), (["red=heart,below"], "255;0;0"),
        ] as [([String], String)])
    func filesAreInserted(values: [String], color: String) throws {
        let output = try picture(values.flatMap { ["--insert", $0] })
        for other in ["255;0;0", "0;255;0", "0;0;255"] {
            #expect(output.contains(";2;\(other)m") == (other == color), "\(other)")
        }
    }

    @Test("a box after the comma says where, and goes with a place")
    func boxIsGiven() throws {
        for value in ["red=green.png,0:0:2x2", "red=green.png,above,0:0:2x2", "red=green.png,0:0:2x2,above"] {
            let output = try picture(["--insert", value])
            #expect(output.contains("0;255;0") && output.contains("255;0;0"), "\(value)")
        }
    }

    @Test(
        "an error is one line that says what was expected",
        arguments: [
            ("rad=green.png", 64, #"--insert rad=green.png: no layer of that path, did you mean "red"?"#),
            ("red", 64, "--insert red: expected LAYER=FILE"), ("red=", 64, "--insert red=: expected LAYER=FILE"),
            ("red=,below", 64, "--insert red=,below: expected LAYER=FILE"),
            (
                "red=green.png,belo", 64,
                "--insert red=green.png,belo: expected above, below or a box such as -20:-20:40x40 after the comma, "
                    + #"found belo, did you mean "below"?"#
            ),
            (
                "red=green.png,0:0:0x2", 64,
                "--insert red=green.png,0:0:0x2: expected above, below or a box such as -20:-20:40x40 after the comma, "
                    + "found 0:0:0x2"
            ),
            (
                "red=green.png,above,below", 64,
                "--insert red=green.png,above,below: expected one of above and below"
            ),
            ("a.=green.png", 64, "--insert a.=green.png: column 3: expected a name, * or **"),
            ("red=gone.png", 66, "gone.png: no such file or gift"),
            ("red=broken.png", 65, "broken.png: broken PNG: read beyond end of data"),
            (
                "red=loop.json", 65,
                "loop.json: expected compositions of up to 32 levels and none that contains itself"
            ),
        ])
    func errorsAreOneLine(value: String, status: Int32, line: String) throws {
        for command in ["render", "inspect", "bench"] {
            let size = command == "bench" ? ["--pixels", "4x2"] : []
            let run = try Program.run([command, "red.json", "--insert", value] + size, in: folder)
            #expect(run.status == status && run.errorLine == "giftty: \(line)", "\(command): \(run.errors)")
            #expect(run.output.isEmpty)
        }
    }

    @Test("a file that is no animation is reported with its name and the place in it")
    func brokenAnimationIsReported() throws {
        let run = try Program.run(["render", "red.json", "--insert", "red=broken.json"], in: folder)
        #expect(run.status == 65 && run.errorLine?.hasPrefix("giftty: broken.json: ") == true, "\(run.errors)")
    }

    @Test("inspect says what is inserted, as text and as JSON")
    func inspectListsInsertions() throws {
        let arguments = [
            "inspect", "red.json", "--no-cost", "--insert", "red=green.png,below", "--insert", "*=blue.json,1:0:2x2",
        ]
        let text = try Program.run(arguments, in: folder)
        #expect(
            text.lines.filter { $0.hasPrefix("inserted") } == [
                "inserted      red: picture green.png, 1 × 1, below the content, in its box",
                "inserted      *: animation blue.json, 4 × 2, above the content, in the box 1,0 of 2 × 2",
            ])
        let json = try Program.run(arguments + ["--format", "json"], in: folder)
        #expect(
            json.output.contains(
                #""insertions":[{"layers":"red","file":"green.png","kind":"picture","width":1,"height":1,"#
                    + #""order":"below","box":null},{"layers":"*","file":"blue.json","kind":"animation","width":4,"#
                    + #""height":2,"order":"above","box":[1,0,2,2]}]"#), "\(json.output)")
        #expect(
            try Program.run(["inspect", "red.json", "--no-cost"], in: folder).lines.allSatisfy {
                !$0.hasPrefix("inserted")
            })
    }

    @Test("lint takes a picture that the manifest inserts as used")
    func insertedPictureIsUsed() throws {
        let picture = try #require(Data(base64Encoded: Self.green))
        let package = ZIPWriter(
            .init("data.json", Self.document(Self.square("red", "#ff0000", 4), 4)),
            .init("images/green.png", [UInt8](picture)), .init("gift.yaml", "insert: {red: images/green.png}")
        ).bytes
        try Data(package).write(to: URL(fileURLWithPath: "\(folder.path)/gift.zip"))
        let run = try Program.run(["lint", "gift.zip", "--only", "unused-asset"], in: folder)
        #expect(run.status == 0 && !run.output.contains("unused-asset"), "\(run.output)")
    }

    @Test("a package in a folder inserts its own files, and an option is drawn over them")
    func folderInserts() throws {
        for name in ["gift", "gift/images", "gift/animations"] {
            try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
        }
        for (from, to) in [
            ("red.json", "data.json"), ("green.png", "images/green.png"), ("blue.json", "animations/blue.json"),
        ] {
            try FileManager.default.copyItem(atPath: "\(folder.path)/\(from)", toPath: "\(folder.path)/gift/\(to)")
        }
        try folder.write("insert: {red: [images/green.png, animations/blue.json]}", to: "gift/gift.yaml")
        let own = try Program.run(["render", "gift", "--pixels", "4x2", "--colors", "truecolor"], in: folder)
        #expect(own.status == 0 && own.output.contains("0;0;255"), "\(own.errors)")
        let over = try Program.run(
            ["render", "gift", "--pixels", "4x2", "--colors", "truecolor", "--insert", "red=green.png"], in: folder)
        #expect(over.output.contains("0;255;0"))
        let report = try Program.run(["inspect", "gift", "--no-cost"], in: folder)
        #expect(report.lines.filter { $0.hasPrefix("inserted") }.count == 2)
        try folder.write("insert: {red: animations/bleu.json}", to: "gift/gift.yaml")
        let wrong = try Program.run(["inspect", "gift", "--no-cost"], in: folder)
        #expect(wrong.status == 65)
        #expect(
            wrong.errorLine
                == "giftty: gift: gift.yaml:1:15: insert: red: expected the path of a picture or an animation "
                + #"in the package, or {head}, found "animations/bleu.json", did you mean "animations/blue.json"?"#,
            "\(wrong.errors)")
    }
}
