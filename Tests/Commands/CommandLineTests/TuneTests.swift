import Foundation
import TestSupport
import Testing

@Suite("giftty tune")
struct TuneTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for session in 1...10 {
            let gifts = (0..<session + 6).map { gift in
                (at: Double(gift * session % 7) / 4 + Double(gift), number: gift)
            }
            let lines = gifts.sorted { $0.at < $1.at }.map { at, gift in
                let kind = ["rocket", "heart", "castle", "rose"][(gift * session) % 4]
                return #"{"at":\#(at),"type":"gift","gift":"\#(kind)","from":"v\#(gift % 3)"}"#
            }
            try folder.write(lines.joined(separator: "\n") + "\n", to: "s/room-\(session % 5)/\(session).ndjson")
        }
        try folder.write("patience: never started & waited > 3s\nopen: never kind = nobody\n", to: "wrong.yaml")
        try folder.write(
            "nothing-late: never started & waited > 10s\nnothing-lost: never dropped\n", to: "promises.yaml")
    }

    private static let small = [
        "--search", "mode=queue,replace", "--search", "early=drop,hold if mode=replace", "--gifts", "1", "--actions",
        "0",
    ]

    private func tune(_ arguments: String...) throws -> ProgramResult {
        try Program.run(["tune"] + arguments, in: folder)
    }

    private func small(_ arguments: String...) throws -> ProgramResult {
        try Program.run(["tune", "s", "--maximise", "valueSeen"] + Self.small + arguments, in: folder)
    }

    private func object(_ result: ProgramResult) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    @Test("the answer has the same bytes every time, for any number of jobs and any way to name the sessions")
    func answerIsRepeated() throws {
        let first = try small("--format", "json", "--jobs", "1")
        #expect(first.status == 0 && first.errors == "")
        for arguments in [["--jobs", "3"], []] {
            let again = try Program.run(
                ["tune", "s/room-*/*.ndjson", "--maximise", "valueSeen", "--format", "json"] + Self.small + arguments,
                in: folder)
            #expect(again.output == first.output)
        }
        let other = try small("--format", "json", "--seed", "2")
        #expect(other.output != first.output)
        let answer = try object(first)
        let sessions = try #require(answer["sessions"] as? [String: Int])
        #expect(sessions == ["tuned": 7, "heldOut": 3, "broken": 0])
        let space = try #require(answer["space"] as? [String: Any])
        #expect(space["settings"] as? Int == 3 && space["tried"] as? Int == 3 && space["method"] as? String == "exact")
    }

    @Test("the settings of a point are a configuration file and a document that the store takes")
    func settingsAreDocuments() throws {
        let result = try small("--emit", "out", "--promise", "promises.yaml")
        #expect(result.status == 0 || result.status == 1)
        let configuration = try String(contentsOfFile: "\(folder.path)/out/point-1.yaml", encoding: .utf8)
        #expect(configuration.hasPrefix("mode: "))
        #expect(try Program.run(["config", "validate", "out/point-1.yaml"], in: folder).status == 0)
        let text = try String(contentsOfFile: "\(folder.path)/out/point-1.settings.json", encoding: .utf8)
        let document = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let settings = try #require(document["default"] as? [String: String])
        #expect(document["revision"] as? Int == 0 && settings["mode"].map { configuration.contains($0) } == true)
        // A line that is too long goes on in the next one.
        let words = result.output.split { $0.isWhitespace }.joined(separator: " ")
        #expect(words.contains("PUT /settings: \(text.trimmingCharacters(in: .newlines))"))
    }

    @Test("a broken promise has its shortest case, which check confirms, and the others their certificate")
    func promisesAreAnswered() throws {
        let result = try Program.run(
            [
                "tune", "s", "--maximise", "shown", "--search", "early=drop", "--set", "mode=replace", "--gifts", "2",
                "--actions", "0", "--promise", "promises.yaml", "--promise", "never paused", "--emit", "out",
            ],
            in: folder)
        #expect(result.status == 1)
        #expect(result.output.contains("promise nothing-lost: broken at"))
        #expect(result.output.contains("promise nothing-late: holds in all"))
        #expect(result.output.contains("promise never paused: holds in all"))
        let check = try Program.run(["check", "out/point-1.promise-3.yaml"], in: folder)
        #expect(check.status == 0, "\(check.output)")
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/out").sorted()
        #expect(names == ["point-1.promise-3.yaml", "point-1.settings.json", "point-1.yaml"])
    }

    @Test("limits that nothing keeps are exit status 1, with the nearest settings")
    func nothingKeepsLimits() throws {
        let result = try small("--subject-to", "p95(waiting) < 1ms", "--subject-to", "shown > 1000")
        #expect(result.status == 1)
        #expect(result.output.contains("no settings keep all limits; those that come nearest:"))
    }

    @Test("gifts of a tier have settings of their own, with the line for gift.yaml")
    func tiersHaveRules() throws {
        let result = try Program.run(
            [
                "tune", "s", "--maximise", "completed", "--set", "mode=replace", "--search", "replaceAt@1000+=room,2",
                "--search", "replaceAt@heart=0.1", "--gifts", "1", "--actions", "0",
            ], in: folder)
        #expect(result.status == 0)
        #expect(result.output.contains("replaceAt 0.1 for heart"))
        #expect(result.output.contains("gift.yaml of heart: settings: {replaceAt: 0.1}"))
    }

    @Test("rooms stay whole with --group")
    func roomsStayWhole() throws {
        let result = try small("--group", "folder", "--format", "json", "--hold-out", "0.2")
        #expect(result.status == 0)
        // Each room has two sessions.
        #expect(try object(result)["sessions"] as? [String: Int] == ["tuned": 8, "heldOut": 2, "broken": 0])
        #expect(try small("--group", "folder:2").status == 65)
        #expect(try small("--group", "folder:9").status == 64)
    }

    @Test("a space that is too large is searched, within the tries")
    func largeSpaceIsSearched() throws {
        let arguments = [
            "tune", "s", "--maximise", "valueSeen", "--minimise", "p95(waiting)", "--tries", "45", "--points", "3",
            "--gifts", "1", "--actions", "0", "--format", "json",
        ]
        let result = try Program.run(arguments, in: folder)
        #expect(result.status == 0)
        let space = try #require(try object(result)["space"] as? [String: Any])
        #expect(space["method"] as? String == "genetic" && (space["tried"] as? Int ?? 99) <= 45)
        #expect((try object(result)["points"] as? [Any])?.count ?? 9 <= 3)
        #expect(try Program.run(arguments, in: folder).output == result.output)
    }

    @Test("a broken session is named, and the exit status is 65 without --keep-going")
    func brokenSessionIsNamed() throws {
        try folder.write("{\"at\":0,\"type\":\"gift\"}\n", to: "s/broken.ndjson")
        let result = try small()
        #expect(result.status == 65 && result.errors.contains("s/broken.ndjson:1:"))
        #expect(try small("--keep-going").status == 0)
    }

    @Test("wrong usage is explained")
    func wrongUsageIsExplained() throws {
        #expect(try tune("s").errorLine == "giftty: expected --maximise or --minimise, found none")
        for (arguments, part) in [
            (
                ["--maximise", "valueSen"],
                "--maximise valueSen: unknown figure \"valueSen\", did you mean \"valueSeen\"?"
            ),
            (["--maximise", "shown", "--subject-to", "p95(waiting) < soon"], "expected a duration such as 250ms"),
            (["--maximise", "shown", "--search", "mode=queu"], "--search 'mode=queu':"),
            (["--maximise", "shown", "--search", "mode=queue", "--set", "mode=replace"], "because it is searched"),
            (
                ["--maximise", "shown", "--hold-out", "1"],
                "--hold-out: expected a fraction such as 0.3 or 30%, above 0 and below 1"
            ),
            (["--maximise", "shown", "--promise", "nevr dropped"], "--promise 'nevr dropped'"),
            (["--maximise", "shown", "--group", "rooms"], "--group rooms"),
        ] {
            let result = try Program.run(["tune", "s"] + arguments, in: folder)
            #expect(result.status == 64 && result.errors.contains(part), "\(arguments): \(result.errors)")
        }
        #expect(try tune("s", "--maximise", "shown", "--promise", "none.yaml").status == 66)
        #expect(try tune("s/room-1/1.ndjson", "--maximise", "shown").status == 65)
        let wrong = try tune("s", "--maximise", "shown", "--promise", "wrong.yaml")
        #expect(wrong.status == 64 && wrong.errors.contains("wrong.yaml: open"))
    }
}
