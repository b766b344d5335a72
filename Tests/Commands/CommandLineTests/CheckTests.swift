import Foundation
import TestSupport
import Testing

@Suite("giftty check")
struct CheckTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.late(expecting: "{gift: 1, outcome: replaced, progress: 0.4375}"), to: "b/late.yaml")
        try folder.write(Self.late(expecting: "{gift: 3, outcome: completed}"), to: "b/also.yml")
        try folder.write(Self.late(expecting: "{dropped: 1, order: [1, 3]}"), to: "b/deeper/more.yaml")
        try folder.write("not a scenario", to: "b/.hidden.yaml")
        try folder.write("not a scenario", to: "b/readme.md")
        try folder.write(Self.late(expecting: "{gift: 2, outcome: completed, at: 9s}"), to: "a.yaml")
    }

    private static func late(expecting expectation: String) -> String {
        """
        name: late & "early" <gifts>
        settings: {mode: replace, replaceAt: 0.3}
        gifts: {rocket: {duration: 4s, value: 500}, heart: 1.5s}
        events:
          - {at: 0, gift: rocket, from: ann}
          - {at: 250ms, gift: heart, from: bob, count: 3}
          - {at: 1.75s, gift: heart, from: cy}
        expect:
          - \(expectation)
          - {replaced: 1}
        """
    }

    @Test("a folder means the scenarios in it, sorted by name, and the report keeps the order of the arguments")
    func folderMeansItsScenarios() throws {
        let result = try Program.run(["check", "b", "b/late.yaml", "b/"], in: folder)
        #expect(result.status == 0 && result.errors == "")
        let order = ["b/also.yml", "b/deeper/more.yaml", "b/late.yaml"]
        let name = #"late & "early" <gifts>"#
        #expect(
            result.lines == (order + ["b/late.yaml"] + order).map { "ok      \($0)  \(name)" }
                + ["7 scenarios, 0 failed"])
    }

    @Test("a folder with links back to itself is visited once, and a named pipe in it is ignored")
    func linkedFoldersAreVisitedOnce() throws {
        try folder.write(Self.late(expecting: "{gift: 3, outcome: completed}"), to: "d/late.yaml")
        let result = try Program.shell(
            "ln -s . d/a && ln -s . d/b && ln -s ../d d/c && mkfifo d/x.yaml && exec \"$0\" check d", in: folder)
        #expect(result.status == 0 && result.errors == "")
        #expect(result.lines == [#"ok      d/late.yaml  late & "early" <gifts>"#])
    }

    @Test("skipped lines of feeds are reported in the order of the arguments")
    func skippedLinesAreReportedInOrder() throws {
        let gift = #"{"at":1,"type":"gift","gift":"rocket","from":"ann"}"#
        // The first feed takes longest.
        let feeds = (0..<12).map { (name: "\(99 - $0).ndjson", gifts: $0 == 0 ? 300 : 1) }
        for feed in feeds {
            let whole = String(repeating: "\(gift)\n", count: feed.gifts)
            try folder.write("\(whole)\(gift.dropLast(9))", to: feed.name)
        }
        let result = try Program.run(["check"] + feeds.map(\.name), in: folder)
        #expect(result.status == 0 && result.lines.count == 13)
        let words = feeds.map { "giftty: \($0.name):\($0.gifts + 1): skipped: the last line is incomplete\n" }
        #expect(result.errors == words.joined())
    }

    @Test("many scenarios give the same report every time")
    func reportIsDeterministic() throws {
        for number in 0..<60 {
            let expectation = number % 7 == 0 ? "{gift: 1, outcome: completed}" : "{gift: 3, outcome: completed}"
            try folder.write(Self.late(expecting: expectation), to: "many/\(100 + number).yaml")
        }
        let first = try Program.run(["check", "many"], in: folder)
        #expect(first.status == 1 && first.lines.last == "60 scenarios, 9 failed")
        #expect(try Program.run(["check", "many"], in: folder).output == first.output)
    }

    @Test("a failed expectation is reported with the expected and actual outcome and the trace around it")
    func failureShowsTrace() throws {
        let result = try Program.run(["check", "a.yaml"], in: folder)
        #expect(result.status == 1 && result.errors == "")
        #expect(
            result.output == """
                FAILED  a.yaml  late & "early" <gifts>
                        a.yaml:9:5: gift 2: expected completed at 9s, found dropped: early at 0.25s with progress 0.0625
                            3  {"at":0,"event":"started","gift":1}
                            4  {"at":0.25,"event":"arrived","gift":2,"name":"heart","from":"bob","count":3}
                          > 5  {"at":0.25,"event":"ended","gift":2,"outcome":"dropped","reason":"early","progress":0.0625}
                            6  {"at":1.75,"event":"arrived","gift":3,"name":"heart","from":"cy","count":1}
                            7  {"at":1.75,"event":"ended","gift":1,"outcome":"replaced","progress":0.4375,"by":3}

                """)
    }

    @Test("--format json prints an object for each scenario, with its failed expectations")
    func jsonHasObjectPerScenario() throws {
        let result = try Program.run(["check", "a.yaml", "b/late.yaml", "--format", "json"], in: folder)
        #expect(result.status == 1 && result.lines.count == 2)
        let objects = try result.lines.map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.map { $0["scenario"] as? String } == ["a.yaml", "b/late.yaml"])
        #expect(objects.map { $0["expectations"] as? Int } == [2, 2])
        let failures = try #require(objects[0]["failures"] as? [[String: Any]])
        #expect(failures.map { $0["place"] as? String } == ["a.yaml:9:5"])
        #expect(failures.map { $0["expected"] as? String } == ["gift 2: completed at 9s"])
        #expect((failures[0]["trace"] as? [[String: Any]])?.map { $0["line"] as? Int } == [3, 4, 5, 6, 7])
        #expect((objects[1]["failures"] as? [Any])?.isEmpty == true)
    }

    @Test("one invalid scenario suppresses the report, and the first of several errors decides")
    func invalidScenarioSuppressesReport() throws {
        try folder.write("events: [{at: 0, gift: rokcet, from: a}]", to: "c.yaml")
        let result = try Program.run(["check", "b", "c.yaml", "none.yaml"], in: folder)
        #expect(result.status == 65 && result.output == "")
        #expect(result.errorLine == #"giftty: c.yaml:1:24: gift: unknown kind "rokcet", did you mean "rocket"?"#)
        let missing = try Program.run(["check", "none.yaml", "b", "c.yaml"], in: folder)
        #expect(missing.status == 66 && missing.output == "")
        try folder.write("", to: "empty/readme")
        let empty = try Program.run(["check", "empty"], in: folder)
        #expect(empty.status == 66)
        #expect(empty.errorLine == "giftty: empty: expected scenarios (*.yaml), found none")
    }

    @Test("a scenario without expectations is reported as such")
    func missingExpectationsAreReported() throws {
        try folder.write("name: quiet\nevents: []\n", to: "quiet.yaml")
        let result = try Program.run(["check", "quiet.yaml"], in: folder)
        #expect(result.status == 0 && result.output == "ok      quiet.yaml  quiet  (expects nothing)\n")
    }
}
