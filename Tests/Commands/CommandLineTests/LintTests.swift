import Foundation
import TestSupport
import Testing
import ZIPFixtures

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("giftty lint lists what to change in animations")
struct LintTests {
    let folder: TemporaryFolder

    /// A document whose layer is visible from this frame on.
    private static func document(from start: Int = 0, name: String = "Ball", others: String = "") -> String {
        #"{"v":"5.7.0","fr":20,"ip":0,"op":20,"w":100,"h":100\#(others),"layers":[{"ty":4,"nm":"\#(name)","#
            + #""ip":\#(start),"op":20,"ks":{},"shapes":[{"ty":"el","p":{"k":[50,50]},"s":{"k":[60,60]}},"#
            + #"{"ty":"fl","c":{"k":[1,0.5,0]},"o":{"k":100}}]}]}"#
    }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.document(), to: "good.json")
        try folder.write(Self.document(from: 3), to: "late.json")
        try folder.write(Self.document(from: 30, name: #"\u001b[31mred"#), to: "empty.json")
        try folder.write(#"{"v":"5.7.0","w":100,"h":0}"#, to: "broken.json")
    }

    private func run(_ arguments: String...) throws -> ProgramResult {
        try Program.run(["lint"] + arguments, in: folder)
    }

    @Test("an animation without findings is ok, and the exit code is 0")
    func good() throws {
        let run = try run("good.json")
        #expect(run.status == 0 && run.errors == "")
        #expect(run.lines == ["ok       good.json"])
    }

    @Test("a warning fails only strictly")
    func strict() throws {
        let usual = try run("late.json")
        #expect(usual.status == 0)
        #expect(usual.lines.prefix(2) == ["late.json: 1 warning", "  warning  empty-first-frame"])
        #expect(try run("late.json", "--strict").status == 1)
    }

    @Test("an error fails, with its place and name, which cannot control the terminal")
    func error() throws {
        let run = try run("empty.json")
        #expect(run.status == 1 && run.errors == "")
        #expect(run.output.contains("  error    nothing-drawn  layers[0]  \" [31mred\"\n"))
        #expect(run.output.contains("  warning  unseen-layer  layers[0]  \" [31mred\"\n"))
        #expect(!run.output.contains("\u{1b}"))
    }

    @Test("a file that is no animation is a finding, the others are linted, and the exit code is 65")
    func malformed() throws {
        let run = try run("broken.json", "empty.json", "good.json")
        #expect(run.status == 65 && run.errors == "")
        #expect(
            run.lines.prefix(3) == [
                "broken.json: 1 error", "  error    malformed  h", "           expected a height above 0, found 0",
            ])
        #expect(run.lines.contains("ok       good.json"))
        #expect(run.lines.last == "3 files: 2 errors, 1 warning")
    }

    @Test("a file that is not there is told on standard error, the others are linted, and the exit code is 66")
    func missing() throws {
        let run = try run("nothing.json", "good.json")
        #expect(run.status == 66)
        #expect(run.errors == "giftty: nothing.json: no such file\n")
        #expect(run.lines == ["ok       good.json"])
    }

    @Test("a file that lacks what an option names is told, the others are linted, and the exit code is 64")
    func lacking() throws {
        try folder.write(Self.document(name: "Other"), to: "other.json")
        let run = try run("good.json", "other.json", "late.json", "--hide", "Ball", "--only", "nothing-drawn")
        #expect(run.status == 64)
        #expect(run.errors == "giftty: other.json: --hide Ball: no layer of that path\n")
        #expect(
            run.lines.filter { !$0.hasPrefix(" ") } == [
                "good.json: 1 error", "late.json: 1 error", "2 files: 2 errors",
            ])
    }

    @Test("a link of a folder that leads nowhere is told, and so is a name that is not UTF-8")
    func danglingLink() throws {
        try folder.write(Self.document(), to: "some/good.json")
        let script = #"ln -s nowhere.json some/lost.json; cp good.json "some/$(printf 'b\377').json""#
        let shell = try Program.shell(script, in: folder)
        #expect(shell.status == 0, "\(shell.errors)")
        let run = try run("some")
        #expect(run.status == 66)
        #expect(
            run.errors == "giftty: some/b\u{FFFD}.json: no such file\ngiftty: some/lost.json: no such file\n")
        #expect(run.lines == ["ok       some/good.json"])
    }

    @Test("rules are checked alone, or left out")
    func rules() throws {
        #expect(try run("empty.json", "--only", "unseen-layer").status == 0)
        #expect(try run("empty.json", "--ignore", "nothing-drawn").status == 0)
        #expect(try run("empty.json", "--only", "nothing-drawn", "--only", "unseen-layer").status == 1)
        let none = try run("empty.json", "--only", "unseen-layer", "--ignore", "unseen-layer")
        #expect(none.status == 64 && none.output == "")
        #expect(none.errors == "giftty: --ignore: expected to leave a rule to check, found that it leaves none\n")
        let unknown = try run("empty.json", "--only", "nothing-drown")
        #expect(unknown.status == 64)
        #expect(unknown.errors == "giftty: --only: unknown rule \"nothing-drown\", did you mean \"nothing-drawn\"?\n")
    }

    @Test("what is no animation is reported whatever rules are chosen")
    func malformedAlways() throws {
        let run = try run("broken.json", "--only", "unseen-layer")
        #expect(run.status == 65)
        #expect(run.lines.prefix(2) == ["broken.json: 1 error", "  error    malformed  h"])
        let ignored = try self.run("broken.json", "--ignore", "malformed")
        #expect(ignored.status == 64 && ignored.output == "")
        #expect(
            ignored.errors
                == "giftty: --ignore malformed: expected another rule, as what is no animation is always reported\n")
    }

    @Test(
        "a rule that compares with a limit needs the limit if it is chosen",
        arguments: [("frame-time", "--budget", "9s"), ("load-time", "--load", "9s"), ("file-size", "--size", "1MB")])
    func onlyLimit(rule: String, option: String, limit: String) throws {
        let without = try run("good.json", "--only", rule)
        #expect(without.status == 64 && without.output == "")
        #expect(without.errors == "giftty: --only \(rule): expected \(option) with its limit\n")
        #expect(try run("good.json", "--only", rule, option, limit).lines == ["ok       good.json"])
    }

    @Test("limits are errors, and what is measured only shows when it is asked for")
    func limits() throws {
        #expect(try run("good.json", "--size", "100B").lines.contains("  error    file-size  layers[0]  ") == false)
        #expect(try run("good.json", "--size", "100B").output.contains("  error    file-size  layers[0]\n"))
        #expect(try run("good.json", "--size", "1MB").status == 0)
        #expect(try run("good.json", "--steps", "1").output.contains("  error    frame-cost\n"))
        #expect(try run("good.json", "--budget", "1ns").output.contains("  error    frame-time\n"))
        #expect(try run("good.json", "--budget", "1ns").output.contains("expected at most 0.001 µs."))
        #expect(try run("good.json", "--load", "1ns").output.contains("  error    load-time\n"))
        #expect(try run("good.json", "--budget", "1m", "--load", "1m").status == 0)
        #expect(try !run("good.json", "--format", "json").output.contains("_ms"))
        #expect(try run("good.json", "--format", "json", "--budget", "1m").output.contains(#""worst_ms":"#))
        let zero = try run("good.json", "--budget", "0")
        #expect(zero.status == 64 && zero.errors == "giftty: --budget: expected a time above 0\n")
        let empty = try run("good.json", "--size", "0")
        #expect(empty.status == 64 && empty.errors == "giftty: --size: expected a size above 0\n")
        let invalid = try run("good.json", "--budget", "fast")
        #expect(invalid.status == 64 && invalid.errors.contains("expected a duration such as 250ms"))
    }

    @Test("folders, packages, archives and standard input are linted too")
    func sources() throws {
        try folder.write(Self.document(), to: "all/b.json")
        try folder.write(Self.document(), to: "all/package/data.json")
        let manifest = #"{"version":"2","generator":"maker","animations":[{"id":"a"}]}"#
        let archive = ZIPWriter(.init("manifest.json", manifest), .init("a/a.json", Self.document(from: 3))).bytes
        try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/all/c.lottie"))
        let run = try run("all")
        #expect(run.status == 0)
        #expect(
            run.lines.filter { !$0.hasPrefix(" ") }.dropLast() == [
                "ok       all/b.json", "all/c.lottie: 1 warning", "all/package: 1 note",
            ])
        #expect(run.output.contains("  note     missing-marker  markers\n"))
        let piped = try Program.shell(#"cat late.json | "$0" lint -"#, in: folder)
        #expect(piped.lines.first == "standard input: 1 warning")
    }

    @Test("JSON has an object for each file, on a line")
    func json() throws {
        let run = try run("late.json", "broken.json", "--format", "json")
        #expect(run.lines.count == 2)
        #expect(run.lines.first?.hasPrefix(#"{"file":"late.json","findings":[{"rule":"empty-first-frame","#) == true)
        #expect(run.lines.last?.hasSuffix(#""figures":null}"#) == true)
    }

    @Test("JUnit has a suite for each file and a case for each rule")
    func junit() throws {
        let run = try run("late.json", "empty.json", "--format", "junit", "--ignore", "portability")
        #expect(run.status == 1)
        let root = try #require(try XMLDocument(xmlString: run.output).rootElement())
        let suites = root.elements(forName: "testsuite")
        #expect(suites.map { $0.attribute(forName: "name")?.stringValue } == ["late.json", "empty.json"])
        #expect(suites.map { $0.attribute(forName: "failures")?.stringValue } == ["0", "1"])
        let cases = suites[1].elements(forName: "testcase")
        #expect(!cases.contains { $0.attribute(forName: "name")?.stringValue == "portability" })
        let failed = cases.filter { !$0.elements(forName: "failure").isEmpty }
        #expect(failed.map { $0.attribute(forName: "name")?.stringValue } == ["nothing-drawn"])
        #expect(suites[0].elements(forName: "system-out").first?.stringValue?.contains("empty-first-frame") == true)
        #expect(suites[1].attribute(forName: "skipped")?.stringValue == "0")
    }

    @Test("of a malformed file JUnit has one failed case, and the others are skipped")
    func junitOfMalformed() throws {
        let run = try run("broken.json", "--format", "junit")
        let root = try #require(try XMLDocument(xmlString: run.output).rootElement())
        let suite = try #require(root.elements(forName: "testsuite").first)
        let cases = suite.elements(forName: "testcase")
        let skipped = cases.filter { !$0.elements(forName: "skipped").isEmpty }
        #expect(skipped.count == cases.count - 1)
        #expect(suite.attribute(forName: "skipped")?.stringValue == String(skipped.count))
        #expect(suite.attribute(forName: "failures")?.stringValue == "1")
    }

    @Test("SARIF is one log with the results of all files")
    func sarif() throws {
        let run = try run("late.json", "empty.json", "--format", "sarif")
        let log = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(log["version"] as? String == "2.1.0")
        #expect(run.output.contains(#""name":"giftty lint","version":"0.1.0""#), "\(run.output)")
        let results = try #require((log["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
        #expect(
            results.compactMap { $0["ruleId"] as? String } == ["empty-first-frame", "nothing-drawn", "unseen-layer"])
    }

    @Test(
        "the log names the line and the column of what makes a file malformed",
        arguments: [
            ("{\"v\": \"5.7.0\",\n \"w\": 100,\n }", 3, 2),
            ("{\"w\": 4, \"h\": 4,\n \"fr\": 0, \"op\": 9}", 2, 8),
            ("{\"w\": 4, \"h\":\n  -4, \"fr\": 30, \"op\": 9}", 2, 3),
            ("{\"w\": 2, \"h\": 4,\n \"w\": 1e6, \"fr\": 30, \"op\": 9}", 2, 7),
            ("{\"op\": 3,\n\"ip\": 5, \"w\": 4, \"h\": 4, \"fr\": 30}", 1, 8),
        ])
    func malformedPosition(text: String, line: Int, column: Int) throws {
        try folder.write(text, to: "bad.json")
        let run = try run("bad.json", "--format", "sarif")
        #expect(run.status == 65)
        #expect(
            run.output.contains("\"region\":{\"startLine\":\(line),\"startColumn\":\(column)}"), "\(run.output)")
    }

    @Test("a key of a room in gift.yaml is named by lint and inspect, and the gift plays without it")
    func roomKeyIsReported() throws {
        let machine =
            #"{"initial":"a","inputs":[{"type":"Event","name":"hop"}],"states":[{"type":"PlaybackState","#
            + #""name":"a","animation":"","transitions":[]}]}"#
        let document =
            ##"{"v":"5.7.4","fr":30,"ip":0,"op":30,"w":4,"h":2,"layers":[{"ty":1,"ip":0,"op":30,"sw":4,"sh":2,"##
            + ##""sc":"#ff0000","ks":{}}]}"##
        let package = ZIPWriter(
            .init("data.json", document), .init("s/m.json", machine),
            .init("gift.yaml", "stateMachine: {keys: {m: hop}}")
        ).bytes
        try Data(package).write(to: URL(fileURLWithPath: "\(folder.path)/gift.zip"))
        let problem = "gift.yaml:1:26: keys: m: expected a key that no room uses itself; rooms use "
        let lint = try run("gift.zip", "--only", "ineffective-entry")
        #expect(lint.status == 0 && lint.output.contains("  warning  ineffective-entry"), "\(lint.output)")
        #expect(lint.output.contains(problem))
        let inspected = try Program.run(["inspect", "gift.zip", "--no-cost"], in: folder)
        #expect(inspected.lines.contains { $0.hasPrefix("no effect     \(problem)") }, "\(inspected.output)")
        var store = try StoreFolder("store", in: folder)
        try store.publish(
            "comet", seconds: 1, document: document, manifest: "stateMachine: {keys: {m: hop}}",
            pictures: ["s/m.json": Array(machine.utf8)])
        #expect(try Program.run(["gifts", "sync", "--store", store.url, "--home", "gifts"], in: folder).status == 0)
        let drawn = try Program.run(["render", "comet", "--home", "gifts", "--cells", "4x2"], in: folder)
        #expect(drawn.status == 0 && !drawn.output.isEmpty, "\(drawn.errors)")
    }

    @Test("an initial state machine that cannot be played is an error, another one a warning")
    func stateMachines() throws {
        let whole = #"{"initial":"a","states":[{"type":"PlaybackState","name":"a","animation":"a"}]}"#
        for (name, initial, machine, status) in [
            ("whole", "m", whole, Int32(0)),
            ("state", "m", whole.replacing(#""initial":"a""#, with: #""initial":"z""#), 1),
            ("animation", "m", whole.replacing(#""animation":"a""#, with: #""animation":"z""#), 1),
            ("lost", "zz", whole, 1), ("other", "", "{}", 0),
        ] {
            let start = initial.isEmpty ? "" : #","initial":{"stateMachine":"\#(initial)"}"#
            let manifest = #"{"version":"2","animations":[{"id":"a"}],"stateMachines":["m"]\#(start)}"#
            let archive = ZIPWriter(
                .init("manifest.json", manifest), .init("a/a.json", Self.document()), .init("s/m.json", machine)
            ).bytes
            try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/\(name).lottie"))
            let run = try run("\(name).lottie", "--only", "refused-machine")
            #expect(run.status == status, "\(name): \(run.output)")
            #expect(run.output.contains("refused-machine") == (name != "whole"), "\(name): \(run.output)")
            #expect(run.output.contains("  warning  refused-machine") == (name == "other"))
        }
        #expect(try run("other.lottie", "--strict").status == 1)
    }

    @Test("a theme that cannot be applied is a warning, and an error if an animation begins with it; inspect says why")
    func themes() throws {
        let whole = #"{"rules":[]}"#
        for (name, initial, theme, status) in [
            ("whole", "m", whole, Int32(0)), ("broken", "", #"{"rules":[5]}"#, 0), ("lost", "zz", whole, 1),
        ] {
            let start = initial.isEmpty ? "" : #","initialTheme":"\#(initial)""#
            let manifest = #"{"version":"2","animations":[{"id":"a"\#(start)}],"themes":["m"]}"#
            let archive = ZIPWriter(
                .init("manifest.json", manifest), .init("a/a.json", Self.document()), .init("t/m.json", theme)
            ).bytes
            try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/\(name).lottie"))
            let run = try run("\(name).lottie", "--only", "refused-theme")
            #expect(run.status == status, "\(name): \(run.output)")
            #expect(run.output.contains("  warning  refused-theme") == (name == "broken"), "\(name): \(run.output)")
            #expect(run.output.contains("  error    refused-theme") == (name == "lost"), "\(name): \(run.output)")
            let inspected = try Program.run(["inspect", "\(name).lottie", "--no-cost"], in: folder).lines
            let themes = inspected.filter { $0.hasPrefix("contains      theme ") }.map { String($0.dropFirst(20)) }
            let expected = [
                "whole": ["m"],
                "broken": ["m: not applied: t/m.json: rules[0]: expected a rule, found a number"],
                "lost": ["m", "zz: not applied: expected a theme of m, found \"zz\""],
            ]
            #expect(themes == expected[name], "\(name)")
        }
    }

    @Test("a state machine that stops in a circle of transitions without conditions is a warning that names its states")
    func endlessStateMachine() throws {
        func state(_ name: String, _ transition: String, entering: String = "", leaving: String = "") -> String {
            #"{"type":"PlaybackState","name":"\#(name)","animation":"a","transitions":[\#(transition)],"#
                + #""entryActions":[\#(entering)],"exitActions":[\#(leaving)]}"#
        }
        func transition(_ target: String, _ others: String = "") -> String {
            #"{"type":"Transition","toState":"\#(target)"\#(others)}"#
        }
        let guards = #","guards":[{"type":"Event","inputName":"go"}]"#
        let circle = [state("x", transition("p")), state("p", transition("q")), state("q", transition("p"))]
        let open = [circle[0], circle[1], state("q", transition("p", guards))]
        let exit = [circle[0], circle[1], state("q", transition("p") + "," + transition("x", guards))]
        let go = #"{"type":"Fire","inputName":"go"}"#
        let driven = [
            state("x", transition("p")), state("p", transition("q", guards), entering: go),
            state("q", transition("p", guards), entering: go),
        ]
        let left = [
            state("x", transition("p")), state("p", transition("q"), leaving: go), state("q", transition("p", guards)),
        ]
        let tween = #"{"type":"Tweened","toState":"p","duration":1,"easing":[0,0,1,1]}"#
        let way = "it goes from \"p\" to \"q\" to \"p\" without end"
        let machines: [(String, [String], String?)] = [
            ("circle", circle, "the state machine \"m\" stops when it comes to \"p\": \(way)"),
            ("exit", exit, "stops when it comes to \"p\", unless a condition leads elsewhere: \(way)"),
            ("self", [state("x", transition("x"))], "it goes from \"x\" to \"x\" without end"),
            ("driven", driven, "the state machine \"m\" stops when it comes to \"p\": \(way)"),
            ("left", left, "it goes from"), ("open", open, nil),
            ("tween", [circle[0], circle[1], state("q", tween)], nil),
        ]
        for (name, states, message) in machines {
            let machine =
                #"{"initial":"x","inputs":[{"type":"Event","name":"go"}],"states":[\#(states.joined(separator: ","))]}"#
            let archive = ZIPWriter(
                .init("manifest.json", #"{"version":"2","animations":[{"id":"a"}],"stateMachines":["m"]}"#),
                .init("a/a.json", Self.document()), .init("s/m.json", machine)
            ).bytes
            try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/\(name).lottie"))
            let run = try run("\(name).lottie", "--only", "endless-machine")
            let words = run.output.split { $0.isWhitespace }.joined(separator: " ")
            #expect(words.contains("endless-machine") == (message != nil), "\(name): \(run.output)")
            if let message { #expect(words.contains(message), "\(name): \(run.output)") }
            let inspected = try Program.run(["inspect", "\(name).lottie"], in: folder).output
            #expect(inspected.contains("\n  stops         when it ") == (message != nil), "\(name): \(inspected)")
        }
    }

    @Test("a part of a state machine that has no effect is a warning that names its place")
    func ineffectiveMachineParts() throws {
        let parts = [
            (#""segment":"gone""#, "states[0].segment: no marker \"gone\""),
            (
                #""entryActions":[{"type":"SetTheme","value":"zz"}]"#,
                "states[0].entryActions[0]: no theme \"zz\": the animation keeps its own theme"
            ),
            (#""exitActions":[{"type":"Sing"}]"#, "states[0].exitActions[0]: action Sing: does nothing"),
            (#""speed":2"#, nil),
        ]
        for (index, (part, problem)) in parts.enumerated() {
            let machine =
                #"{"initial":"x","states":[{"type":"PlaybackState","name":"x","animation":"a",\#(part)}]}"#
            let archive = ZIPWriter(
                .init("manifest.json", #"{"version":"2","animations":[{"id":"a"}],"stateMachines":["m"]}"#),
                .init("a/a.json", Self.document()), .init("s/m.json", machine)
            ).bytes
            try Data(archive).write(to: URL(fileURLWithPath: folder.path + "/\(index).lottie"))
            let lint = try run("\(index).lottie", "--only", "ineffective-entry")
            #expect(lint.status == 0 && lint.output.contains("ineffective-entry") == (problem != nil))
            let inspected = try Program.run(["inspect", "\(index).lottie", "--no-cost"], in: folder).output
            #expect(inspected.contains("  not supported ") == (problem != nil), "\(inspected)")
            guard let problem else { continue }
            let words = lint.output.split { $0.isWhitespace }.joined(separator: " ")
            #expect(words.contains("the state machine \"m\": \(problem)"), "\(lint.output)")
            #expect(inspected.contains(problem), "\(inspected)")
        }
        try folder.write(Self.document(), to: "kind/data.json")
        try folder.write(
            #"{"initial":"x","states":[{"type":"PlaybackState","name":"x","animation":"","segment":"gone"}]}"#,
            to: "kind/s/m.json")
        let run = try run("kind", "--only", "ineffective-entry")
        #expect(run.output.contains("the state machine \"m\": states[0].segment: no marker \"gone\""), "\(run.output)")
    }

    @Test("the markers that gift.yaml names are those of the gift")
    func giftMarkers() throws {
        let markers = #"{"cm":"start","tm":0,"dr":5},{"cm":"mid","tm":5,"dr":10},{"cm":"end","tm":15,"dr":5}"#
        try folder.write(Self.document(others: #","markers":[\#(markers)]"#), to: "gift/data.json")
        #expect(try run("gift", "--only", "missing-marker").output.contains("missing-marker"))
        try folder.write("play: {intro: start, loop: mid, outro: end}\n", to: "gift/gift.yaml")
        #expect(try run("gift", "--only", "missing-marker").lines == ["ok       gift"])
    }

    @Test("--list prints the rules and needs no file, everything else needs one")
    func list() throws {
        let run = try run("--list")
        #expect(run.status == 0)
        #expect(run.lines.count > 20)
        #expect(run.lines.first?.hasPrefix("malformed ") == true)
        #expect(try self.run().status == 64)
    }

    @Test("two runs print the same")
    func repeatable() throws {
        let arguments = [
            "lint", "castle", "rocket", "--format", "json", "--only", "frame-cost", "--only", "jumping-loop",
        ]
        let runs = try (0..<2).map { _ in try Program.run(arguments, in: folder).output }
        #expect(runs[0] == runs[1] && !runs[0].isEmpty)
    }
}
