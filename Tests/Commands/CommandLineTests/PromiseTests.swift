import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("promises over time")
struct PromiseTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            name: a late heart
            gifts: {rocket: {duration: 4s, value: 500}, heart: 1.5s}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1s, gift: heart, from: bob}
            expect:
              - {property: never dropped, name: nothing-dropped}
            """, to: "late.yaml")
        try folder.write("quick: always (arrived implies within 2s started)\n", to: "promises.yaml")
    }

    @Test("check holds every session to the promises, and shows the line and the moment of a break")
    func checkHoldsSessionsToPromises() throws {
        let result = try Program.run(
            ["check", "late.yaml", "--property", "never waiting > 0", "--properties", "promises.yaml"], in: folder)
        #expect(result.status == 1 && result.errors == "")
        #expect(
            result.lines == [
                "FAILED  late.yaml  a late heart",
                "        property never waiting > 0: broken at 1s by line 4 of the trace",
                #"            2  {"at":0,"event":"arrived","gift":1,"name":"rocket","from":"ann","count":1}"#,
                #"            3  {"at":0,"event":"started","gift":1}"#,
                #"          > 4  {"at":1,"event":"arrived","gift":2,"name":"heart","from":"bob","count":1}"#,
                #"            5  {"at":4,"event":"ended","gift":1,"outcome":"completed"}"#,
                #"            6  {"at":4,"event":"started","gift":2}"#,
                "        property quick: broken at 3s, when its time was over, after line 4 of the trace",
                #"            2  {"at":0,"event":"arrived","gift":1,"name":"rocket","from":"ann","count":1}"#,
                #"            3  {"at":0,"event":"started","gift":1}"#,
                #"          > 4  {"at":1,"event":"arrived","gift":2,"name":"heart","from":"bob","count":1}"#,
                #"            5  {"at":4,"event":"ended","gift":1,"outcome":"completed"}"#,
                #"            6  {"at":4,"event":"started","gift":2}"#,
            ])
    }

    @Test("a feed and a recording are held to promises, in JSON and in JUnit")
    func feedAndRecordingAreHeldToPromises() throws {
        try folder.write(
            """
            {"type":"gift","at":0,"gift":"rocket","from":"ann"}
            {"type":"gift","at":1,"gift":"heart","from":"bob"}

            """, to: "room.ndjson")
        let json = try Program.run(
            ["check", "room.ndjson", "--property", "never waiting > 0", "--format", "json"], in: folder)
        #expect(json.status == 1 && json.errors == "")
        #expect(json.output.contains(#""expected":"property never waiting > 0""#))
        #expect(json.output.contains(#""at":1,"line":4}"#))
        let piped = try Program.shell(
            "cat room.ndjson | \"$0\" check /dev/stdin --property 'never waiting > 0'", in: folder)
        #expect(piped.status == 1 && piped.lines.contains { $0.contains("broken at 1s by line 4") })
        let junit = try Program.run(
            ["check", "room.ndjson", "--property", "never paused", "--property", "never busy", "--format", "junit"],
            in: folder)
        let document = try XMLDocument(xmlString: junit.output)
        let cases = try document.nodes(forXPath: "//testcase/@name").compactMap(\.stringValue)
        #expect(cases == ["property never paused", "property never busy"])
        #expect(try document.nodes(forXPath: "//failure").count == 1)
    }

    @Test("without a screen a line says which promise is broken, after the decision that breaks it, once")
    func brokenPromiseIsPrinted() throws {
        try folder.write(
            """
            {"type":"gift","at":0,"gift":"rocket","from":"ann"}
            {"type":"gift","at":0.1,"gift":"heart","from":"bob"}

            """, to: "room.ndjson")
        let room = try Program.run(
            [
                "demo", "--plain", "--feed", "room.ndjson", "--duration", "3s", "--property", "never waiting > 0",
                "--property", "never paused",
            ], in: folder)
        #expect(room.status == 0 && room.errors == "")
        let broken = room.lines.indices.filter { room.lines[$0].contains("  Broken at ") }
        #expect(broken.count == 1)
        #expect(broken.allSatisfy { room.lines[$0].hasSuffix("s: never waiting > 0") })
        let waits = try #require(room.lines.firstIndex { $0.contains("bob's Heart") })
        #expect(broken == [waits + 1])
    }

    @Test("a wrong promise is named with its column")
    func wrongPromiseIsNamed() throws {
        let option = try Program.run(["check", "late.yaml", "--property", "never dropped(erly)"], in: folder)
        #expect(option.status == 64)
        #expect(
            option.errors
                == "giftty: --property 'never dropped(erly)': column 15: unknown reason \"erly\", did you mean \"early\"?\n"
        )
        try folder.write("quick: alwys paused\n", to: "wrong.yaml")
        let file = try Program.run(["check", "late.yaml", "--properties", "wrong.yaml"], in: folder)
        #expect(file.status == 65)
        #expect(
            file.errors
                == "giftty: wrong.yaml:1:8: quick: column 1: unknown word \"alwys\", did you mean \"always\"?\n")
        #expect(try Program.run(["check", "late.yaml", "--properties", "none.yaml"], in: folder).status == 66)
    }
}
