import Foundation
import TerminalCells
import TestSupport
import Testing

@Suite(
    "Slots and properties of a gift kind in a real terminal", .serialized,
    .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct ManifestAppearanceTests {
    private static let orange = CellColor(0xFF8800)
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A blue square over the whole picture, whose color is the slot `tint`.
    private static let document = """
        {"v":"5.7.0","fr":30,"ip":0,"op":600,"w":40,"h":40,"layers":[{"ty":4,"ip":0,"op":600,"ks":{},"shapes":[\
        {"ty":"rc","s":{"a":0,"k":[80,80]},"p":{"a":0,"k":[20,20]},"r":{"a":0,"k":0}},\
        {"ty":"fl","c":{"a":0,"k":[0,0,1,1],"sid":"tint"},"o":{"a":0,"k":100}}]}]}
        """

    @Test("a slot value of a manifest is visible on the stage and in the output of render")
    func manifestSlotIsVisible() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish(
            "comet", seconds: 20, document: Self.document, manifest: "slots: {tint: '#ff8800'}\nenter: [wait: 10ms]")
        try RoomTerminal.fetch(store, in: folder)
        let text = try Program.run(
            ["render", "comet", "--home", "gifts", "--cells", "4x2", "--frames", "3", "--colors", "truecolor"],
            in: folder)
        #expect(text.output.contains("255;136;0"), "\(text.output)\(text.errors)")
        let room = try RoomTerminal(with: store, in: folder)
        try room.send("Comet")
        try room.wait(for: "the square in orange") { cells in
            cells.rows(of: Self.orange).count > 8
        }
    }

    @Test("an unknown slot in a manifest is reported before the package is installed")
    func unknownSlotIsReported() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish("comet", seconds: 20, document: Self.document, manifest: "slots:\n  tind: red")
        let sync = try Program.run(["gifts", "sync", "--store", store.url, "--home", "gifts"], in: folder)
        #expect(
            (sync.output + sync.errors).contains(#"gift.yaml:2:9: slots: unknown slot "tind", did you mean "tint"?"#))
    }

    @Test(
        "render applies a manifest's properties, and those of a sender only if one is given",
        arguments: [
            ("'#ff8800'", [], "255;136;0"), ("'#ff8800'", ["--sender", "ann"], "255;136;0"),
            ("'#ff8800'", ["--property", "**.Color=blue"], "0;0;255"), ("'{head}'", [], "0;255;0"),
            ("'{head}'", ["--sender", "ann"], "127;209;255"), ("'{head}'", ["--sender", "bob"], "255;213;158"),
        ])
    func renderAppliesManifestProperties(value: String, options: [String], color: String) throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish("comet", color: "#00ff00", manifest: "properties: {'**.Color': \(value)}")
        try RoomTerminal.fetch(store, in: folder)
        let command = [
            "render", "comet", "--home", "gifts", "--cells", "4x2", "--frames", "3", "--colors", "truecolor",
        ]
        let run = try Program.run(command + options, in: folder)
        #expect(run.status == 0 && run.output.contains(color), "\(run.output)\(run.errors)")
    }

    @Test("without --frames, render draws a frame that shows the gift, even if the first frame is empty")
    func renderDrawsFullestFrame() throws {
        let command = ["render", "heart", "--cells", "20x10", "--colors", "truecolor"]
        let first = try Program.run(command + ["--frames", "0"], in: folder)
        let shown = try Program.run(command, in: folder)
        #expect(!first.output.contains("38;2") && !first.output.contains("48;2"))
        #expect(shown.output.components(separatedBy: "8;2;").count > 40, "\(shown.output)")
    }

    @Test("a file accepts no sender, and a built-in gift shows the given sender")
    func onlyGiftsAcceptSender() throws {
        try folder.write(Self.document, to: "square.json")
        let file = try Program.run(["render", "square.json", "--sender", "ann"], in: folder)
        #expect(file.status == 64 && file.errorLine == "giftty: --sender: expected a gift, found the file square.json")
        let command = ["inspect", "castle", "--paths"]
        let nobody = try Program.run(command, in: folder)
        let ann = try Program.run(command + ["--sender", "ann of the lake"], in: folder)
        #expect(ann.output.contains("ann of the lake") && !nobody.output.contains("ann of the lake"), "\(ann.output)")
    }
}
