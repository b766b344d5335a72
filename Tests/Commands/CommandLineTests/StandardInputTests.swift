import TestSupport
import Testing

@Suite("Standard input where a file is expected")
struct StandardInputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try MovingSquare.folder()
    }

    @Test(
        "an animation is read from a pipe and from a file, and is named as standard input",
        arguments: [
            ("inspect - --no-cost --format json", #""file":"standard input""#),
            ("render - --cells 4x2 --colors none", "=+"), ("lint -", "standard input"),
            ("bench - --pixels 4x4 --format json", #""file":"standard input""#),
            ("play - --events -", #""name":"standard input""#),
        ])
    func animation(arguments: String, text: String) throws {
        for script in ["cat move.json | \"$0\" \(arguments)", "\"$0\" \(arguments) < move.json"] {
            let result = try Program.shell(script, in: folder)
            #expect(result.output.contains(text), "\(script): \(result.errors)\(result.output)")
            #expect(result.status == 0)
        }
    }

    @Test("an error of the animation names standard input and the place")
    func wrongAnimation() throws {
        for arguments in ["inspect -", "render -", "play - --events -"] {
            let result = try Program.shell(#"echo '{"w":9,"h":"x"}' | "$0" \#(arguments)"#, in: folder)
            #expect(result.errorLine?.hasPrefix("giftty: standard input: h: expected a height") == true)
            #expect(result.status == 65 && result.output == "")
        }
        let linted = try Program.shell(#"echo '{"w":9,"h":"x"}' | "$0" lint -"#, in: folder)
        #expect(linted.lines.prefix(2) == ["standard input: 1 error", "  error    malformed  h"])
        #expect(linted.status == 65)
    }

    @Test("nothing in standard input is an empty file")
    func nothing() throws {
        let result = try Program.shell(#""$0" inspect - </dev/null"#, in: folder)
        #expect(result.errorLine == "giftty: standard input: expected a Lottie animation, found an empty file")
        #expect(result.status == 65)
    }

    @Test("more than the largest file is refused")
    func tooMuch() throws {
        let result = try Program.shell(#"head -c 70000000 /dev/zero | "$0" inspect -"#, in: folder)
        #expect(result.errorLine == "giftty: standard input: expected at most 64 MB")
        #expect(result.status == 65)
    }

    @Test("it is read from where it is: what was read before is not part of the file")
    func continuation() throws {
        let result = try Program.shell(
            #"{ echo first; cat move.json; } > both; { read line; "$0" inspect - --no-cost; } < both"#, in: folder)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("a file whose name is - has ./ before it")
    func fileNamedDash() throws {
        try folder.write(try folder.read("move.json"), to: "-")
        let result = try Program.run(["inspect", "./-", "--no-cost"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let piped = try Program.shell(#"echo '[]' | "$0" inspect -"#, in: folder)
        #expect(piped.errorLine?.hasPrefix("giftty: standard input: ") == true)
    }

    @Test("an animation from standard input has no pictures in the current folder")
    func pictures() throws {
        try folder.write(
            """
            {"v":"5.7.0","fr":10,"ip":0,"op":2,"w":4,"h":4,"assets":[{"id":"i","w":2,"h":2,"u":"","p":"0.png"}],
            "layers":[{"ty":2,"nm":"img","refId":"i","ip":0,"op":2,"st":0,"sr":1,"ks":{}}]}
            """, to: "pictured.json")
        try folder.write("no picture", to: "0.png")
        let result = try Program.shell(#""$0" inspect - --no-cost < pictured.json"#, in: folder)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test(
        "scenarios, feeds, recordings, logs and configurations are read from it too",
        arguments: [
            ("simulate -", "scenario.yaml", 0), ("check -", "scenario.yaml", 0), ("compare -", "scenario.yaml", 0),
            ("simulate -", "feed.ndjson", 0), ("evaluate - --policy queue --policy replace", "feed.ndjson", 65),
            ("conform - --policy queue", "feed.ndjson", 65), ("config validate -", "settings.yaml", 0),
            ("replay - --check", "feed.ndjson", 65),
        ])
    func otherFiles(arguments: String, file: String, status: Int32) throws {
        try folder.write(
            """
            gifts:
              heart: 1s
            events:
              - {at: 1s, gift: heart, from: ann}
            """, to: "scenario.yaml")
        try folder.write(#"{"at": 1, "type": "gift", "gift": "heart", "from": "ann"}"# + "\n", to: "feed.ndjson")
        try folder.write("mode: queue\n", to: "settings.yaml")
        let result = try Program.shell("cat \(file) | \"$0\" \(arguments)", in: folder)
        #expect(result.status == status, "\(result.errors)\(result.output)")
        #expect(!result.errors.contains("no such file"))
    }
}
