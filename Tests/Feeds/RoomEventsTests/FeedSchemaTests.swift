import Foundation
import RoomEvents
import SeededRandomness
import TestSupport
import Testing

/// Tests that the schema of feed lines and the reader accept the same lines.
@Suite struct FeedSchemaTests {
    private static let schema = ProjectFolder.file("Demo/feed.schema.json")

    private static let validLines: [String] = [
        #"{"at":0,"type":"gift","gift":"rose","from":"bob","x":[{}]}"#, #"{"at":1e3,"type":"new"}"#,
        #"{"at":0.000000001,"type":"like","from":{"name":"a","tier":7}}"#,
        #"{"at":1,"type":"like"}"#, #"{"time":"2026-11-21T10:00:00.5+01:00","type":"leave","from":{"id":"u"}}"#,
    ]

    private static let invalidLines: [String] = [
        #"[]"#, #"{"type":"join","from":"a"}"#, #"{"at":1}"#, #"{"at":-1,"type":"join","from":"a"}"#,
        #"{"at":"1","type":"join","from":"a"}"#, #"{"time":"yesterday","type":"join","from":"a"}"#,
        #"{"at":1,"type":7}"#, #"{"at":1,"type":"gift","gift":"rose"}"#, #"{"at":1,"type":"gift","from":"a"}"#,
        #"{"at":1,"type":"gift","gift":"rose","from":[]}"#, #"{"at":1,"type":"gift","gift":"rose","from":{}}"#,
        #"{"at":1,"type":"gift","gift":"rose","from":"a","count":0}"#,
        #"{"at":1,"type":"gift","gift":"rose","from":"a","value":-1}"#,
        #"{"at":1,"type":"gift","gift":"rose","from":"a","value":1.5}"#,
        #"{"at":1,"type":"gift","gift":"rose","from":"a","streak":7}"#,
        #"{"at":1,"type":"gift","gift":"rose","from":"a","streak":{"final":"no"}}"#,
        #"{"at":1,"type":"chat","from":"a"}"#, #"{"at":1,"type":"seen","from":"a"}"#,
        #"{"at":1,"type":"batch","id":"b"}"#, #"{"at":1,"type":"retract"}"#, #"{"at":1,"type":"streak"}"#,
        #"{"at":1,"type":"streak","streak":{"total":2}}"#, #"{"at":1,"type":"batch","id":"b","total":0}"#,
    ]

    @Test("the schema accepts every line that is written and every example", .enabled(if: SchemaValidator.isInstalled))
    func schemaAcceptsWrittenLinesAndExamples() throws {
        var random = SeededGenerator(seed: 1)
        let document = try #require(
            JSONSerialization.jsonObject(with: Data(contentsOf: Self.schema)) as? [String: Any])
        let examples = try #require(document["examples"] as? [Any]).map { example in
            String(decoding: try JSONSerialization.data(withJSONObject: example), as: UTF8.self)
        }
        let lines = RandomEvents.make(100, &random).map(\.json) + examples + Self.validLines
        for line in examples + Self.validLines {
            var adapter = FeedLineAdapter(kinds: [])
            var events: [FeedEvent] = []
            #expect(throws: Never.self) { try adapter.parse(line, into: &events) }
        }
        #expect(Self.validationResults(lines) == [String](repeating: "good", count: lines.count))
    }

    @Test("the schema rejects the lines that the reader rejects", .enabled(if: SchemaValidator.isInstalled))
    func schemaRejectsInvalidLines() {
        for line in Self.invalidLines {
            var adapter = FeedLineAdapter(kinds: [])
            var events: [FeedEvent] = []
            #expect(throws: FeedLineError.self, "\(line)") { try adapter.parse(line, into: &events) }
        }
        #expect(Self.validationResults(Self.invalidLines) == [String](repeating: "bad", count: Self.invalidLines.count))
    }

    private static func validationResults(_ lines: [String]) -> [String]? {
        SchemaValidator.results(of: lines, schema: schema)
    }
}
