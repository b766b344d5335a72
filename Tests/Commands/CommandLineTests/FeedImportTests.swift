import Foundation
import TestSupport
import Testing

@Suite("giftty feed import")
struct FeedImportTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            room,ts,gift,user,coins
            a,1000,rose,ann,1
            b,1500,castle,bob,3000
            a,2500,rocket,cy,500

            """, to: "log.csv")
        try folder.write(
            "{session: room, at: {column: ts, format: ms}, gift: gift, sender: user, value: coins}", to: "m.yaml")
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(folder.path)/\(path)", encoding: .utf8)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/s").sorted()
    }

    private func importing(_ log: String, _ mapping: String = "m.yaml", to: String = "s") throws -> ProgramResult {
        try Program.run(["feed", "import", log, "--mapping", mapping, "--to", to], in: folder)
    }

    @Test("each session becomes a feed that validates, and nothing else is left in the folder")
    func sessionsBecomeFeeds() throws {
        let result = try importing("log.csv")
        #expect(result.status == 0 && result.output == "")
        #expect(result.errorLine == "giftty: 3 rows, 3 gifts in 2 sessions")
        #expect(try names() == ["a.ndjson", "b.ndjson"])
        #expect(
            try text("s/a.ndjson") == """
                {"at":0,"type":"gift","gift":"rose","from":"ann","value":1}
                {"at":1.5,"type":"gift","gift":"rocket","from":"cy","value":500}

                """)
        #expect(try Program.run(["feed", "validate", "s/a.ndjson", "s/b.ndjson"], in: folder).status == 0)
    }

    @Test("gzip from standard input, a chosen session, and standard output")
    func pipesAreJoined() throws {
        let result = try Program.shell(
            """
            gzip -c log.csv | "$0" feed import - --mapping m.yaml --session b --to - 2>/dev/null
            """, in: folder)
        #expect(result.lines == [#"{"at":0,"type":"gift","gift":"castle","from":"bob","value":3000}"#])
        let several = try importing("log.csv", to: "-")
        #expect(several.status == 65 && several.errors.contains("expected one session, found a, b"))
    }

    @Test("wrong rows are named, and the exit status is 65 without --keep-going")
    func wrongRowsAreNamed() throws {
        try folder.write("room,ts,gift,user,coins\na,1,rose,ann,1\na,x,rose,ann,1\n", to: "wrong.csv")
        let result = try importing("wrong.csv")
        #expect(result.status == 65)
        #expect(result.errors.contains("giftty: wrong.csv:3: at: expected a number of ms, found \"x\""))
        #expect(result.errors.contains("giftty: 2 rows, 1 gift in 1 session, 1 wrong"))
        #expect(try text("s/a.ndjson").split(separator: "\n").count == 1)
        let going = ["feed", "import", "wrong.csv", "--mapping", "m.yaml", "--to", "s", "--keep-going"]
        #expect(try Program.run(going, in: folder).status == 0)
    }

    @Test("keys of sessions that are no names of files cannot leave the folder or meet each other")
    func keysAreEscaped() throws {
        try folder.write(
            """
            room,ts,gift,user,coins
            ../x,1,rose,a,1
            %2E./x,1,rose,a,1
            .h,1,rose,a,1
            日,1,rose,a,1
            """, to: "keys.csv")
        #expect(try importing("keys.csv").status == 0)
        #expect(
            try names() == ["%252E.%2Fx.ndjson", "%2E.%2Fx.ndjson", "%2Eh.ndjson", "%E6%97%A5.ndjson"])
    }

    @Test("a missing column, log or mapping is explained, and leaves nothing behind")
    func faultsAreExplained() throws {
        try folder.write("{at: time, gift: gift}", to: "other.yaml")
        let result = try importing("log.csv", "other.yaml")
        #expect(result.status == 65)
        #expect(
            result.errorLine == "giftty: log.csv:1:1: expected a column \"time\" in room, ts, gift, user, coins")
        #expect(try names() == [])
        #expect(try importing("x.csv").status == 66)
        #expect(try importing("log.csv", "x.yaml").status == 66)
    }
}
