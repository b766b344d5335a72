import HalfBlocks
import Testing

@Suite(
    "A gift's slots in a real terminal", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct GiftLooksTests {
    private static let columns = 100
    private static let rows = 30
    private static let orange = CellColor(0xFF8800)
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A blue square over the whole picture, whose colour is the slot `tint`.
    private static let document = """
        {"v":"5.7.0","fr":30,"ip":0,"op":600,"w":40,"h":40,"layers":[{"ty":4,"ip":0,"op":600,"ks":{},"shapes":[\
        {"ty":"rc","s":{"a":0,"k":[80,80]},"p":{"a":0,"k":[20,20]},"r":{"a":0,"k":0}},\
        {"ty":"fl","c":{"a":0,"k":[0,0,1,1],"sid":"tint"},"o":{"a":0,"k":100}}]}]}
        """

    @Test("what a manifest gives to a slot is seen on the stage and in what the gift is rendered as")
    func slots() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish(
            "comet", seconds: 20, document: Self.document, manifest: "slots: {tint: '#ff8800'}\nenter: [wait: 10ms]")
        let sync = try Program.run(["gifts", "sync", "--store", store.url, "--home", "gifts"], in: folder)
        #expect(sync.status == 0, "\(sync.errors)")
        let text = try Program.run(
            ["render", "comet", "--home", "gifts", "--cells", "4x2", "--frames", "3", "--colors", "truecolor"],
            in: folder)
        #expect(text.output.contains("255;136;0"), "\(text.output)\(text.errors)")
        let terminal = try TmuxSession(columns: Self.columns, rows: Self.rows, folder: folder)
        try terminal.type("clear; \"$GIFTTY\" demo --rate 0 --home gifts; echo left $?\n")
        try terminal.wait(forText: "QUEUE  default")
        try terminal.wait(for: "the gift") { lines in
            if lines.contains(where: { $0.contains("Comet you") }) { return true }
            try terminal.type("0")
            return false
        }
        try terminal.waitForCells("the square in orange", columns: Self.columns, rows: Self.rows) { cells in
            cells.rows(of: Self.orange).count > 8
        }
    }

    @Test("a slot that the animation doesn't have is named before anything is installed")
    func faults() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish("comet", seconds: 20, document: Self.document, manifest: "slots:\n  tind: red")
        let sync = try Program.run(["gifts", "sync", "--store", store.url, "--home", "gifts"], in: folder)
        #expect(
            (sync.output + sync.errors).contains(#"gift.yaml:2:9: slots: unknown slot "tind", did you mean "tint"?"#))
    }
}
