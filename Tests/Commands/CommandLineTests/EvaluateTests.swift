import Foundation
import TestSupport
import Testing

@Suite("giftty evaluate")
struct EvaluateTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for session in 1...9 {
            let lines = (0..<session + 4).map { gift in
                #"{"at":\#(gift),"type":"gift","gift":"\#(gift % 3 == 0 ? "rocket" : "heart")","from":"ann"}"#
            }
            try folder.write(lines.joined(separator: "\n") + "\n", to: "s/\(session).ndjson")
        }
    }

    private func evaluate(_ arguments: String...) throws -> ProgramResult {
        try Program.run(["evaluate"] + arguments, in: folder)
    }

    private func object(_ result: ProgramResult) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    @Test("folders, patterns and lists mean the same sessions, with the same bytes for any number of jobs")
    func sessionsAreFound() throws {
        try folder.write((1...9).map { "s/\($0).ndjson\n" }.joined(), to: "list.txt")
        let whole = try evaluate("s", "--format", "json", "--jobs", "1")
        #expect(whole.status == 0 && whole.errors == "")
        #expect(try object(whole)["sessions"] as? Int == 9)
        for arguments in [["s/*.ndjson"], ["@list.txt"], ["s/?.ndjson", "--jobs", "3"]] {
            let result = try Program.run(["evaluate", "--format", "json"] + arguments, in: folder)
            #expect(result.output == whole.output, "\(arguments)")
        }
    }

    @Test("a file that is named again is read once, and standard error says so")
    func repeatedSessionsCountOnce() throws {
        let whole = try evaluate("s", "--format", "json")
        let result = try evaluate("s", "s/1.ndjson", "./s//2.ndjson", "--format", "json")
        #expect(result.output == whole.output)
        #expect(result.errors == "giftty: 2 files are named again, and read once\n")
    }

    @Test("without any session there is no report", arguments: ["evaluate", "compare", "sweep", "tune"])
    func missingSessionsAreAnError(command: String) throws {
        let options = ["sweep": ["--replace-at", "0:1:0.5"], "tune": ["--maximise", "shown"]][command] ?? []
        let result = try Program.run([command, "no.yaml", "none.yaml"] + options, in: folder)
        #expect(result.status == 66 && result.output == "" && result.errors == "giftty: no.yaml: no such file\n")
    }

    @Test("numbers that are absurd have figures, too")
    func absurdValuesAreEvaluated() throws {
        for session in 1...3 {
            try folder.write(
                """
                gifts: {a: {duration: 10s, value: 9007199254740991}, b: {duration: 1s, value: 5}}
                events:
                  - {at: 0, gift: b, from: u, count: 3}
                  - {at: 0.1s, gift: a, from: u\(session), count: 1000000}
                  - {at: 6s, gift: b, from: v}
                """, to: "absurd/\(session).yaml")
        }
        for arguments in [["evaluate", "absurd"], ["sweep", "absurd", "--replace-at", "0:1:0.5"]] {
            let result = try Program.run(arguments, in: folder)
            #expect(result.status == 0 && result.errors == "", "\(arguments): \(result.errors)")
            #expect(result.output.contains("value not seen"))
        }
    }

    @Test("parts in any order merge to the bytes of the whole run")
    func partsMerge() throws {
        let policies = ["--policy", "queue", "--policy", "hold:replace,early=hold"]
        for (name, sessions) in [("a", "s/1.ndjson"), ("b", "s/2.ndjson"), ("c", "s/3.ndjson")] {
            let result = try Program.run(["evaluate", sessions, "--partial", "p/\(name).json"] + policies, in: folder)
            #expect(result.status == 0 && result.output == "" && result.errors == "")
        }
        for format in ["text", "json", "csv"] {
            let whole = try Program.run(
                ["evaluate", "s/1.ndjson", "s/2.ndjson", "s/3.ndjson", "--format", format] + policies, in: folder)
            for order in [["p"], ["p/c.json", "p/a.json", "p/b.json"]] {
                let merged = try Program.run(["evaluate", "--format", format, "--merge"] + order, in: folder)
                #expect(merged.status == 0)
                #expect(merged.output == whole.output)
            }
        }
    }

    @Test("the report tells the differences in words")
    func differencesAreInWords() throws {
        let result = try evaluate("s")
        #expect(result.lines.first == "9 sessions · 2 policies")
        #expect(result.lines.contains("replace against queue, in the mean of a session, with 95 % intervals:"))
        #expect(result.lines.contains { $0.hasPrefix("  gifts shown ") && $0.contains(" to ") })
        let differences = try #require(
            try object(try evaluate("s", "--format", "json"))["differences"] as? [[String: Any]])
        let shown = try #require(differences.first { $0["figure"] as? String == "shown" })
        #expect(shown["of"] as? String == "replace" && shown["to"] as? String == "queue")
        let (low, mean, high) = (shown["low"] as? Double, shown["mean"] as? Double, shown["high"] as? Double)
        #expect(try #require(low) <= #require(mean) && #require(mean) <= #require(high))
    }

    @Test("a broken session is named and counted, and the exit status is 65 without --keep-going")
    func brokenSessionIsNamed() throws {
        try folder.write("{\"at\":0,\"type\":\"gift\"}\n", to: "s/broken.ndjson")
        let result = try evaluate("s", "--format", "json")
        #expect(result.status == 65)
        #expect(try object(result)["sessions"] as? Int == 9)
        #expect(try object(result)["broken"] as? Int == 1)
        #expect(result.errors.contains("s/broken.ndjson:1:"))
        #expect(try evaluate("s", "--keep-going").status == 0)
        let part = try evaluate("s", "--partial", "part.json")
        #expect(part.status == 65)
        #expect(try evaluate("--merge", "part.json").lines.first == "9 sessions · 2 policies · 1 broken")
    }

    @Test("sessions of a group are resampled together, in parts and in resumed runs with the same bytes")
    func groupsAreResampledTogether() throws {
        for session in 1...9 {
            let text = try String(contentsOfFile: "\(folder.path)/s/\(session).ndjson", encoding: .utf8)
            try folder.write(text, to: "g/room-\(session % 3)/\(session).ndjson")
        }
        let whole = try evaluate("g", "--group", "folder", "--format", "json")
        #expect(whole.status == 0)
        #expect(try object(whole)["groups"] as? [String: Int] == ["folder": 3])
        #expect(whole.output != (try evaluate("g", "--format", "json")).output)
        for (part, sessions) in [
            ("a", ["g/room-0", "g/room-1/1.ndjson"]), ("b", ["g/room-1/4.ndjson", "g/room-1/7.ndjson", "g/room-2"]),
        ] {
            let result = try Program.run(
                ["evaluate"] + sessions + ["--group", "folder", "--partial", "q/\(part).json"], in: folder)
            #expect(result.status == 0)
        }
        #expect(try evaluate("--merge", "q", "--format", "json").output == whole.output)
        for _ in 0..<2 {
            let resumed = try evaluate("g", "--group", "folder", "--format", "json", "--resume", "r")
            #expect(resumed.output == whole.output)
        }
        #expect(try evaluate("g", "--group", "folder").lines.first == "9 sessions · 2 policies · 3 groups by folder")
        let one = try evaluate("s", "--group", "folder")
        #expect(one.lines.first == "9 sessions · 2 policies · 1 group by folder, so that no interval can be told")
        #expect(one.lines.contains { $0.hasPrefix("  no difference can be told in gifts shown") })
        let compared = try Program.run(["compare", "g", "--group", "folder", "--format", "json"], in: folder)
        #expect(compared.output == whole.output)
        let sweep = try Program.run(["sweep", "g", "--replace-at", "0:1:0.5", "--group", "folder"], in: folder)
        #expect(sweep.output.contains("paired t-tests of 9 sessions in 3 groups"))
    }

    @Test("groups that sessions are not in, or that are none, are explained")
    func wrongGroupsAreExplained() throws {
        #expect(
            try evaluate("s", "--group", "room").errorLine
                == "giftty: --group room: unknown group \"room\", expected one of folder, key")
        #expect(
            try evaluate("s", "--group", "key:2").errorLine
                == "giftty: --group: s/1.ndjson: expected at least 2 values with + between them in the name, found 1")
        #expect(try evaluate("s", "--group", "folder:3").status == 64)
        #expect(try evaluate("s", "--group", "key", "--group", "key").status == 64)
        #expect(try evaluate("s", "--group", "key", "--merge", "x.json").status == 64)
        let part = try evaluate("s", "--group", "key", "--partial", "p/a.json")
        #expect(part.status == 0)
        #expect(try evaluate("s/1.ndjson", "--partial", "p/b.json").status == 0)
        #expect(
            try evaluate("--merge", "p").errorLine == "giftty: p/b.json: expected the groups key, as in the other parts"
        )
    }

    @Test("wrong usage is explained")
    func wrongUsageIsExplained() throws {
        #expect(try evaluate().errorLine == "giftty: expected sessions or --merge, found none of them")
        #expect(try evaluate("s", "--merge", "x.json").status == 64)
        #expect(try evaluate("x*.ndjson").errorLine == "giftty: x*.ndjson: no file fits")
        try folder.write("{}", to: "x.json")
        #expect(try evaluate("--merge", "x.json").status == 65)
    }
}
