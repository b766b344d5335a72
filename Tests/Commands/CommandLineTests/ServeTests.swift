import BrowserSupport
import Foundation
import SystemIO
import TestSupport
import Testing

/// A room that other programs reach over the network of the machine.
@Suite("Browsers and programs reach a room at an address", .serialized, .timeLimit(.minutes(5)))
struct ServeTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns a port at which nobody listens.
    private func freePort() throws -> UInt16 {
        let address = try #require(LoopbackAddress("127.0.0.1:0"))
        return LoopbackAddress.port(of: try address.listen())
    }

    @Test(
        "a page shows the stage live, after a reload too, and says when the stage has ended",
        .enabled(if: Chromium.isInstalled && TmuxSession.isInstalled, "needs chromium, chromedriver and tmux"))
    func page() throws {
        let port = try freePort()
        let terminal = try TmuxSession(columns: 80, rows: 24, folder: folder)
        try terminal.type("clear; \"$GIFTTY\" demo --seed 7 --control unix:c --serve 127.0.0.1:\(port)\n")
        try terminal.wait(for: "a picture") {
            (try? Program.run(["control", "c", "screenshot"], in: folder).output.hasPrefix("<svg")) == true
        }
        let chromium = try Chromium()
        defer { chromium.quit() }
        let browser = Browser(chromium: chromium)
        try browser.open("http://127.0.0.1:\(port)/")
        try browser.waitUntil(
            "document.getElementById('text').textContent.includes('LIVE')", "the title of the stage")
        let size: [Int] = try browser.find("return [columns, rows, canvas.width > 400 ? 1 : 0]")
        #expect(size == [80, 24, 1])
        _ = try Program.run(["control", "c", "send", "rocket", "--from", "zoe"], in: folder)
        try browser.waitUntil("document.getElementById('text').textContent.includes('zoe')", "the sender of a gift")
        let colors: Int = try browser.find(
            """
            const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data, seen = new Set();
            for (let i = 0; i < pixels.length; i += 4) seen.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
            return seen.size;
            """)
        #expect(colors > 50)
        try browser.open("http://127.0.0.1:\(port)/")
        try browser.waitUntil("document.getElementById('text').textContent.includes('LIVE')", "the stage again")
        try terminal.type("q")
        try browser.waitUntil(
            "!notice.hidden && notice.textContent.includes('does not answer')", "the end of the stage")
        let problems: [String] = try browser.find(
            "return performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.includes('127.0.0.1'))")
        #expect(problems.isEmpty)
    }

    @Test("a shell steers a room over a WebSocket with the token that the room has made")
    func webSocket() throws {
        try folder.write("", to: "feed.ndjson")
        let address = "ws://127.0.0.1:\(try freePort())"
        let room = try Program.start(
            [
                "demo", "--plain", "--feed", "feed.ndjson", "--follow", "--control", "unix:c", "--control", address,
                "--control-token-file", "token",
            ], in: folder)
        try room.wait(for: "the socket") { FileManager.default.fileExists(atPath: "\(folder.path)/c") }
        let permissions = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/token")[.posixPermissions]
        #expect(permissions as? Int == 0o600)
        let sent = try Program.run(
            ["control", address, "send", "rocket", "--control-token-file", "token"], in: folder)
        #expect(sent.output.contains(#""event":"started","gift":1}"#), "\(sent.errors)")
        #expect(try Program.run(["control", "c", "close"], in: folder).output.contains(#""outcome":"dismissed""#))
        let refused = try Program.run(["control", address, "close"], in: folder)
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--control-token-file: expected the file with the room's token, found none"))
        try folder.write("another-token-for-it", to: "wrong")
        #expect(
            try Program.run(["control", address, "close", "--control-token-file", "wrong"], in: folder).status == 69)
        #expect(try room.end(by: SIGINT) == 130)
        #expect(
            try Program.run(["control", address, "close", "--control-token-file", "token"], in: folder).status == 69)
        #expect(try room.errors == "")
    }

    @Test("a room without a screen prints the port that the system has chosen, as its first line")
    func chosenPort() throws {
        try folder.write("", to: "feed.ndjson")
        let room = try Program.start(
            [
                "demo", "--plain", "--feed", "feed.ndjson", "--follow", "--control", "ws://127.0.0.1:0", "--control",
                "unix:c", "--control-token-file", "token",
            ], in: folder)
        let address = "ws://127.0.0.1:\(try room.number(after: "control: ws://127.0.0.1:"))"
        let output = try room.output
        #expect(output.hasPrefix("0:00  control: \(address)\n") && !output.contains("unix"), "\(output)")
        let sent = try Program.run(
            ["control", address, "send", "rocket", "--control-token-file", "token"], in: folder)
        #expect(sent.status == 0, "\(sent.errors)")
        #expect(try room.end(by: SIGINT) == 130)
    }

    @Test(
        "a stage shows the ports that the system has chosen, each in a row of its own",
        .enabled(if: TmuxSession.isInstalled, "needs tmux"))
    func chosenPortsOnStage() throws {
        let terminal = try TmuxSession(columns: 80, rows: 24, folder: folder)
        let control = "--control ws://127.0.0.1:0 --control ws://127.0.0.1:0 --control-token-file token"
        try terminal.type("clear; \"$GIFTTY\" demo --seed 7 \(control) --serve 127.0.0.1:0\n")
        let lines = try terminal.wait(forText: "serve: http://127.0.0.1:")
        let addresses = lines.compactMap { line in
            line.firstMatch(of: /control: (ws:[0-9.\/:]+)/).map { String($0.1) }
        }
        #expect(Set(addresses).count == 2, "\(lines)")
        let pages = lines.compactMap { line in
            line.firstMatch(of: /serve: (http:[0-9.\/:]+\/)/).map { String($0.1) }
        }
        let text = try Program.run(["-s", try #require(pages.first)], in: folder, program: "curl")
        #expect(text.output.contains("<canvas"), "\(text.errors)")
        for address in addresses {
            let state = try Program.run(["control", address, "state", "--control-token-file", "token"], in: folder)
            #expect(state.status == 0, "\(state.errors)")
        }
        try terminal.type("q")
    }

    @Test("a room warns of a token that others may read")
    func readableToken() throws {
        try folder.write("", to: "feed.ndjson")
        let path = try folder.write("a-token-for-this-room", to: "token")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let room = try Program.start(
            [
                "demo", "--plain", "--feed", "feed.ndjson", "--follow", "--control", "ws://127.0.0.1:\(try freePort())",
                "--control-token-file", "token",
            ], in: folder)
        try room.wait(for: "the warning") {
            try room.errors.contains("giftty: token: others may read or change the token (mode 644)")
        }
        #expect(try room.end(by: SIGINT) == 130)
    }

    @Test(
        "addresses that others could reach, and options that do not fit, are errors of usage",
        arguments: [
            (["--serve", "0.0.0.0:8080"], "--serve 0.0.0.0:8080: expected an address of this machine with a port"),
            (["--serve", "8080"], "--serve 8080: expected an address of this machine with a port"),
            (["--serve", "127.0.0.1:8080", "--plain"], "--serve: cannot be combined with --plain"),
            (["--control", "ws://10.0.0.1:1", "--plain"], "--control ws://10.0.0.1:1: expected unix:PATH or ws://"),
            (["--control", "ws://127.0.0.1:1", "--plain"], "--control ws://…: expected --control-token-file FILE"),
            (
                ["--control-token-file", "t", "--plain"],
                "--control-token-file: expected together with --control ws://…"
            ),
        ])
    func usage(_ options: [String], _ problem: String) throws {
        let result = try Program.run(["demo"] + options, in: folder)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("giftty: \(problem)"), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test("a file without a token is a bad configuration")
    func badToken() throws {
        try folder.write("short", to: "token")
        let result = try Program.run(
            ["demo", "--plain", "--control", "ws://127.0.0.1:1", "--control-token-file", "token"], in: folder)
        #expect(result.status == 78)
        #expect(result.errors.hasPrefix("giftty: token: expected one token of at least 16 characters"))
    }
}
