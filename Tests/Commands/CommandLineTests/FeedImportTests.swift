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

    /// Runs the example of the guide that calls a tool; the tool prints a file instead.
    private func runExample(of tool: String, printing file: String) throws -> ProgramResult {
        let examples = try GuideExample.all(in: "FeedsAndPlatforms").map(\.script)
        let example = try #require(examples.first { $0.contains("\(tool) ") && $0.contains("feed import -") })
        return try Program.shell(
            "program=$0\ngiftty() { \"$program\" \"$@\"; }\n\(tool)() { cat \(file); }\n\(example)", in: folder)
    }

    @Test("messages of a Kafka topic come through kcat, those of several partitions out of order")
    func kafkaMessagesAreImported() throws {
        try folder.write(
            """
            {"room":"a","created":1764193201500,"gift":{"id":8913,"price":3000},"user":{"name":"bob"},"n":1,"key":"k2"}
            {"room":"a","created":1764193200000,"gift":{"id":5655,"price":1},"user":{"name":"ann"},"n":2,"key":"k1"}
            {"room":"b","created":1764193203000,"gift":{"id":5655,"price":1},"user":{"name":"cy"},"n":1,"key":"k3"}

            """, to: "topic.ndjson")
        let result = try runExample(of: "kcat", printing: "topic.ndjson")
        #expect(result.status == 0 && result.errorLine == "giftty: 3 rows, 3 gifts in 2 sessions", "\(result.errors)")
        #expect(
            try text("sessions/a.ndjson") == """
                {"at":0,"type":"gift","id":"k1","gift":"rose","from":"ann","count":2,"value":1}
                {"at":1.5,"type":"gift","id":"k2","gift":"castle","from":"bob","count":1,"value":3000}

                """)
    }

    @Test("columns of Parquet files come through DuckDB as CSV, with times without a zone")
    func parquetColumnsAreImported() throws {
        try folder.write(
            """
            session: room
            at: {column: created_at, zone: UTC}
            gift: {column: gift_id, names: {5655: rose}}
            sender: username
            count: n
            value: coins
            id: order_id
            """, to: "parquet.yaml")
        try folder.write(
            """
            room,created_at,gift_id,username,n,coins,order_id
            a,2026-11-21 20:00:00,5655,"ann, the first",1,1,o-1
            a,2026-11-21 20:00:00.25,5655,bob,3,1,o-2

            """, to: "rows.csv")
        let result = try runExample(of: "duckdb", printing: "rows.csv")
        #expect(result.status == 0 && result.errorLine == "giftty: 2 rows, 2 gifts in 1 session", "\(result.errors)")
        #expect(
            try text("sessions/a.ndjson") == """
                {"at":0,"type":"gift","id":"o-1","gift":"rose","from":"ann, the first","count":1,"value":1}
                {"at":0.25,"type":"gift","id":"o-2","gift":"rose","from":"bob","count":3,"value":1}

                """)
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

    @Test("a session that the logs do not have is an error with those they have, and makes no feed")
    func unknownSessionIsReported() throws {
        for target in ["s", "-"] {
            let result = try Program.run(
                ["feed", "import", "log.csv", "--mapping", "m.yaml", "--session", "typo", "--to", target], in: folder)
            #expect(result.status == 66 && result.output == "")
            #expect(result.errors == "giftty: --session: unknown session \"typo\", expected one of a, b\n")
        }
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/s/a.ndjson"))
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
