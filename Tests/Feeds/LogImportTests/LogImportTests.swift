import PlayerSettings
import Testing

@testable import LogImport

@Suite("The import of logs")
struct LogImportTests {
    /// Returns the lines of each session, the wrong rows and the numbers of an import, read in pieces of `size` bytes.
    static func imported(
        _ text: String, _ yaml: String, size: Int = 7, session: String? = nil
    ) throws -> (sessions: [String: [String]], faults: [String], counts: LogImport.Counts) {
        let mapping = try LogMapping(yaml: yaml, file: "m.yaml")
        var rows = LogRows(of: "log", mapping)
        var log = LogImport(mapping, session: session)
        log.begin("log", session: "log")
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            for row in try piece.withUnsafeBytes({ try rows.split($0) }) { log.add(row) }
        }
        for row in try rows.finish() { log.add(row) }
        log.finish()
        var sessions: [String: [String]] = [:]
        for line in log.takeLines() {
            sessions[log.sessions[line.session], default: []].append(
                String(decoding: line.bytes.dropLast(), as: UTF8.self))
        }
        return (sessions, log.takeFaults().map(\.description), log.counts)
    }

    @Test("rows of CSV become the gifts of their sessions, each from second 0", arguments: [1, 3, 999])
    func rowsBecomeGifts(size: Int) throws {
        let result = try Self.imported(
            """
            room,ts,gift_id,user,n,cents,order
            a,1000,5655,ann,1,150,o-1
            b,1250,8913,"bob, the ""first\""",2,,o-2
            a,1500,5655,"two
            lines",3,300,o-3

            """,
            """
            session: room
            at: {column: ts, format: ms}
            gift: {column: gift_id, names: {5655: rose, 8913: castle}}
            sender: user
            count: n
            value: {column: cents, times: 0.02}
            id: order
            """, size: size)
        #expect(result.faults == [])
        #expect(
            result.sessions == [
                "a": [
                    #"{"at":0,"type":"gift","id":"o-1","gift":"rose","from":"ann","count":1,"value":3}"#,
                    #"{"at":0.5,"type":"gift","id":"o-3","gift":"rose","from":"two\nlines","count":3,"value":6}"#,
                ],
                "b": [
                    #"{"at":0,"type":"gift","id":"o-2","gift":"castle","from":"bob, the \"first\"","count":2}"#
                ],
            ])
        #expect(result.counts.rows == 3 && result.counts.gifts == 3)
    }

    @Test("members of JSON objects are columns, and numbers keep all their digits")
    func membersAreColumns() throws {
        let result = try Self.imported(
            #"""
            {"t": 1716212345.000000001, "user": {"name": "ann", "tags": [1]}, "gift": "rose", "ms": 1500}
            {"t": 1716212345.123456789, "user": {"name": "bob"}, "gift": "rose", "ms": 0.5, "more": {"x": {}}}
            """#,
            "{at: {column: t, format: s}, sender: user.name, gift: gift, duration: {column: ms, unit: ms}}")
        #expect(result.faults == [])
        #expect(
            result.sessions["log"] == [
                #"{"at":0,"type":"gift","gift":"rose","from":"ann","duration":1.5}"#,
                #"{"at":0.123456788,"type":"gift","gift":"rose","from":"bob","duration":0.0005}"#,
            ])
    }

    @Test("constants, defaults and conditions")
    func constantsAndConditions() throws {
        let result = try Self.imported(
            """
            t;kind;what
            1;gift;rose
            2;like;
            3;gift;
            """,
            """
            separator: ;
            where: {kind: [gift, present]}
            at: {column: t, format: s}
            gift: {column: what, default: heart}
            count: {constant: 2}
            """)
        #expect(
            result.sessions["log"] == [
                #"{"at":0,"type":"gift","gift":"rose","from":"somebody","count":2}"#,
                #"{"at":2,"type":"gift","gift":"heart","from":"somebody","count":2}"#,
            ])
        #expect(result.counts.leftOut == 1 && result.counts.wrong == 0)
    }

    @Test("a wrong row is named with its line and counted, and the rows after it are imported")
    func wrongRowsAreNamed() throws {
        let result = try Self.imported(
            """
            t,gift,n
            1,rose,1
            x,rose,1
            2,,1
            3,rose,0
            4,rose
            5,ro"se,1
            6,"rose"x,1
            7,rose,1.5
            0.5,rose,1
            8,rose,1
            """, "{at: {column: t, format: s}, gift: gift, count: n}")
        #expect(result.sessions["log"]?.count == 2)
        #expect(result.counts.rows == 10 && result.counts.wrong == 8)
        #expect(
            result.faults == [
                #"log:3: at: expected a number of s, found "x""#,
                "log:4: gift: expected a gift, found nothing",
                #"log:5: count: expected a whole number from 1 up, found "0""#,
                "log:6: expected 3 columns, found 2",
                "log:7: expected no quotation mark within a field, unless all of it is in quotation marks",
                "log:8: expected a separator after the closing quotation mark",
                #"log:9: count: expected a whole number from 1 up, found "1.5""#,
                "log:10: at: expected the rows of a session in order of time, found one 0.5s earlier than a row before it",
            ])
        let open = try Self.imported("t,gift\n1,rose\n2,\"rose\n3,rose\n", "{at: {column: t, format: s}, gift: gift}")
        #expect(
            open.faults == [
                "log:3: expected a closing quotation mark for the one on line 3, found the end of the file"
            ])
    }

    @Test("rows out of order by less than reorder are sorted")
    func rowsAreSorted() throws {
        let yaml = "{at: {column: t, format: s}, gift: gift, session: room, reorder: 2s}"
        let text = "t,room,gift\n10,a,one\n12,a,three\n11,a,two\n20,a,last\n13,a,late\n5,b,one\n"
        let result = try Self.imported(text, yaml)
        let kinds = ["one", "two", "three", "late", "last"]
        let order = result.sessions["a"]?.map { line in kinds.first { line.contains("\"gift\":\"\($0)\"") } }
        #expect(order == kinds)
        #expect(result.sessions["a"]?[1].contains(#""at":1,"type":"gift","gift":"two""#) == true)
        #expect(result.sessions["b"]?.count == 1)
        #expect(result.counts.gifts == 6)
        let strict = try Self.imported(text, "{at: {column: t, format: s}, gift: gift, session: room}")
        #expect(strict.faults.map { $0.prefix(6) } == ["log:4:", "log:6:"])
    }

    @Test("what kcat prints of a topic with two partitions")
    func kafkaTopicIsRead() throws {
        let result = try Self.imported(
            #"""
            {"room":"a","created":1795251600000,"gift":{"id":5655,"price":1},"user":{"name":"ann"},"n":1,"key":"k1"}
            {"room":"a","created":1795251603000,"gift":{"id":5655,"price":1},"user":{"name":"bob"},"n":2,"key":"k3"}
            {"room":"a","created":1795251601500,"gift":{"id":8913,"price":3000},"user":{"name":"cy"},"n":1,"key":"k2"}

            """#,
            """
            session: room
            reorder: 5s
            at: {column: created, format: ms}
            gift: {column: gift.id, names: {5655: rose, 8913: castle}}
            sender: user.name
            count: n
            value: gift.price
            id: key
            """)
        #expect(result.faults == [])
        #expect(
            result.sessions["a"] == [
                #"{"at":0,"type":"gift","id":"k1","gift":"rose","from":"ann","count":1,"value":1}"#,
                #"{"at":1.5,"type":"gift","id":"k2","gift":"castle","from":"cy","count":1,"value":3000}"#,
                #"{"at":3,"type":"gift","id":"k3","gift":"rose","from":"bob","count":2,"value":1}"#,
            ])
    }

    @Test("what DuckDB prints of Parquet files: dates without a zone, and whole seconds without digits after them")
    func parquetFilesAreRead() throws {
        let result = try Self.imported(
            """
            room,created_at,gift_id,username,coins\r
            a,2026-11-21 20:00:00,rose,"Lee, Ann",1\r
            a,2026-11-21 20:00:00.25,castle,bob,3000\r
            a,2026-11-21 20:00:01.5,rose,cy,\r

            """, "{session: room, at: {column: created_at, zone: UTC}, gift: gift_id, sender: username, value: coins}")
        #expect(result.faults == [])
        #expect(
            result.sessions["a"] == [
                #"{"at":0,"type":"gift","gift":"rose","from":"Lee, Ann","value":1}"#,
                #"{"at":0.25,"type":"gift","gift":"castle","from":"bob","value":3000}"#,
                #"{"at":1.5,"type":"gift","gift":"rose","from":"cy"}"#,
            ])
    }

    @Test("one session can be chosen")
    func sessionIsChosen() throws {
        let yaml = "{at: {column: t, format: s}, gift: gift, session: [room, day]}"
        let text = "t,room,day,gift\n10,a,1,x\n12,a,2,y\n"
        #expect(try Self.imported(text, yaml).sessions.keys.sorted() == ["a+1", "a+2"])
        let one = try Self.imported(text, yaml, session: "a+2")
        #expect(Array(one.sessions.keys) == ["a+2"] && one.counts.leftOut == 1)
    }

    @Test("a missing column is an error with the columns that there are and a suggestion")
    func missingColumnIsAnError() throws {
        #expect {
            try Self.imported("ts,gift\n1,x\n", "{at: {column: tz, format: s}, gift: gift}")
        } throws: { error in
            "\(error)" == #"log:1:1: expected a column "tz" in ts, gift, did you mean "ts"?"#
        }
    }

    @Test(
        "times are read in every form, to the nanosecond",
        arguments: [
            ("{column: t}", "2026-11-21T10:00:00.5+01:00", 1_795_251_600_500_000_000),
            ("{column: t, zone: \"+01:00\"}", "2026-11-21 10:00:00.5", 1_795_251_600_500_000_000),
            ("{column: t, format: us}", "1795251600500000", 1_795_251_600_500_000_000),
            ("{column: t, format: ns}", "1795251600500000001", 1_795_251_600_500_000_001),
            (
                "{column: t, format: \"dd/MMM/yyyy:HH:mm:ss Z\"}", "21/Nov/2026:10:00:00 +0100",
                1_795_251_600_000_000_000
            ),
            (
                "{column: t, format: \"yyyyMMdd HH.mm.ss,SSS\", zone: \"+09:00\"}", "20261121 18.00.00,25",
                1_795_251_600_250_000_000
            ),
        ])
    func timesAreRead(at: String, text: String, expected: Int64) throws {
        let mapping = try LogMapping(yaml: "{at: \(at), gift: g}", file: "m.yaml")
        #expect(try mapping.at.time([text]) == expected)
        #expect(throws: RowProblem.self) { try mapping.at.time(["\(text)x"]) }
    }

    @Test(
        "a wrong mapping is an error with its place",
        arguments: [
            ("gift: g", #"m.yaml:1:1: mapping: "at" is missing"#),
            ("{at: t, gift: g, valeu: v}", #"m.yaml:1:18: mapping: unknown field "valeu", did you mean "value"?"#),
            ("{at: t}", #"m.yaml:1:1: mapping: "gift" is missing"#),
            (
                "{at: {column: t, format: hours}, gift: g}",
                #"m.yaml:1:26: format: expected rfc3339, s, ms, us or ns, or a pattern such as "yyyy-MM-dd HH:mm:ss" with a zone, found "hours""#
            ),
            (
                "{at: t, gift: g, id: i, event: {column: e, names: {x: begun}}}",
                #"m.yaml:1:44: event: unknown event "begun", expected one of arrived, started, ended, dismissed, paused, resumed"#
            ),
        ])
    func wrongMappingIsAnError(yaml: String, problem: String) {
        #expect {
            try LogMapping(yaml: yaml, file: "m.yaml")
        } throws: { error in "\(error)" == problem }
    }
}
