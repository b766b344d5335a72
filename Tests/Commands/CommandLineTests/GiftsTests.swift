import FaultProxy
import Foundation
import StoreProtocol
import TestSupport
import Testing
import ZIPFixtures

@Suite("giftty gifts") struct GiftsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let document = """
        {"v":"5.7.0","fr":30,"ip":0,"op":30,"w":100,"h":100,\
        "layers":[{"ty":1,"ip":0,"op":30,"st":0,"ks":{},"sw":100,"sh":100,"sc":"#ff8800"}]}
        """

    /// Publishes gift kinds with these ids in a folder. An id that ends in `broken` gets a wrong checksum.
    func publish(_ ids: String...) throws {
        let package = ZIPWriter(.init("data.json", Self.document)).bytes
        let gifts = ids.map { id in
            StoreGift(
                id: id, name: id.capitalized, version: 2, value: 7, duration: 1_000_000_000, package: "\(id).zip",
                size: package.count, sha256: .digest(of: id.hasSuffix("broken") ? [] : package), tags: ["new"],
                symbol: GiftSymbol(emoji: "🍀", ascii: "%"))
        }
        for id in ids { try folder.write(package, to: "shop/\(id).zip") }
        try folder.write(StoreCatalogue(revision: 3, gifts: gifts).json, to: "shop/catalogue.json")
    }

    func run(_ arguments: String..., environment: [String: String] = [:]) throws -> ProgramResult {
        try Program.run(["gifts"] + arguments, environment: environment, in: folder)
    }

    @Test("gifts are downloaded from a folder, listed, shown, rendered and verified")
    func folderGiftsAreInstalledAndVerified() throws {
        try publish("clover")
        let sync = try run("sync", "--store", "shop")
        #expect(sync.status == 0 && sync.lines.first?.hasPrefix("ready      clover 2  ") == true, "\(sync)")
        #expect(sync.lines.last?.hasPrefix("revision 3: 1 ready, ") == true)
        let list = try run("list").lines
        let words = list.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(words.contains("🍀 clover Clover 7 1s 2 ready store new"))
        #expect(list.contains { $0.contains("heart") && $0.hasSuffix("ready  embedded  small") })
        #expect(try run("show", "clover").output.contains("version    2, the one listed\n"))
        #expect(try run("verify").output == "1 version of 135 B, all intact\n")
        let drawn = try Program.run(["render", "clover", "--cells", "4x2", "--colors", "none"], in: folder)
        #expect(drawn.status == 0 && drawn.lines.count == 2)
    }

    @Test("list and show tell what a store offers, with the state in the library")
    func storeOffersAreListed() throws {
        try publish("clover", "daisy")
        func words() throws -> [String] {
            try run("list", "--store", "shop").lines.map { $0.split(separator: " ").joined(separator: " ") }
        }
        #expect(
            try words().dropFirst() == [
                "🍀 clover Clover 7 1s 2 wanted store new", "🍀 daisy Daisy 7 1s 2 wanted store new",
            ])
        #expect(try run("show", "daisy", "--store", "shop").output.contains("version  2\n"))
        #expect(try run("show", "heart", "--store", "shop").status == 66)
        #expect(try run("sync", "--store", "shop").status == 0)
        #expect(try words().dropFirst().allSatisfy { $0.contains(" 2 ready store ") })
        #expect(try run("list", "--store", "nope://x").status == 64)
    }

    @Test("a failed download is reported with its reason, and the exit code is 1")
    func failedDownloadExitsWith1() throws {
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

    @Test("the store comes from the environment or the configuration")
    func storeComesFromConfiguration() throws {
        try publish("clover")
        #expect(try run("sync", environment: ["GIFTTY_STORE": folder.path + "/shop"]).status == 0)
        try folder.write("store: \(folder.path)/shop", to: ".config/giftty/config.yaml")
        #expect(try run("sync").output == "revision 3: nothing new\n")
    }

    @Test("prune removes withdrawn versions and versions beyond the size limit")
    func pruneRemovesOldVersions() throws {
        try publish("clover", "rose")
        #expect(try run("sync", "--store", "shop").status == 0)
        try publish("rose")
        #expect(try run("sync", "--store", "shop").lines.first == "withdrawn  clover")
        #expect(try run("prune").output == "withdrawn  clover 2  135 B\n135 B removed, 135 B left\n")
        #expect(try run("prune", "--max-size", "100B").output == "size  rose 2  135 B\n135 B removed, 0 B left\n")
    }

    @Test("verify and prune look after the kinds of one store only, and ask it which these are")
    func kindsOfOneStoreAreVerifiedAndPruned() throws {
        try publish("clover", "rose")
        #expect(try run("sync", "--store", "shop").status == 0)
        try publish("rose")
        #expect(try run("verify", "--store", "shop").output == "1 version of 135 B, all intact\n")
        #expect(try run("sync", "--store", "shop").lines.first == "withdrawn  clover")
        let limited = try run("prune", "--store", "shop", "--max-size", "100B")
        #expect(limited.output == "size  rose 2  135 B\n135 B removed, 0 B left\n")
        #expect(try run("prune").output == "withdrawn  clover 2  135 B\n135 B removed, 0 B left\n")
        #expect(
            try run("verify", "--store", "shop").output
                == "nothing of this store is installed, so there is nothing to verify\n")
        for command in ["verify", "prune"] {
            #expect(try run(command, "--store", "nope://x").status == 64)
            #expect(try run(command, "--store", "missing").status == 66)
        }
    }

    @Test("a withdrawn kind is gone for each command, also if it is built in and its files are removed")
    func withdrawnKindIsGoneForEachCommand() throws {
        try publish("rocket", "clover")
        #expect(try run("sync", "--store", "shop").status == 0)
        #expect(try Program.run(["render", "rocket", "--cells", "4x2"], in: folder).status == 0)
        try publish("clover")
        #expect(try run("sync", "--store", "shop").lines.first == "withdrawn  rocket")
        let gift = #""giftId":1,"giftName":"Rocket","giftType":2,"diamondCount":500,"userId":7"#
        try folder.write(#"{"event":"gift","data":{\#(gift)}}"# + "\n", to: "relay")
        for isPruned in [false, true] {
            if isPruned { #expect(try run("prune").lines.first?.hasPrefix("withdrawn  rocket 2") == true) }
            let listed = try run("list").lines.filter { $0.contains(" rocket ") }
            #expect(listed.count == 1 && listed.first?.contains("withdrawn  store") == true, "\(listed)")
            let drawn = try Program.run(["render", "rocket", "--cells", "4x2"], in: folder)
            #expect(drawn.status == 66 && drawn.errorLine == "giftty: rocket: the store has withdrawn this gift")
            let feed = try Program.run(["feed", "convert", "relay", "--from", "tiktok"], in: folder)
            #expect(feed.status == 0 && feed.output.contains(#""name":"Rocket""#))
            #expect(!feed.output.contains(#""gift":"rocket""#))
        }
    }

    @Test("a built-in kind that the store withdrew is gone for a library that never had it, until it comes back")
    func withdrawnBuiltInKindIsGoneForNewLibrary() throws {
        try publish("clover")
        let catalogue = try StoreCatalogue(json: folder.bytes("shop/catalogue.json"))
        var withdrawing = catalogue
        withdrawing.withdrawn = ["rocket": 1]
        try folder.write(withdrawing.json, to: "shop/catalogue.json")
        #expect(try run("sync", "--store", "shop").lines.first == "withdrawn  rocket")
        let listed = try run("list").lines.filter { $0.contains(" rocket ") }
        #expect(listed.count == 1 && listed.first?.contains("withdrawn  store") == true, "\(listed)")
        #expect(try run("show", "rocket").lines.contains { $0.hasPrefix("state ") && $0.hasSuffix(" withdrawn") })
        let drawn = try Program.run(["render", "rocket", "--cells", "4x2"], in: folder)
        #expect(drawn.status == 66 && drawn.errorLine == "giftty: rocket: the store has withdrawn this gift")
        var returning = catalogue
        returning.revision = catalogue.revision + 1
        try folder.write(returning.json, to: "shop/catalogue.json")
        #expect(try run("sync", "--store", "shop").lines.first == "returned   rocket")
        #expect(try Program.run(["render", "rocket", "--cells", "4x2"], in: folder).status == 0)
        try publish("clover", "rocket")
        #expect(try run("sync", "--store", "shop").status == 0)
        #expect(try Program.run(["render", "rocket", "--cells", "4x2"], in: folder).status == 0)
    }

    @Test("verify reports damaged versions, and the next sync replaces them")
    func verifyFindsDamageAndSyncRepairs() throws {
        try publish("clover")
        #expect(try run("sync", "--store", "shop").status == 0)
        let file = ".local/share/giftty/gifts/clover/2/data.json"
        try folder.write(Self.document + " ", to: file)
        let verify = try run("verify")
        #expect(verify.status == 1)
        #expect(
            verify.lines == [
                "damaged  clover 2  data.json differs from the installed file", "1 version of 135 B, 1 damaged",
            ])
        #expect(try run("sync", "--store", "shop").lines.first?.hasPrefix("ready      clover") == true)
    }

    @Test("verify says that there is nothing where nothing is installed")
    func nothingToVerify() throws {
        let text = try run("verify")
        #expect(text.status == 0 && text.output == "nothing is installed, so there is nothing to verify\n")
        let json = try run("verify", "--format", "json")
        #expect(json.status == 0 && json.output == "")
    }

    @Test("an error is one line with the matching exit code")
    func errorsHaveTheirExitCodes() throws {
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

    @Test("Ctrl-C exits with 130, and an interrupted download stays wanted")
    func interruptedDownloadStaysWanted() throws {
        let package = ZIPWriter(.init("data.json", Self.document)).bytes
        let gift = StoreGift(
            id: "clover", name: "Clover", version: 1, value: 1, duration: 1, package: "clover.zip", size: package.count,
            sha256: .digest(of: package))
        let catalogue = StoreCatalogue(revision: 1, gifts: [gift]).json
        let server = try LoopbackServer { request in
            if request.target == "/gifts" { return .complete(200, body: catalogue) }
            let head = "HTTP/1.1 200 OK\nContent-Length: \(package.count)\n\n"
            return .raw(head, then: [.bytes(Array(package.prefix(50))), .hold])
        }
        let program = try Program.start(["gifts", "sync", "--store", server.url(), "--home", "home"], in: folder)
        try program.wait(for: "half of the package") {
            (try? folder.bytes("home/incoming/clover-1.part").count) == 50
        }
        #expect(try program.end(by: SIGINT) == 130)
        let list = try run("list", "--home", folder.path + "/home", "--format", "json")
        #expect(list.lines.contains { $0.contains(#""id":"clover""#) && $0.contains(#""state":"wanted""#) })
    }
}
