import FaultProxy
import Foundation
import TerminalCells
import TestSupport
import Testing
import ZIPFixtures

@Suite("Animations from web servers and stores, by URL and by id", .serialized)
struct WebAnimationTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns an animation of a square of one color, with a duration of one second.
    private static func square(_ color: String) -> String {
        """
        {"v":"5.7.0","fr":30,"ip":0,"op":30,"w":4,"h":4,"layers":[
          {"ty":1,"ip":0,"op":30,"st":0,"sr":1,"sw":4,"sh":4,"sc":"\(color)","ks":{}}]}
        """
    }

    private static let package = ZIPWriter(
        .init("data.json", square("#0000ff")), .init("gift.yaml", "name: Blue\nenter: [fade: 1s]\n")
    ).bytes
    private static let archive = ZIPWriter(
        .init("manifest.json", #"{"version":"2","animations":[{"id":"a"}]}"#), .init("a/a.json", square("#00ff00"))
    ).bytes

    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            switch request.target {
            case "/red.json": .text(square("#ff0000"), type: "application/json")
            case "/green.lottie?size=1", "/get/green.json": .complete(200, body: archive)
            case "/blue.zip": .complete(200, body: package)
            case "/page": .text("<html>", type: "text/html")
            case "/busy": .complete(503)
            case "/broken.json": .text("{")
            case "/empty.json": .complete(200)
            case "/endless.json":
                .raw(
                    "HTTP/1.1 200 OK\nContent-Length: 999999999\n\n",
                    then: Array(repeating: .bytes([UInt8](repeating: 32, count: 1 << 20)), count: 70))
            case "/moved": .complete(302, headers: ["Location": "/red.json"])
            case "/away": .complete(302, headers: ["Location": "file:///etc/passwd"])
            default: .complete(404)
            }
        }
    }

    private func render(_ arguments: String...) throws -> ProgramResult {
        try Program.run(["render"] + arguments + ["--pixels", "4x4", "--colors", "truecolor"], in: folder)
    }

    private static func picture(_ color: String) -> [String] {
        Array(repeating: "\u{1B}[48;2;\(color)m    \u{1B}[0m", count: 2)
    }

    @Test("a URL is a document, an archive or a package, as its content says")
    func urlIsOpened() throws {
        let server = try Self.server()
        for (path, color) in [
            ("/red.json", "255;0;0"), ("/moved", "255;0;0"), ("/green.lottie?size=1", "0;255;0"),
            ("/blue.zip", "0;0;255"),
        ] {
            let run = try render(server.url(path))
            #expect(run.errors == "" && run.status == 0)
            #expect(run.lines == Self.picture(color), "\(path)")
        }
        let inspect = try Program.run(["inspect", server.url("/blue.zip"), "--no-cost"], in: folder)
        #expect(inspect.lines.first == "animation     \(server.url("/blue.zip"))")
        let bench = try Program.run(["bench", server.url("/red.json"), "--pixels", "4x4"], in: folder)
        #expect(bench.status == 0)
    }

    @Test(
        "what goes wrong is one line, with the exit code of its kind",
        arguments: [
            (66, "/gone.json", "no such animation"), (69, "/busy", "answered 503"),
            (65, "/page", "expected an animation, found text/html: is there a captive portal?"),
            (65, "/broken.json", "expected a name in quotes, found the end"),
            (65, "/empty.json", "expected a Lottie animation, found an empty file"),
            (65, "/endless.json", "expected at most 64 MB"),
            (69, "/away", "redirected out of http and https"),
        ] as [(Int32, String, String)])
    func failuresAreReported(status: Int32, path: String, message: String) throws {
        let server = try Self.server()
        let run = try render(server.url(path))
        #expect(run.status == status && run.output == "")
        #expect(run.errorLine?.hasPrefix("giftty: \(server.url(path)): ") == true)
        #expect(run.errorLine?.contains(message) == true, "\(run.errors)")
    }

    @Test("a server that is not there is no service, and a password is not printed")
    func unreachableServerIsReported() throws {
        let server = try Self.server()
        let url = server.url("/red.json")
        server.stop()
        let run = try render(url.replacing("http://", with: "http://ann:secret@"))
        #expect(run.status == 69)
        #expect(run.errorLine?.hasPrefix("giftty: \(url): connection refused") == true, "\(run.errors)")
    }

    @Test("with an address with {id}, ids are files of that web server")
    func addressWithIDIsRead() throws {
        let server = try Self.server()
        let red = try render("red", "--store", server.url("/{id}.json"))
        #expect(red.lines == Self.picture("255;0;0") && red.status == 0)
        let green = try render("green", "--store", server.url("/get/{id}.json"))
        #expect(green.lines == Self.picture("0;255;0") && green.status == 0)
        let gone = try render("a b", "--store", server.url("/{id}.json"))
        #expect(gone.status == 66)
        #expect(gone.errorLine == "giftty: \(server.url("/a%20b.json")): no such animation")
        let odd = try render("red", "--store", "https://{id}.host/a")
        #expect(odd.status == 64)
        #expect(odd.errorLine?.contains("expected an http or https URL with {id} in its path or query") == true)
        // A path stays a path.
        try folder.write(Self.square("#0000ff"), to: "red.json")
        #expect(try render("red.json", "--store", server.url("/{id}.json")).lines == Self.picture("0;0;255"))
    }

    @Test("a fallback is shown in place of what does not come, after a line with the reason")
    func fallbackIsShown() throws {
        let server = try Self.server()
        try folder.write(Self.square("#0000ff"), to: "blue.json")
        for (argument, store, reason) in [
            ("gone", "/{id}.json", "/gone.json: no such animation"), ("broken", "/{id}.json", "/broken.json"),
            ("busy", "/{id}", "/busy"), (server.url("/gone.json"), nil, "/gone.json"),
        ] as [(String, String?, String)] {
            let options = store.map { ["--store", server.url($0)] } ?? []
            let run = try Program.run(
                ["render", argument, "--fallback", "blue.json", "--pixels", "4x4", "--colors", "truecolor"] + options,
                in: folder)
            #expect(run.status == 0 && run.lines == Self.picture("0;0;255"), "\(run.errors)")
            #expect(run.errorLine?.contains(reason) == true, "\(run.errors)")
            #expect(run.errorLine?.hasSuffix("; the fallback is shown instead") == true, "\(run.errors)")
        }
        let there = try render("red", "--store", server.url("/{id}.json"), "--fallback", "blue.json")
        #expect(there.lines == Self.picture("255;0;0") && there.errors == "")
        let lost = try render("gone", "--store", server.url("/{id}.json"), "--fallback", "lost.json")
        #expect(lost.status == 66 && lost.errors.hasSuffix("giftty: lost.json: no such file\n"), "\(lost.errors)")
        let unused = try render("blue.json", "--fallback", "blue.json")
        #expect(unused.status == 64)
        #expect(unused.errorLine == "giftty: --fallback: can only be used with --store or a URL")
    }

    @Test(
        "play shows the fallback while an animation loads, and then the animation itself",
        .enabled(if: TmuxSession.isInstalled))
    func fallbackIsShownMeanwhile() throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { request in
            gate.wait()
            return request.target == "/green.json" ? .text(Self.square("#00ff00")) : .complete(404)
        }
        defer { for _ in 0..<8 { gate.signal() } }
        try folder.write(Self.square("#0000ff"), to: "blue.json")
        let terminal = try TmuxSession(columns: 80, rows: 12, folder: folder)
        func waitForColor(_ color: String) throws {
            try terminal.wait(for: "the color \(color)") { try terminal.coloredScreen().contains(color) }
        }
        let options = "--store '\(server.url("/"))" + "{id}.json' --fallback blue.json --events events.jsonl"
        try terminal.start("play green \(options)")
        try waitForColor("2;0;0;255m")
        #expect(try terminal.lines().last?.contains("blue.json") == true)
        #expect(try terminal.lines().last?.contains("until green is loaded") == true)
        gate.signal()
        try waitForColor("2;0;255;0m")
        try terminal.wait(forText: "left 0")
        let lines = try folder.read("events.jsonl").split(separator: "\n")
        #expect(lines.first?.hasPrefix(#"{"at":0,"event":"started","animation":1,"name":"#) == true, "\(lines)")
        #expect(lines.count == 4)

        try terminal.start("play gone \(options) --loop 2")
        try waitForColor("2;0;0;255m")
        gate.signal()
        try terminal.wait(forText: "left 0")
        #expect(try terminal.lines().joined().contains("no such animation; the fallback is shown instead"))
        #expect(try folder.read("events.jsonl").split(separator: "\n").count == 8)

        // The stand-in needs neither the slot nor the marker.
        try terminal.start("play green \(options) --slot none=1 --marker none")
        try waitForColor("2;0;0;255m")
        gate.signal()
        try terminal.wait(forText: "left 64")
        // Nothing was played, so that the events of the time before are still there.
        #expect(try folder.read("events.jsonl").split(separator: "\n").count == 8)

        try terminal.start("play green \(options)")
        try waitForColor("2;0;0;255m")
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }

    @Test("with a store, ids are its gifts, which are not added to the library")
    func storeGiftIsRead() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish("comet", color: "#00ff00", seconds: 1)
        let server = try store.server()
        for place in [store.url, "\(folder.path)/store", server.url("/")] {
            let run = try render("comet", "--store", place, "--home", "\(folder.path)/home")
            #expect(run.errors == "" && run.status == 0)
            #expect(run.lines == Self.picture("0;255;0"))
        }
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/home"))
        let unknown = try render("comit", "--store", store.url)
        #expect(unknown.status == 66)
        #expect(unknown.errorLine == "giftty: comit: no such gift in the store, did you mean \"comet\"?")
        try folder.write([1, 2, 3] as [UInt8], to: "store/gifts/comet-1.zip")
        let damaged = try render("comet", "--store", store.url)
        #expect(damaged.status == 65)
        #expect(damaged.errorLine?.contains("expected the bytes of the catalogue's sha256") == true)
    }

    @Test(
        "play shows a URL, and a package with its movements",
        .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
    func playShowsMovements() throws {
        let document = Self.square("#00ff00").replacing("\"op\":30", with: "\"op\":1800")
        let web = try LoopbackServer { _ in .text(document) }
        func color(of argument: String, name: String) throws -> CellColor? {
            let terminal = try TmuxSession(columns: 80, rows: 24, folder: folder)
            try terminal.start("play \(argument)")
            try terminal.wait(forText: "of 60 s")
            try terminal.type(" ")
            try terminal.wait(forText: "▌▌ \(name)")
            try terminal.press("Home")
            try terminal.wait(forText: "  0 of 60 s  frame 0")
            let cell = try terminal.cells(columns: 80, rows: 24)[40, 11]
            try terminal.type("q")
            try terminal.wait(forText: "left 0")
            return cell.pixels?.top ?? cell.background
        }
        #expect(try color(of: "'\(web.url("/a/b.json?x=1"))'", name: "b.json  ") == CellColor(0x00FF00))
        try folder.write(document, to: "still/data.json")
        try folder.write(document, to: "moved/data.json")
        try folder.write("enter: [fade: {for: 9s, easing: linear}]\n", to: "moved/gift.yaml")
        #expect(try color(of: "still", name: "still") == CellColor(0x00FF00))
        #expect(try color(of: "moved", name: "moved") != CellColor(0x00FF00))
    }
}
