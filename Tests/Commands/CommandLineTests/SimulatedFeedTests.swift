import Foundation
import TestSupport
import Testing

@Suite("giftty simulate with a feed")
struct SimulatedFeedTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.feed, to: "room.ndjson")
    }

    private static let feed = """
        {"at": 0, "type": "join", "from": "ann"}
        {"at": 0.5, "type": "gift", "id": "m-1", "gift": "heart", "from": {"id": "u-1", "name": "ann"}, "count": 1}
        {"at": 0.75, "type": "gift", "id": "m-1", "gift": "heart", "from": {"id": "u-1", "name": "ann"}, "count": 1}
        {"at": 1, "type": "gift", "gift": "zebra", "from": "bob"}

        """

    private static let trace = """
        {"at":0,"event":"settings","mode":"queue","replaceAt":0.3}
        {"at":0.5,"event":"arrived","gift":1,"name":"heart","from":"ann","count":1}
        {"at":0.5,"event":"started","gift":1}
        {"at":0.75,"event":"arrived","gift":2,"name":"heart","from":"ann","count":1}
        {"at":0.75,"event":"ended","gift":2,"outcome":"dropped","reason":"duplicate"}
        {"at":1,"event":"arrived","gift":3,"name":"zebra","from":"bob","count":1}
        {"at":1,"event":"ended","gift":3,"outcome":"dropped","reason":"missing"}
        {"at":1.5,"event":"ended","gift":1,"outcome":"completed"}

        """

    @Test("gifts of a feed have the durations of the built-in kinds")
    func giftsHaveBuiltInDurations() throws {
        let result = try Program.run(["simulate", "room.ndjson", "--trace", "-"], in: folder)
        #expect(result.status == 0 && result.errors == "")
        #expect(result.output == Self.trace)
    }

    @Test("a feed is recognised by its lines if the file name has no known extension, and can come from a pipe")
    func feedIsRecognisedByItsLines() throws {
        let result = try Program.shell("cat room.ndjson | \"$0\" simulate /dev/stdin --trace - >trace", in: folder)
        #expect(result.status == 0)
        #expect(try folder.read("trace") == Self.trace)
    }

    @Test("an invalid line is reported, and nothing is printed before it")
    func invalidLineIsReportedFirst() throws {
        try folder.write(Self.feed + #"{"at": 2, "type": "gift", "gift": 7}"#, to: "faulty.ndjson")
        for arguments in [["--trace", "-"], [], ["--format", "json"]] {
            let result = try Program.run(["simulate", "faulty.ndjson"] + arguments, in: folder)
            #expect(result.status == 65 && result.output == "")
            #expect(result.errorLine == "giftty: faulty.ndjson:5:35: gift: expected a text, found 7")
        }
    }

    @Test("kinds without an animation are named")
    func unknownKindsAreNamed() throws {
        let result = try Program.run(["simulate", "room.ndjson", "--format", "json"], in: folder)
        let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let figures = try #require(object["figures"] as? [String: Any])
        #expect(figures["unknownKinds"] as? [String] == ["zebra"])
        #expect((object["gifts"] as? [Any])?.count == 3)
    }

    @Test("for a very long feed only figures are printed")
    func longFeedPrintsOnlyFigures() throws {
        let lines = (0..<10_001).map { #"{"at":\#($0),"type":"gift","gift":"heart","from":"s\#($0)","count":2}"# }
        try folder.write(lines.joined(separator: "\n"), to: "long.ndjson")
        let result = try Program.run(["simulate", "long.ndjson", "--set", "mode=replace"], in: folder)
        #expect(result.status == 0 && result.lines.count < 20)
        #expect(result.lines.contains { $0.hasPrefix("completed") && $0.contains("10001") && $0.hasSuffix("100 %") })
        let json = try Program.run(["simulate", "long.ndjson", "--format", "json"], in: folder)
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(object["gifts"] == nil)
        #expect((object["totals"] as? [String: Int])?["completed"] == 10_001)
        #expect((object["figures"] as? [String: Any])?["value"] as? Int == 20_002)
    }
}
