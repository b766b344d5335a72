import FaultProxy
import Synchronization
import TestSupport
import Testing
import ZIPFixtures

@Suite(
    "The demo with a plain web server", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct DemoWebTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.square("#0000ff"), to: "blue.json")
        let gifts = [("comet", 0), ("rose", 3)].map { kind, time in
            #"{"at":\#(time),"type":"gift","id":"g\#(time)","gift":"\#(kind)","from":"ann","value":5}"#
        }
        try folder.write(gifts.joined(separator: "\n") + "\n", to: "feed.ndjson")
    }

    private static func square(_ color: String) -> String {
        """
        {"v":"5.7.0","fr":30,"ip":0,"op":900,"w":40,"h":40,"layers":[
          {"ty":1,"ip":0,"op":900,"st":0,"sr":1,"sw":40,"sh":40,"sc":"\(color)","ks":{}}]}
        """
    }

    private static let green = "2;0;255;0m"
    private static let blue = "2;0;0;255m"
    private static let red = "2;255;0;0m"

    /// A server that has a red rose, and a green comet while `isOpen` is true.
    private final class Server {
        private static let isOpen = Mutex(false)
        let server: LoopbackServer

        init() throws {
            Self.isOpen.withLock { $0 = false }
            server = try LoopbackServer { request in
                switch request.target {
                case "/gifts/rose.json": .text(square("#ff0000"))
                case "/gifts/comet.json" where Self.isOpen.withLock { $0 }: .text(square("#00ff00"))
                case "/gifts/comet.json": .complete(503)
                default: .complete(404)
                }
            }
        }

        func open() { Self.isOpen.withLock { $0 = true } }

        var address: String { "'\(server.url("/gifts/"))" + "{id}.json'" }
    }

    private func start(_ server: Server, _ arguments: String) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: 100, rows: 30, folder: folder)
        try terminal.start("demo --feed feed.ndjson --store \(server.address) --record a.jsonl \(arguments)")
        return terminal
    }

    private func wait(forColor color: String, in terminal: TmuxSession) throws {
        try terminal.wait(for: "the colour \(color)") { try terminal.coloredScreen().contains(color) }
    }

    @Test("the fallback plays until an animation has come, and a built-in kind has the server's animation")
    func fallbackPlaysFirst() throws {
        let server = try Server()
        let terminal = try start(server, "--fallback blue.json")
        try wait(forColor: Self.blue, in: terminal)
        try terminal.wait(forText: "1 waiting")
        try terminal.type("x")
        try wait(forColor: Self.red, in: terminal)
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
        #expect(try Program.run(["replay", "a.jsonl", "--check"], in: folder).status == 0)
        let targets = Set(server.server.requests.map(\.target))
        #expect(targets.isSuperset(of: ["/gifts/heart.json", "/gifts/rose.json", "/gifts/comet.json"]))
    }

    @Test("without a fallback, the setting missing drops the gift, or lets it wait for its animation")
    func missingDecides() throws {
        let server = try Server()
        let dropping = try start(server, "--fallback none --set missing=drop")
        try dropping.wait(for: "the comet to be dropped") { _ in
            (try? folder.read("a.jsonl"))?.contains(#""gift":1,"outcome":"dropped","reason":"missing""#) == true
        }
        try dropping.type("q")
        try dropping.wait(forText: "left 0")
        server.open()
        let waiting = try start(server, "--fallback none --set missing=wait")
        try wait(forColor: Self.green, in: waiting)
        try waiting.type("q")
        try waiting.wait(forText: "left 0")
    }

    @Test("without a screen, one line on standard error says that the server does not answer")
    func unreachableServerIsToldOnce() throws {
        let server = try Server()
        let address = server.server.url("/gifts/") + "{id}.json"
        server.server.stop()
        let arguments = ["demo", "--plain", "--feed", "feed.ndjson", "--duration", "4s", "--store", address]
        let run = try Program.run(arguments, in: folder)
        #expect(run.status == 0)
        #expect(run.errorLine?.hasPrefix("giftty: store: \(server.server.url("/gifts/"))") == true, "\(run.errors)")
        #expect(run.errorLine?.contains(": connection refused") == true)
        #expect(run.errorLine?.hasSuffix("; built-in animations and the fallback play until it answers") == true)
    }

    /// Returns an animation of three seconds of which the second one is its loop.
    private static let looping = square("#00ff00").replacing("\"op\":900", with: "\"op\":90,\"markers\":[\(markers)]")
    private static let markers =
        #"{"cm":"intro","tm":0,"dr":30},{"cm":"loop","tm":30,"dr":30},{"cm":"outro","tm":60,"dr":30}"#

    /// Runs a room without a screen whose gifts are sent when their animations have come, and returns its recording.
    private func run(
        sending kinds: [(kind: String, at: Double)], to server: LoopbackServer, _ options: String...
    ) throws -> (run: ProgramResult, recording: [String]) {
        let gifts = kinds.enumerated().map { index, gift in
            #"{"at":\#(gift.at),"type":"gift","id":"w\#(index)","gift":"\#(gift.kind)","from":"ann"}"#
        }
        try folder.write(gifts.joined(separator: "\n") + "\n", to: "web.ndjson")
        let arguments = [
            "demo", "--plain", "--feed", "web.ndjson", "--duration", "12s", "--record", "web.jsonl",
            "--fallback", "none", "--store", server.url("/") + "{id}.json",
        ]
        let run = try Program.run(arguments + options, in: folder)
        return (run, try folder.read("web.jsonl").split(separator: "\n").map(String.init))
    }

    @Test(
        "an animation with an intro, a loop and an outro repeats its loop for a streak", arguments: ["streak", "idle"])
    func loopIsRepeated(loopWhile: String) throws {
        let server = try LoopbackServer { request in
            request.target == "/comet.json" ? .text(Self.looping) : .complete(404)
        }
        // The round ends two seconds after the start; the last gift of the streak comes less than a second before.
        let (run, lines) = try run(
            sending: [("comet", 0), ("comet", 5), ("comet", 5.7), ("comet", 6.4)], to: server, "--set", "missing=drop",
            "--set",
            "combineWithin=1s", "--set", "loopWhile=\(loopWhile)")
        #expect(run.status == 0)
        #expect(lines.contains { $0.contains("looped") }, "\(lines)")
    }

    @Test("a package plays as its gift.yaml says")
    func packageIsPlayed() throws {
        let manifest = """
            name: Green comet
            value: 77
            settings: {replaceAt: 0.9}
            play: {from: 0s, to: 1s, speed: 0.5}
            banner: {text: "{sender} lights the sky"}
            """
        let package = ZIPWriter(.init("data.json", Self.square("#00ff00")), .init("gift.yaml", manifest)).bytes
        let server = try LoopbackServer { request in
            request.target == "/comet.json" ? .complete(200, body: package) : .complete(404)
        }
        let (run, lines) = try run(
            sending: [("comet", 0), ("comet", 5)], to: server, "--set", "missing=drop")
        #expect(run.status == 0 && run.errors == "")
        let arrival = #""duration":2,"policy":[{"name":"replaceAt","value":"0.9"}]"#
        #expect(lines.contains { $0.contains(#""gift":"comet""#) && $0.contains(arrival) }, "\(lines)")
        #expect(lines.contains(#"{"at":7,"event":"ended","gift":2,"outcome":"completed"}"#), "\(lines)")
        let terminal = try TmuxSession(columns: 100, rows: 30, folder: folder)
        try terminal.start(
            "demo --feed web.ndjson --fallback none --set missing=drop --store '\(server.url("/"))" + "{id}.json'")
        try terminal.wait(forText: "ann lights the sky")
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }

    @Test("without a screen, a line on standard error says why an animation does not come, once for each kind")
    func failureIsToldOnce() throws {
        let broken = ZIPWriter(
            .init("data.json", Self.square("#00ff00")), .init("gift.yaml", "nmae: Comet")
        ).bytes
        let server = try LoopbackServer { request in
            switch request.target {
            case "/page.json": .text("<html>", type: "text/html")
            case "/broken.json": .complete(200, body: broken)
            default: .complete(404)
            }
        }
        let (run, _) = try run(sending: [("page", 0), ("broken", 0), ("page", 6)], to: server)
        #expect(run.status == 0)
        let lines = run.errors.split(separator: "\n").map(String.init).sorted()
        #expect(
            lines == [
                "giftty: store: broken: \(server.url("/broken.json")): gift.yaml:1:1: gift: unknown field \"nmae\", did "
                    + "you mean \"name\"?",
                "giftty: store: page: \(server.url("/page.json")): expected an animation, found text/html: is there a "
                    + "captive portal?",
            ])
    }

    @Test("a brace in a store's URL can only be that of {id}")
    func braceIsRejected() throws {
        let run = try Program.run(["demo", "--plain", "--store", "http://127.0.0.1:1/{id"], in: folder)
        #expect(run.status == 64)
        #expect(run.errorLine?.contains("expected an http or https URL with {id} in its path") == true, "\(run.errors)")
    }

    @Test("a fallback that is not there is reported before the stage begins")
    func missingFallbackIsReported() throws {
        let terminal = try start(try Server(), "--fallback gone.json")
        let lines = try terminal.wait(forText: "left 66")
        #expect(lines.contains { $0.contains("gone.json: no such file") })
    }
}
