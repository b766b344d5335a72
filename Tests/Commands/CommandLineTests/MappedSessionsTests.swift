import Foundation
import TestSupport
import Testing

@Suite("Production logs as sessions")
struct MappedSessionsTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        var rows = "room,ts,gift,user,coins\n"
        for second in 0..<40 {
            for room in 1...4 where (second + room) % room == 0 {
                rows += "room-\(room),\(second * 1000),\(second % 3 == 0 ? "rocket" : "heart"),ann,\(room)\n"
            }
        }
        try folder.write(rows, to: "log.csv")
        try folder.write(
            "{session: room, at: {column: ts, format: ms}, gift: gift, sender: user, value: coins}", to: "m.yaml")
    }

    private func run(_ arguments: String...) throws -> ProgramResult { try Program.run(arguments, in: folder) }

    @Test("evaluate and sweep read a log as the sessions that feed import makes of it, and leave nothing behind")
    func logIsItsSessions() throws {
        #expect(try run("feed", "import", "log.csv", "--mapping", "m.yaml", "--to", "s").status == 0)
        try FileManager.default.createDirectory(atPath: "\(folder.path)/t", withIntermediateDirectories: true)
        for command in [["evaluate", "--format", "json"], ["sweep", "--replace-at", "0:1:0.25"]] {
            let direct = try Program.run(
                command + ["log.csv", "--mapping", "m.yaml"], environment: ["TMPDIR": "\(folder.path)/t"], in: folder)
            let imported = try Program.run(command + ["s"], in: folder)
            #expect(direct.status == 0 && direct.errors == "")
            #expect(direct.output == imported.output)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/t") == [])
    }

    @Test("simulate and compare take the chosen session")
    func sessionIsChosen() throws {
        let several = try run("simulate", "log.csv", "--mapping", "m.yaml")
        #expect(several.status == 65)
        #expect(
            several.errorLine
                == "giftty: expected one session, found room-1, room-2, room-3; --session chooses one")
        let one = try run("simulate", "log.csv", "--mapping", "m.yaml", "--session", "room-4")
        #expect(one.status == 0 && one.lines.first == "room-4")
        #expect(try run("compare", "log.csv", "--mapping", "m.yaml", "--session", "room-4").lines.first == "room-4")
        #expect(try run("simulate", "log.csv", "--mapping", "m.yaml", "--session", "x").status == 66)
    }

    @Test("commands that judge one run stop at wrong rows, unless they keep going")
    func wrongRowsStop() throws {
        try folder.write("room,ts,gift,user,coins\na,1,rose,ann,1\na,x,rose,ann,1\n", to: "wrong.csv")
        for command in [["simulate"], ["compare"], ["sweep", "--replace-at", "0:1:0.5"]] {
            let result = try Program.run(command + ["wrong.csv", "--mapping", "m.yaml"], in: folder)
            #expect(result.status == 65 && result.output == "")
            #expect(result.errors.contains("wrong.csv:3: at: expected a number of ms, found \"x\""))
            let going = try Program.run(command + ["wrong.csv", "--mapping", "m.yaml", "--keep-going"], in: folder)
            #expect(going.status == 0 && going.output != "")
        }
        let evaluation = try run("evaluate", "wrong.csv", "--mapping", "m.yaml")
        #expect(evaluation.status == 65 && evaluation.lines.first == "1 session · 2 policies")
    }

    @Test("compare of several sessions has the report of evaluate")
    func compareTakesMany() throws {
        #expect(try run("feed", "import", "log.csv", "--mapping", "m.yaml", "--to", "s").status == 0)
        for arguments in [["s"], ["s/*.ndjson"]] {
            let compared = try Program.run(["compare"] + arguments, in: folder)
            #expect(compared.status == 0)
            #expect(compared.output == (try Program.run(["evaluate"] + arguments, in: folder)).output)
        }
        #expect(try run("compare", "s", "--format", "svg").status == 64)
    }

    @Test("a sweep of several sessions tells which values differ, corrected by Holm")
    func sweepIsCorrected() throws {
        let result = try run("sweep", "log.csv", "--mapping", "m.yaml", "--replace-at", "0:1:0.25")
        #expect(result.lines.contains("against replaceAt 0, in the mean of a session:"))
        #expect(result.lines.last?.hasPrefix("  paired t-tests of 4 sessions, corrected by Holm for ") == true)
        let json = try run("sweep", "log.csv", "--mapping", "m.yaml", "--replace-at", "0:1:0.5", "--format", "json")
        #expect(json.output.contains(#""differences":[{"figure":"shown","value":"0.5","mean":"#))
        let alone = try run(
            "sweep", "log.csv", "--mapping", "m.yaml", "--replace-at", "0:1:0.5", "--session", "room-1")
        #expect(!alone.output.contains("Holm"))
    }

    @Test("conform reads an app's own names of events from CSV, session by session")
    func conformReadsMappedLogs() throws {
        try folder.write(
            """
            time,room,what,number,gift,result
            10.000,a,recv,7,rocket,
            10.000,a,play,7,,
            10.500,b,recv,8,heart,
            10.500,b,play,8,,
            11.500,b,stop,8,,done
            11.000,a,recv,9,heart,
            11.001,a,stop,7,,cut
            11.001,a,play,9,,
            11.002,a,ping,,,
            """, to: "app.csv")
        try folder.write(
            """
            session: room
            at: {column: time, format: s}
            id: number
            gift: gift
            event: {column: what, names: {recv: arrived, play: started, stop: ended}, others: skip}
            outcome: {column: result, names: {done: completed, cut: replaced}}
            """, to: "app.yaml")
        let ok = try run("conform", "app.csv", "--mapping", "app.yaml", "--policy", "replace,replaceAt=0.2")
        #expect(ok.lines == ["ok      app.csv[a]  5 lines, 2 gifts", "ok      app.csv[b]  3 lines, 1 gift"])
        let refused = try run("conform", "app.csv", "--mapping", "app.yaml", "--policy", "replace,replaceAt=0.5")
        #expect(refused.status == 1)
        #expect(refused.lines.first?.hasPrefix("app.csv[a]:8: found gift 7 replaced") == true)
        #expect(try run("conform", "app.csv", "--mapping", "m.yaml").status == 65)
        let unknown = try run("conform", "app.csv", "--mapping", "app.yaml", "--session", "other")
        #expect(unknown.status == 66 && unknown.output == "")
        #expect(unknown.errors == "giftty: --session: unknown session \"other\", expected one of a, b\n")
        try folder.write("time,room,what,number,gift,result\n", to: "none.csv")
        let empty = try run("conform", "none.csv", "--mapping", "app.yaml")
        #expect(empty.status == 65 && empty.output == "")
        #expect(empty.errors == "giftty: none.csv: expected a log with events, found nothing\n")
    }

    @Test("feed validate warns about members and types that nobody reads, with a suggestion")
    func validateWarns() throws {
        try folder.write(
            """
            {"at":0,"type":"gift","gift":"rose","from":{"id":"1","nmae":"ann"},"cuont":2}
            {"at":1,"type":"weather","text":"sun"}
            """, to: "f.ndjson")
        let result = try run("feed", "validate", "f.ndjson")
        #expect(result.status == 0)
        #expect(
            result.lines == [
                "f.ndjson:1:54: warning: ignored: unknown member \"from.nmae\", did you mean \"name\"?",
                "f.ndjson:1:68: warning: ignored: unknown member \"cuont\", did you mean \"count\"?",
                "f.ndjson:2:16: warning: the line is ignored: unknown type \"weather\"",
                "ok      f.ndjson  1 event, 3 warnings",
            ])
        let json = try run("feed", "validate", "f.ndjson", "--format", "json")
        #expect(json.lines.count == 3 && json.lines.allSatisfy { $0.hasSuffix(#","warning":true}"#) })
    }
}
