import RoomEvents
import TestSupport
import Testing

@testable import RoomControl

@Suite(
    "The schema of the control channel and its reader accept the same requests",
    .enabled(if: SchemaValidator.isInstalled))
struct ControlSchemaTests {
    private static let schema = ProjectFolder.file("Demo/control.schema.json")

    /// Parts of lines whose faults are double members, unknown settings or words of a setting, and too large a share.
    private static let unknownToSchemas = [
        #""do":"close""#, #""count":1,"count""#, #""id":"a","id""#, #""mode":"queue","mode""#, "mdoe", "both", "store",
        "publisherKeys", "130%",
    ]

    private static func results(_ lines: [String]) -> [String]? { SchemaValidator.results(of: lines, schema: schema) }

    @Test("what is read is valid, and so are answers")
    func valid() {
        let requests = ControlRequestTests.requests.map(\.line) + ControlRequestTests.lines.map(\.line)
        let trace = #"{"at":1.5,"event":"paused"}"#
        let answers = [
            #"{"id":1,"ok":true,"trace":[\#(trace)]}"#, #"{"ok":true,"state":{}}"#, #"{"error":"do: expected close"}"#,
            #"{"trace":\#(trace)}"#, #"{"frames":{"shown":1}}"#,
        ]
        let lines = requests + answers
        #expect(Self.results(lines) == [String](repeating: "good", count: lines.count))
    }

    @Test("what is refused is invalid, but for words and double members that a schema does not know")
    func invalid() {
        let lines = ControlRequestTests.refusals.map(\.line).filter { line in
            line.hasSuffix("}") && !Self.unknownToSchemas.contains { line.contains($0) }
        }
        #expect(lines.count > 10)
        #expect(Self.results(lines) == [String](repeating: "bad", count: lines.count))
    }
}
