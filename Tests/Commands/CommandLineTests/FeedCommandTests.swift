import Foundation
import TestSupport
import Testing

@Suite("giftty feed")
struct FeedCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func shell(_ script: String) throws -> (status: Int32, output: String) {
        let result = try Program.shell("(\(script)) 2>&1", in: folder)
        return (result.status, result.output)
    }

    private func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test("the same seed generates the same valid feed, and another seed a different one")
    func seedDeterminesGeneratedFeed() throws {
        let arguments = ["feed", "generate", "--duration", "30s", "--seed"]
        let first = try Program.run(arguments + ["7"], in: folder)
        #expect(first.status == 0 && first.errors == "" && first.lines.count > 50)
        #expect(try Program.run(arguments + ["7"], in: folder).output == first.output)
        #expect(try Program.run(arguments + ["8"], in: folder).output != first.output)
        try folder.write(first.output, to: "room.ndjson")
        let result = try Program.run(["feed", "validate", "room.ndjson"], in: folder)
        #expect(result.status == 0 && result.output == "ok      room.ndjson  \(first.lines.count) events\n")
        let times = try objects(first.output).compactMap { $0["at"] as? Double }
        #expect(times == times.sorted() && (times.last ?? 99) < 30)
    }

    @Test("disturbances change a generated feed in the same way each time")
    func disturbancesAreDeterministic() throws {
        let arguments = ["feed", "generate", "--duration", "60s", "--chaos", "drop=50%,duplicate=10%,burst=20@20s"]
        let first = try Program.run(arguments, in: folder)
        #expect(first.status == 0 && first.output.contains("~burst-1-20"))
        #expect(try Program.run(arguments, in: folder).output == first.output)
    }

    @Test(
        "an error of the command line is one line, and exits with 64",
        arguments: [
            (
                ["feed", "generate", "--chaos", "drop=2"],
                #"giftty: --chaos drop=2: drop: expected a fraction such as 0.3 or 30%, up to 1, found "2""#
            ),
            (["feed", "record", "unix:"], "giftty: unix:: expected a file, - or unix:PATH"),
        ])
    func invalidOptionsAreReported(arguments: [String], message: String) throws {
        let result = try Program.run(arguments, in: folder)
        #expect(result.status == 64 && result.output == "" && result.errorLine == message)
    }

    @Test("validate reports every invalid line, and exits with 65")
    func everyInvalidLineIsReported() throws {
        try folder.write(
            """
            {"at":1,"type":"gift","gift":"rose","from":"ann","extra":[1]}
            {"at":2,"type":"gift","from":"ann"}
            not json
            {"at":0.5,"type":"join"}
            {"at":3,"type":"unheard-of"}

            """, to: "bad.ndjson")
        let result = try Program.run(["feed", "validate", "bad.ndjson"], in: folder)
        #expect(result.status == 65 && result.errors == "")
        #expect(
            result.lines == [
                #"bad.ndjson:1:50: warning: ignored: unknown member "extra""#,
                #"bad.ndjson:2:1: "gift" is missing"#, #"bad.ndjson:3:1: expected "{", found not"#,
                "bad.ndjson:4:1: expected lines in order of time, found 0.5s after 1s",
                #"bad.ndjson:5:16: warning: the line is ignored: unknown type "unheard-of""#,
            ])
        let json = try Program.run(["feed", "validate", "bad.ndjson", "--format", "json"], in: folder)
        #expect(try objects(json.output).compactMap { $0["line"] as? Int } == [1, 2, 3, 4, 5])
    }

    @Test("a conversion to a platform and back loses no gifts", arguments: ["tiktok", "bilibili"])
    func conversionAndBackKeepsGifts(format: String) throws {
        let feed = try Program.run(["feed", "generate", "--duration", "60s", "--profile", "storm"], in: folder)
        try folder.write(feed.output, to: "room.ndjson")
        let there = try Program.run(["feed", "convert", "room.ndjson", "--to", format, "-o", "there"], in: folder)
        #expect(there.status == 0)
        #expect(there.errorLine?.hasPrefix("giftty: \(format) cannot represent these events: ") == true)
        let back = try Program.run(["feed", "convert", "there", "--from", format], in: folder)
        func gifts(_ text: String) throws -> [String] {
            try objects(text).filter { $0["type"] as? String == "gift" }.map { gift in
                let sender = gift["from"] as? [String: String] ?? [:]
                return "\(gift["at"] ?? "") \(gift["id"] ?? "") \(gift["gift"] ?? "") \(gift["count"] ?? "") "
                    + "\(gift["value"] ?? "") \(sender["id"] ?? "") \(sender["name"] ?? "")"
            }
        }
        let before = try gifts(feed.output)
        #expect(try gifts(back.output) == before && before.count > 20)
    }

    @Test("a gift map assigns gift kinds to the gifts of a platform")
    func giftMapAssignsKinds() throws {
        try folder.write(
            #"{"cmd":"GUARD_BUY","data":{"uid":1,"username":"ann","num":1,"price":198000,"guard_level":3}}"#, to: "b")
        try folder.write("bilibili: {\"guard:3\": heart}", to: "map.yaml")
        let result = try Program.run(
            ["feed", "convert", "b", "--from", "bilibili", "--gift-map", "map.yaml"], in: folder)
        #expect(try objects(result.output).first?["gift"] as? String == "heart")
        try folder.write("bilibili: {guard: haert}", to: "map.yaml")
        let wrong = try Program.run(
            ["feed", "convert", "b", "--from", "bilibili", "--gift-map", "map.yaml"], in: folder)
        #expect(
            wrong.status == 78
                && wrong.errorLine == #"giftty: map.yaml:1:19: guard: unknown kind "haert", did you mean "heart"?"#)
    }

    @Test("stats counts gifts and invalid lines, in text and JSON")
    func statsCountGiftsAndInvalidLines() throws {
        let feed = try Program.run(["feed", "generate", "--duration", "60s"], in: folder)
        try folder.write(feed.output + "wrong\n", to: "room.ndjson")
        let gifts = try objects(feed.output).filter { $0["type"] as? String == "gift" }
        let json = try objects(
            try Program.run(["feed", "stats", "room.ndjson", "--format", "json"], in: folder).output)
        #expect(json.first?["arrivals"] as? Int == gifts.count && json.first?["badLines"] as? Int == 1)
        let text = try Program.run(["feed", "stats", "room.ndjson"], in: folder)
        #expect(text.status == 0 && text.lines.contains { $0.hasPrefix("in all   \(gifts.count) gifts") })
        #expect(text.lines.allSatisfy { $0.count <= 100 })
    }

    @Test("a recording from a FIFO contains the valid events, and invalid lines are reported")
    func fifoRecordingHasValidEvents() throws {
        let result = try shell(
            """
            mkfifo pipe
            "$0" feed record pipe -o rec.ndjson &
            printf '{"at":9,"type":"join","from":"ann"}\\nwrong\\n{"at":9.5,"type":"leave","from":"ann"}\\n' >pipe
            wait $!
            """)
        #expect(result.status == 0 && result.output == "giftty: pipe:2:1: expected \"{\", found wrong\n")
        let lines = try objects(try folder.read("rec.ndjson"))
        #expect(lines.compactMap { $0["type"] as? String } == ["join", "leave"])
        let times = lines.compactMap { $0["at"] as? Double }
        #expect(times.count == 2 && abs(times[1] - times[0] - 0.5) < 0.001)
    }

    @Test("Ctrl-C ends a recording with 130 and removes its socket")
    func interruptEndsRecordingWith130() throws {
        let result = try shell(
            """
            "$0" feed record unix:s -o rec.ndjson &
            record=$!
            while [ ! -S s ]; do sleep 0.05; done
            "$0" feed record unix:s -o other.ndjson --duration 1s &
            other=$!
            wait $other
            kill -INT $record
            wait $record
            """)
        #expect(result.status == 130 && result.output == "")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/s"))
        #expect(try folder.read("rec.ndjson") == "")
    }

    @Test("a growing file is followed until the duration is over")
    func growingFileIsRecorded() throws {
        let result = try shell(
            """
            echo '{"at":0,"type":"join","from":"a"}' >feed
            "$0" feed record feed --follow --duration 4s -o rec.ndjson &
            while ! grep -q '"a"' rec.ndjson; do sleep 0.05; done 2>/dev/null
            sleep 0.5
            echo '{"at":0,"type":"join","from":"b"}' >>feed
            wait $!
            """)
        #expect(result.status == 0 && result.output == "")
        let times = try objects(try folder.read("rec.ndjson")).compactMap { $0["at"] as? Double }
        #expect(times.count == 2 && (times.last ?? 0) > 0.3)
    }

    @Test("a source from which nothing comes in time leaves an earlier recording as it is, and says so")
    func silentSourceKeepsRecording() throws {
        try folder.write("earlier\n", to: "rec.ndjson")
        let record = ["feed", "record", "unix:s", "--duration", "100ms", "-o"]
        let kept = try Program.run(record + ["rec.ndjson"], in: folder)
        #expect(kept.status == 0)
        #expect(kept.errorLine?.hasSuffix(": no event came within the time, so rec.ndjson stays as it is") == true)
        #expect(try folder.bytes("rec.ndjson") == Array("earlier\n".utf8))
        let new = try Program.run(record + ["new.ndjson"], in: folder)
        #expect(new.status == 0 && new.errors == "")
        #expect(try folder.bytes("new.ndjson") == [])
    }

    @Test("a missing file is reported, and exits with 66", arguments: ["validate", "stats", "convert", "record"])
    func missingFileExitsWith66(command: String) throws {
        let result = try Program.run(["feed", command, "nothing.ndjson"], in: folder)
        #expect(
            result.status == 66 && result.output == "" && result.errorLine == "giftty: nothing.ndjson: no such file")
    }
}
