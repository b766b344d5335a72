import Foundation
import TestSupport
import Testing

@Suite("A command does not write over what it reads")
struct OwnInputTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let feed = #"{"at":1,"type":"gift","gift":"rose","from":"ann"}"# + "\n"
    private static let scenario = "events:\n  - {at: 0, gift: rose, from: ann}\n"

    @Test(
        "an output that is also an input is wrong usage, and the file stays as it is",
        arguments: [
            (["feed", "convert", "f", "--output", "f"], "f", feed),
            (["feed", "record", "f", "--output", "f"], "f", feed),
            (["demo", "--plain", "--duration", "1ms", "--feed", "f", "--record", "f"], "f", feed),
            (["simulate", "s.yaml", "--trace", "s.yaml"], "s.yaml", scenario),
            (["compare", "s.yaml", "--format", "json", "--output", "s.yaml"], "s.yaml", scenario),
            (["sweep", "s.yaml", "--replace-at", "0:1:0.5", "--format", "csv", "-o", "s.yaml"], "s.yaml", scenario),
            (["evaluate", "s.yaml", "--policy", "a:mode=queue", "--partial", "s.yaml"], "s.yaml", scenario),
            (["check", "page.html", "--html", "page.html"], "page.html", scenario),
            (["explore", "--properties", "p.yaml", "--output", "p.yaml"], "p.yaml", "never: never dropped\n"),
            (["replay", "r.cast", "--cast", "r.cast"], "r.cast", "{}\n"),
            (["gifts", "sign", "rose", "rose.zip", "--key", "key", "--output", "key"], "key", "secret\n"),
            (["gifts", "sign", "rose", "r.json", "--key", "key", "--output", "r.json"], "r.json", "{}\n"),
        ])
    func outputIsInput(arguments: [String], name: String, text: String) throws {
        try folder.write(text, to: name)
        let result = try Program.run(arguments, in: folder)
        #expect(result.errorLine == "giftty: \(name): expected another file for the output than for the input")
        #expect((result.status, result.output) == (64, ""))
        #expect(try folder.read(name) == text)
    }

    @Test("neither a link nor standard input hides that a file is both")
    func otherNames() throws {
        try folder.write(Self.feed, to: "f")
        #expect(symlink("f", "\(folder.path)/soft") == 0 && link("\(folder.path)/f", "\(folder.path)/hard") == 0)
        for command in ["convert soft --output f", "convert ./f --output hard", "convert - --output f < f"] {
            let result = try Program.shell("\"$0\" feed \(command)", in: folder)
            #expect(result.errors.hasSuffix(": expected another file for the output than for the input\n"))
            #expect(result.status == 64)
            #expect(try folder.read("f") == Self.feed)
        }
    }

    @Test("a picture does not replace its animation")
    func picture() throws {
        let animation = try MovingSquare.folder().bytes(MovingSquare.file)
        try folder.write(animation, to: "move.json")
        #expect(symlink("move.json", "\(folder.path)/0.png") == 0)
        for output in ["0.png", "{frame}.png"] {
            let result = try Program.run(
                ["render", "move.json", "--pixels", "8x8", "--frames", "0", "--output", output], in: folder)
            #expect(result.errorLine == "giftty: 0.png: expected another file for the output than for the input")
            #expect(result.status == 64)
            #expect(try folder.bytes("move.json") == animation)
        }
    }

    /// A layer with the picture `images/0.png`.
    private static let pictured = """
        {"v":"5.7.0","fr":10,"ip":0,"op":2,"w":4,"h":4,"assets":[{"id":"i","w":2,"h":2,"u":"images/","p":"0.png"}],
        "layers":[{"ty":2,"nm":"img","refId":"i","ip":0,"op":2,"st":0,"sr":1,"ks":{}}]}
        """

    /// Writes the animation and its picture, both as a package too, and a picture `b.png`; returns the picture's bytes.
    private func writePictures() throws -> [UInt8] {
        let colors =
            "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR42mP4z8DAAMIM/4EAAB/uBfvxq7p3AAAAAElFTkSuQmCC"
        let picture = [UInt8](try #require(Data(base64Encoded: colors)))
        for name in ["images/0.png", "kind/images/0.png", "b.png"] { try folder.write(picture, to: name) }
        for name in ["a.json", "kind/data.json"] { try folder.write(Self.pictured, to: name) }
        return picture
    }

    @Test(
        "a picture does not replace one that the animation, its package or an option names",
        arguments: [
            (["a.json", "--output", "images/0.png"], "images/0.png"),
            (["a.json", "--frames", "0", "--output", "images/{frame}.png"], "images/0.png"),
            (["a.json", "--insert", "img=b.png", "--output", "b.png"], "b.png"),
            (["a.json", "--property", "img.Image=b.png", "--output", "b.png"], "b.png"),
            (["kind", "--output", "kind/images/0.png"], "kind/images/0.png"),
        ])
    func usedPicture(arguments: [String], name: String) throws {
        let picture = try writePictures()
        let result = try Program.run(["render"] + arguments + ["--pixels", "8x8"], in: folder)
        #expect(result.errorLine == "giftty: \(name): expected another file for the output than for the input")
        #expect(result.status == 64)
        #expect(try folder.bytes(name) == picture)
    }

    @Test("events do not replace a picture that is shown", .enabled(if: TmuxSession.isInstalled))
    func events() throws {
        let picture = try writePictures()
        let terminal = try TmuxSession(columns: 100, rows: 12, folder: folder)
        try terminal.start("play a.json --insert img=b.png --events b.png")
        try terminal.wait(forText: "left 64")
        #expect(try folder.bytes("b.png") == picture)
    }

    @Test("the feed of a session does not replace the log that it comes from")
    func importedLog() throws {
        let log = #"{"room":"a","ts":1000,"gift":"rose","user":"ann"}"# + "\n"
        try folder.write(log, to: "out/a.ndjson")
        try folder.write(
            "{session: room, at: {column: ts, format: ms}, gift: gift, sender: user}", to: "mapping.yaml")
        let result = try Program.run(
            ["feed", "import", "out/a.ndjson", "--mapping", "mapping.yaml", "--to", "out"], in: folder)
        #expect(result.status == 64, "\(result.errors)")
        #expect(try folder.read("out/a.ndjson") == log)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/out") == ["a.ndjson"])
    }

    @Test(
        "what cannot be read or is invalid leaves an earlier output as it is",
        arguments: [
            (["feed", "convert", "missing"], 66), (["feed", "record", "missing"], 66),
            (["feed", "convert", "f", "--chaos", "wrong"], 64), (["feed", "record", "f", "--chaos", "wrong"], 64),
        ] as [([String], Int32)])
    func earlierOutput(arguments: [String], status: Int32) throws {
        try folder.write(Self.feed, to: "f")
        try folder.write("earlier\n", to: "good")
        let result = try Program.run(arguments + ["--output", "good"], in: folder)
        #expect(result.status == status && result.errorLine != nil, "\(result.errors)")
        #expect(try folder.read("good") == "earlier\n")
        // What can be read replaces it, also with nothing.
        try folder.write("", to: "empty")
        #expect(try Program.run(["feed", "convert", "empty", "--output", "good"], in: folder).status == 0)
        #expect(try folder.read("good") == "")
    }
}
