import Foundation
import TestSupport
import Testing

@Suite("The demo with a store", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct DemoStoreTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ arguments: String, program: String = "demo --rate 0") throws -> TmuxSession {
        let terminal = try TmuxSession(columns: 100, rows: 30, folder: folder)
        try terminal.start("\(program) \(arguments)")
        return terminal
    }

    /// Sends the gift that was published last until it plays. The program loads new gifts without notice.
    private func send(_ name: String, in terminal: TmuxSession) throws {
        try terminal.wait(for: "the key of \(name)") { lines in
            if lines.showStage(with: name) { return true }
            try terminal.type("0")
            return false
        }
    }

    /// Waits until the gift on the stage has this color in the middle of its picture.
    private func wait(forColor color: String, in terminal: TmuxSession) throws {
        try terminal.wait(for: "the colour \(color)") { try terminal.coloredScreen().contains(color) }
    }

    private static let green = "2;0;255;0m"
    private static let blue = "2;0;0;255m"

    @Test(
        "without a screen, one line on standard error says that a folder is no store",
        arguments: [(["--store", "nope"], [:]), (["--store", "empty"], [:]), ([], ["GIFTTY_STORE": "broken"])])
    func folderThatIsNoStore(arguments: [String], environment: [String: String]) throws {
        try folder.write("mine", to: "empty/thesis.tex")
        try folder.write("{", to: "broken/catalogue.json")
        let run = try Program.run(
            ["demo", "--plain", "--rate", "0", "--duration", "3s"] + arguments, environment: environment, in: folder)
        #expect(run.status == 0)
        let name = arguments.last ?? "broken"
        #expect(run.errorLine?.hasPrefix("giftty: store: file://") == true, "\(run.errors)")
        #expect(run.errorLine?.contains("/\(name)/catalogue.json: ") == true, "\(run.errors)")
    }

    @Test("without a screen, one line on standard error says why the library cannot be used")
    func unusableLibrary() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish("comet", color: "#00ff00")
        try folder.write("no folder", to: "gifts")
        let run = try Program.run(
            ["demo", "--plain", "--rate", "0", "--duration", "1s", "--store", store.url, "--home", "gifts"],
            in: folder)
        #expect(run.status == 0)
        #expect(run.errorLine?.hasPrefix("giftty: store: gifts") == true, "\(run.errors)")
    }

    @Test("downloaded gifts play without a network, and a recording finds them again")
    func downloadedGiftsPlayOffline() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish("comet", color: "#00ff00")
        let sync = try Program.run(["gifts", "sync", "--store", store.url, "--home", "gifts"], in: folder)
        #expect(sync.status == 0, "\(sync.errors)")
        let terminal = try start("--home gifts --record a.jsonl")
        try terminal.wait(forText: "QUEUE  default")
        try send("Comet", in: terminal)
        try wait(forColor: Self.green, in: terminal)
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
        let replay = try start("", program: "replay a.jsonl --home gifts")
        try wait(forColor: Self.green, in: replay)
        #expect(try Program.run(["replay", "a.jsonl", "--check"], in: folder).status == 0)
    }

    @Test("a gift that is copied into a folder plays, also in a new version, and a withdrawn one stops")
    func folderChangesApplyAtOnce() throws {
        var store = try StoreFolder("store", in: folder)
        let terminal = try start("--store \(store.url) --home gifts --record a.jsonl")
        try terminal.wait(forText: "QUEUE  default")
        try store.publish("comet", color: "#00ff00")
        try send("Comet", in: terminal)
        try wait(forColor: Self.green, in: terminal)
        try store.publish("comet", version: 2, color: "#0000ff")
        try terminal.wait(for: "the next to be another picture") {
            try terminal.type("x0")
            return try terminal.coloredScreen().contains(Self.blue)
        }
        try store.withdraw("comet")
        try terminal.wait(forText: "dismissed")
        // Between two gifts that the keys have sent the stage is empty too.
        let withdrawal = #""asset":"comet","is":"withdrawn""#
        try terminal.wait(for: "the withdrawal") { (try? folder.read("a.jsonl"))?.contains(withdrawal) == true }
        try terminal.wait(for: "an empty stage") { !$0.contains { $0.contains("[ ✕ ]") } }
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
        #expect(try Program.run(["replay", "a.jsonl", "--check"], in: folder).status == 0)
    }

    @Test(
        "the store's settings apply at once, below those set locally, and the trace names the arm")
    func storeSettingsApplyAtOnce() throws {
        let store = try StoreFolder("store", in: folder)
        try store.publish(settings: #"{"revision": 1, "mode": "replace", "arm": "b"}"#)
        let server = try store.server()
        let terminal = try start(
            "--store \(server.url("/")) --room 'my attic' --home gifts --replace-at 0.4 --record a.jsonl")
        try terminal.wait(forText: "REPLACE  from store  ·  replaceAt 40 % --replace-at  ·  arm b")
        #expect(server.requests.contains { $0.target == "/settings?room=my%20attic" })
        try store.publish(settings: #"{"revision": 2, "mode": "queue", "replaceAt": 0.9}"#)
        try terminal.wait(forText: "QUEUE  from store  ·  replaceAt 40 % --replace-at")
        try terminal.type("m")
        try terminal.wait(forText: "REPLACE  key m")
        server.stop()
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
        let record = try folder.read("a.jsonl")
        #expect(record.contains(#""event":"settings","mode":"replace","arm":"b"}"#))
        #expect(record.contains(#""event":"settings","mode":"queue","arm":null}"#))
        #expect(try Program.run(["replay", "a.jsonl", "--check"], in: folder).status == 0)

        // Without the store, its last settings still apply.
        let again = try start("--store \(server.url("/")) --room 'my attic' --home gifts")
        try again.wait(forText: "QUEUE  from store  ·  replaceAt 90 %")
    }

    @Test(
        "an invalid store or gift folder is reported before anything is shown",
        arguments: [
            ("--store gopher://example.org", "left 64", "expected an http or https URL, or a folder"),
            ("--home nowhere", "left 66", "nowhere: no such folder"),
        ])
    func invalidStoreIsReported(arguments: String, status: String, words: String) throws {
        let terminal = try start(arguments)
        #expect(try terminal.wait(forText: status).contains { $0.contains(words) })
    }

    @Test("an unreachable store is reported in the status line, and the demo continues")
    func unreachableStoreIsReported() throws {
        let terminal = try start("--store http://127.0.0.1:1 --home gifts")
        try terminal.wait(forText: "store: ")
        try terminal.type(" 1")
        try terminal.wait(forText: "Heart you")
    }
}
