import FaultProxy
import Foundation
import StoreDocuments
import Testing
import ZIPFixtures

@Suite("gifts") struct GiftsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let document = """
        {"v":"5.7.0","fr":30,"ip":0,"op":30,"w":100,"h":100,\
        "layers":[{"ty":1,"ip":0,"op":30,"st":0,"ks":{},"sw":100,"sh":100,"sc":"#ff8800"}]}
        """

    /// Publishes gifts of these ids in a folder; one whose id ends with `broken` has another checksum.
    func publish(_ ids: String...) throws {
        let package = ZIPWriter(.init("data.json", Self.document)).bytes
        let gifts = ids.map { id in
            StoreGift(
                id: id, name: id.capitalized, version: 2, value: 7, duration: 1_000_000_000, package: "\(id).zip",
                size: package.count, sha256: .of(id.hasSuffix("broken") ? [] : package), tags: ["new"],
                sign: GiftSign(emoji: "🍀", ascii: "%"))
        }
        for id in ids { try folder.write(bytes: package, to: "shop/\(id).zip") }
        try folder.write(bytes: StoreCatalogue(revision: 3, gifts: gifts).json, to: "shop/catalogue.json")
    }

    func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Result {
        try Program.run(["gifts"] + arguments, environment: environment, in: folder)
    }

    @Test("are fetched from a folder, listed, shown, drawn and verified")
    func folderStore() throws {
        try publish("clover")
        let sync = try run("sync", "--store", "shop")
        #expect(sync.status == 0 && sync.lines.first?.hasPrefix("ready      clover 2  ") == true, "\(sync)")
        #expect(sync.lines.last?.hasPrefix("revision 3: 1 ready, ") == true)
        let list = try run("list").lines
        let words = list.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(words.contains("🍀 clover Clover 7 1s 2 ready store new"))
        #expect(list.contains { $0.contains("heart") && $0.hasSuffix("ready  embedded  small") })
        #expect(try run("show", "clover").output.contains("version    2, the one listed\n"))
        #expect(try run("verify").output == "1 version of 135 B, all as installed\n")
        let drawn = try Program.run(["render", "clover", "--cells", "4x2", "--colors", "none"], in: folder)
        #expect(drawn.status == 0 && drawn.lines.count == 2)
    }

    @Test("that fail say why, and the exit status says that some did")
    func failing() throws {
        try publish("clover", "broken")
        let result = try run("sync", "--store", "shop", "--home", "here", "--format", "json")
        #expect(result.status == 1 && result.errors == "")
        #expect(
            result.lines.contains {
                $0.contains(#""event":"failed","id":"broken","version":2,"reason":"checksum differs"#)
            })
        #expect(result.lines.last == #"{"event":"done","revision":3,"ready":1,"failed":1,"withdrawn":0,"left":0}"#)
        let list = try run("list", "--home", "here", "--format", "json")
        #expect(list.lines.contains { $0.contains(#""id":"broken""#) && $0.contains(#""state":"failed""#) })
    }

    @Test("come from the store of the environment or the configuration")
    func configuredStore() throws {
        try publish("clover")
        #expect(try run("sync", environment: ["GIFTTY_STORE": folder.path + "/shop"]).status == 0)
        try folder.write("store: \(folder.path)/shop", to: ".config/giftty/config.yaml")
        #expect(try run("sync").output == "revision 3: nothing new\n")
    }

    @Test("that are withdrawn or old go with prune")
    func prune() throws {
        try publish("clover", "rose")
        #expect(try run("sync", "--store", "shop").status == 0)
        try publish("rose")
        #expect(try run("sync", "--store", "shop").lines.first == "withdrawn  clover")
        #expect(try run("prune").output == "withdrawn  clover 2  135 B\n135 B removed, 135 B left\n")
        #expect(try run("prune", "--max-size", "100B").output == "size  rose 2  135 B\n135 B removed, 0 B left\n")
    }

    @Test("that are damaged are found, removed and fetched again")
    func damaged() throws {
        try publish("clover")
        #expect(try run("sync", "--store", "shop").status == 0)
        let file = ".local/share/giftty/gifts/clover/2/data.json"
        try folder.write(Self.document + " ", to: file)
        let verify = try run("verify")
        #expect(verify.status == 1)
        #expect(
            verify.lines == ["damaged  clover 2  data.json is not what was installed", "1 version of 135 B, 1 damaged"])
        #expect(try run("sync", "--store", "shop").lines.first?.hasPrefix("ready      clover") == true)
    }

    @Test("say in one line what keeps them from coming")
    func failures() throws {
        try publish("clover")
        let portal = try LoopbackServer { _ in .text("<html>", type: "text/html") }
        try folder.write("", to: "file")
        try folder.write("{}", to: "bad/catalogue.json")
        let cases: [([String], Int32, String)] = [
            (["sync"], 64, "giftty: gifts sync: no store: expected --store, GIFTTY_STORE or the setting \"store\""),
            (["sync", "--store", "gopher://x"], 64, "giftty: --store: expected an http or https URL, or a folder"),
            (["sync", "--store", "http://127.0.0.1:1"], 69, "giftty: http://127.0.0.1:1/gifts: connection refused"),
            (["sync", "--store", portal.url()], 65, "giftty: \(portal.url("/gifts")): answered with text/html"),
            (["sync", "--store", "bad"], 65, "giftty: file://"),
            (["sync", "--store", "nowhere"], 66, "giftty: file://"),
            (["sync", "--store", "shop", "--home", "file"], 73, "giftty: file: not a directory"),
            (["list", "--home", "none"], 66, "giftty: none: no such folder"),
            (["show", "clovr"], 66, "giftty: clovr: no such gift"),
        ]
        for (arguments, status, line) in cases {
            let result = try Program.run(["gifts"] + arguments, in: folder)
            #expect(result.status == status, "\(arguments)")
            #expect(result.errorLine?.hasPrefix(line) == true, "\(arguments): \(result.errors)")
            #expect(result.output == "")
        }
    }

    @Test("that are on their way stay so after Ctrl-C")
    func interrupted() throws {
        let package = ZIPWriter(.init("data.json", Self.document)).bytes
        let gift = StoreGift(
            id: "clover", name: "Clover", version: 1, value: 1, duration: 1, package: "clover.zip", size: package.count,
            sha256: .of(package))
        let catalogue = StoreCatalogue(revision: 1, gifts: [gift]).json
        let asked = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { request in
            if request.target == "/gifts" { return .whole(200, body: catalogue) }
            asked.signal()
            let head = "HTTP/1.1 200 OK\nContent-Length: \(package.count)\n\n"
            return .raw(head, then: [.bytes(Array(package.prefix(50))), .hold])
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = ["gifts", "sync", "--store", server.url(), "--home", folder.path + "/home"]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        asked.wait()
        let part = folder.path + "/home/incoming/clover-1.part"
        while (try? FileManager.default.attributesOfItem(atPath: part)[.size] as? Int) != 50 { usleep(2000) }
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        let list = try run("list", "--home", folder.path + "/home", "--format", "json")
        #expect(list.lines.contains { $0.contains(#""id":"clover""#) && $0.contains(#""state":"wanted""#) })
    }
}
