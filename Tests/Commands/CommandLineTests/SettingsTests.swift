import Foundation
import TestSupport
import Testing

@Suite("giftty config")
struct SettingsTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("--set takes precedence over the environment, the environment over the file, and the file over the defaults")
    func setOverridesEnvironmentAndFile() throws {
        try folder.write("mode: replace\nreplaceAt: 0.4\nearly: hold\ngap: 2s\n", to: ".config/giftty/config.yaml")
        let result = try Program.run(
            ["config", "show", "--set", "replaceAt=0.6", "--format", "json"],
            environment: ["GIFTTY_REPLACE_AT": "0.5", "GIFTTY_EARLY": "drop"], in: folder)
        #expect(result.status == 0)
        #expect(
            try values(result) == [
                "mode": "replace from config.yaml", "replaceAt": "0.6 from --set", "early": "drop from GIFTTY_EARLY",
                "gap": "2s from config.yaml",
            ])
    }

    @Test("--mode and --replace-at are shortcuts for --set, which takes precedence over them")
    func shortcutsYieldToSet() throws {
        let result = try Program.run(
            ["config", "show", "--set", "mode=queue", "--mode", "replace", "--replace-at", "0.7", "--format", "json"],
            in: folder)
        #expect(try values(result) == ["mode": "queue from --set", "replaceAt": "0.7 from --replace-at"])
    }

    @Test("the player's settings are listed beside those of the policy, and come from the same sources")
    func playerSettingsAreListed() throws {
        try folder.write("frameCache: 16MB\nstore: http://localhost:8787\n", to: ".config/giftty/config.yaml")
        let result = try Program.run(
            ["config", "show", "--room", "attic", "--format", "json"], environment: ["GIFTTY_STORE": "./gifts"],
            in: folder)
        #expect(
            try values(result) == [
                "frameCache": "16MB from config.yaml", "store": "./gifts from GIFTTY_STORE",
                "room": "attic from --room",
            ])
        #expect(try Program.run(["config", "set", "frameCache", "0"], in: folder).status == 0)
        let text = try folder.read(".config/giftty/config.yaml")
        #expect(text == "frameCache: 0\nstore: http://localhost:8787\n")
        let wrong = try Program.run(["config", "set", "frameCache", "much"], in: folder)
        #expect(wrong.status == 64)
        #expect(
            wrong.errorLine
                == "giftty: config set: frameCache: expected a size such as 64MB or 512KB, or 0, found \"much\"")
        #expect(try Program.run(["simulate", "queue", "--set", "frameCache=0"], in: folder).status == 64)
    }

    @Test("the file is in XDG_CONFIG_HOME, or else in HOME, unless --config names another one")
    func pathFollowsEnvironmentAndOption() throws {
        func path(_ arguments: [String], _ environment: [String: String]) throws -> String {
            try Program.run(["config", "path"] + arguments, environment: environment, in: folder).output
        }
        #expect(try path([], [:]) == "\(folder.path)/.config/giftty/config.yaml\n")
        #expect(try path([], ["XDG_CONFIG_HOME": "/etc/xdg"]) == "/etc/xdg/giftty/config.yaml\n")
        #expect(try path(["--config", "here.yaml"], [:]) == "here.yaml\n")
        // Programs read this path, so it is exact to the byte, even where a terminal would not show all of it.
        #expect(
            try path([], ["XDG_CONFIG_HOME": "/etc/x\u{200B}dg"]) == "/etc/x\u{200B}dg/giftty/config.yaml\n")
    }

    @Test("show includes settings that are only read at the start")
    func showIncludesStartSettings() throws {
        try folder.write("reconnectWithin: 20s\n", to: ".config/giftty/config.yaml")
        let show = ["config", "show", "--format"]
        #expect(try values(Program.run(show + ["json"], in: folder)) == ["reconnectWithin": "20s from config.yaml"])
        let environment = ["GIFTTY_RECONNECT_WITHIN": "45s"]
        let json = try Program.run(show + ["json"], environment: environment, in: folder)
        #expect(try values(json) == ["reconnectWithin": "45s from GIFTTY_RECONNECT_WITHIN"])
        let text = try Program.run(show + ["text"], environment: environment, in: folder)
        #expect(text.lines.contains { $0.hasPrefix("reconnectWithin ") && $0.contains("(GIFTTY_RECONNECT_WITHIN)") })
    }

    @Test("set creates a missing file, and keeps the comments of an existing one")
    func setKeepsComments() throws {
        let first = try Program.run(["config", "set", "mode", "replace"], in: folder)
        #expect(first.status == 0 && first.output == "" && first.errors == "")
        #expect(try folder.read(".config/giftty/config.yaml") == "mode: replace\n")
        try folder.write("# ours\nmode: replace # for now\ngap: 1s\n", to: ".config/giftty/config.yaml")
        #expect(try Program.run(["config", "set", "mode", "queue"], in: folder).status == 0)
        #expect(try folder.read(".config/giftty/config.yaml") == "# ours\nmode: queue # for now\ngap: 1s\n")
    }

    @Test("unset removes a setting and keeps the rest; one that is not set changes nothing, not even a missing file")
    func unsetRemovesSetting() throws {
        let missing = try Program.run(["config", "unset", "mode"], in: folder)
        #expect(missing.status == 0 && missing.output == "" && missing.errors == "")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/.config"))
        try folder.write("# ours\nmode: replace # for now\ngap: 1s\n", to: ".config/giftty/config.yaml")
        #expect(try Program.run(["config", "unset", "mode"], in: folder).status == 0)
        #expect(try folder.read(".config/giftty/config.yaml") == "# ours\ngap: 1s\n")
        let unknown = try Program.run(["config", "unset", "mdoe"], in: folder)
        #expect(unknown.status == 64)
        #expect(unknown.errors == "giftty: config unset: unknown setting \"mdoe\", did you mean \"mode\"?\n")
        try folder.write("{gap: 1s, mode:\n replace}\n", to: "ours.yaml")
        let unsafe = try Program.run(["config", "unset", "mode", "--config", "ours.yaml"], in: folder)
        #expect(unsafe.status == 78)
        #expect(
            unsafe.errors == "giftty: ours.yaml: mode: cannot be changed in this form; edit the file by hand\n")
    }

    @Test("set follows a symbolic link, and leaves no other file beside the target")
    func setFollowsSymbolicLink() throws {
        try folder.write("mode: queue\n", to: "real/ours.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.yaml", withDestinationPath: "real/ours.yaml")
        #expect(try Program.run(["config", "set", "mode", "replace", "--config", "link.yaml"], in: folder).status == 0)
        #expect(try folder.read("real/ours.yaml") == "mode: replace\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/real") == ["ours.yaml"])
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/link.yaml") == "real/ours.yaml")
    }

    @Test(
        "a store that no room accepts is neither written nor valid",
        arguments: [
            ("nope://x", "expected an http or https URL, or a folder, found \"nope://x\""),
            ("https://h/{id", "expected an http or https URL with {id} in its path or query, found \"https://h/{id\""),
        ])
    func unusableStoreIsRejected(store: String, problem: String) throws {
        let change = try Program.run(["config", "set", "store", store, "--config", "c.yaml"], in: folder)
        #expect(change.status == 64 && change.errorLine == "giftty: config set: store: \(problem)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/c.yaml"))
        try folder.write("store: \"\(store)\"\n", to: "c.yaml")
        for arguments in [["config", "validate", "c.yaml"], ["demo", "--plain", "--config", "c.yaml"]] {
            let result = try Program.run(arguments, in: folder)
            #expect(result.status == 78 && result.errorLine == "giftty: c.yaml: store: \(problem)")
        }
    }

    @Test("a missing transition or fallback is reported with the place that names it")
    func missingFileIsReportedWithItsPlace() throws {
        let web = "store: \"http://127.0.0.1:1/{id}.json\"\n"
        for (setting, more) in [("transition", ""), ("fallback", web)] {
            try folder.write("\(more)\(setting): nope.json\n", to: "c.yaml")
            let result = try Program.run(["demo", "--plain", "--config", "c.yaml"], in: folder)
            #expect(result.status == 66 && result.errorLine == "giftty: c.yaml: \(setting): nope.json: no such file")
        }
        let variable = try Program.run(
            ["demo", "--plain"], environment: ["GIFTTY_TRANSITION": "nope.json"], in: folder)
        #expect(variable.status == 66)
        #expect(variable.errorLine == "giftty: GIFTTY_TRANSITION: nope.json: no such file")
    }

    @Test("validate prints nothing if the file is valid")
    func validFilePrintsNothing() throws {
        try folder.write("mode: replace\n", to: "good.yaml")
        let result = try Program.run(["config", "validate", "good.yaml"], in: folder)
        #expect(result.status == 0 && result.output == "" && result.errors == "")
    }

    /// Returns the settings that are not defaults: the name, and "value from origin".
    private func values(_ result: ProgramResult) throws -> [String: String] {
        var values: [String: String] = [:]
        for line in result.lines {
            let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
            guard let name = object["setting"], let value = object["value"], let origin = object["origin"] else {
                continue
            }
            if origin != "default" { values[name] = "\(value) from \(origin)" }
        }
        return values
    }

    @Test("without a screen a line says that the file is wrong, once, and again if it is after it was right")
    func wrongFileIsPrinted() throws {
        try folder.write("mode: queue\n", to: "ours.yaml")
        let room = try Program.start(["demo", "--plain", "--rate", "0", "--config", "ours.yaml"], in: folder)
        try room.wait(forText: "mode queue")
        let error = #"ours.yaml:1:7: mode: expected queue or replace, found "replay", did you mean "replace"?"#
        try folder.write("mode: replay\n", to: "ours.yaml")
        try room.wait(forText: "\(error); the last good settings stay\n")
        try folder.write("gap: 7s\n", to: "ours.yaml")
        try room.wait(forText: "7s")
        try folder.write("mode: replay\n", to: "ours.yaml")
        try room.wait(for: "the error again") { try room.output.ranges(of: error).count == 2 }
        #expect(try room.end(by: SIGINT) == 130)
    }
}

@Suite("giftty gifts, doctor and help")
struct ReportTests {
    @Test("gifts list shows at least nine gifts, in ASCII if the locale is C")
    func giftsListIsASCIIInLocaleC() throws {
        let result = try Program.run(["gifts", "list"], environment: ["LC_ALL": "C"])
        #expect(result.status == 0)
        #expect(result.lines.count >= 10)
        #expect(result.lines.contains { $0.hasPrefix("<3  heart ") })
        #expect(result.output.utf8.allSatisfy { $0 < 0x7F })
    }

    @Test("gifts list --format json prints one object per line")
    func giftsListHasJSONLines() throws {
        let result = try Program.run(["gifts", "list", "--format", "json"])
        let ids = try result.lines.map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["id"] as? String
        }
        #expect(ids.contains("heart") && ids.contains("rocket"))
    }

    @Test("gifts show prints the duration and value of a gift kind")
    func showPrintsDurationAndValue() throws {
        let result = try Program.run(["gifts", "show", "rocket"])
        #expect(result.lines.contains("length  4s") && result.lines.contains("value   500 coins"))
    }

    @Test(
        "doctor reports the capabilities of the terminal",
        arguments: [
            (["TERM": "dumb"], "dumb, which cannot position its cursor"),
            (["TERM": "xterm-256color"], "256, each shown as the nearest"),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], "16.7 million"),
            (["TERM": "xterm-256color", "NO_COLOR": "1"], "none, because NO_COLOR is set"),
            (["TERM": "xterm", "LC_ALL": "C"], "ASCII only (LC_ALL=C)"),
            (["TERM": "no-such-terminal"], "no-such-terminal, unknown here, treated as xterm-256color"),
            ([:], "TERM is not set"),
        ])
    func doctorReportsFinding(environment: [String: String], finding: String) throws {
        let result = try Program.run(["doctor"], environment: environment)
        #expect(result.status == 0 && result.errors == "")
        #expect(result.output.contains(finding), "\(result.output)")
    }

    @Test("every command has help on standard output, whose lines fit a terminal, and whose examples are not wrapped")
    func everyCommandHasHelp() throws {
        let commands = [[], ["gifts"], ["config"], ["feed"]] + (try CommandTree().leaves.map(\.words))
        for command in commands where command.last != "help" {
            let result = try Program.run(command + ["--help"])
            #expect(result.status == 0 && result.errors == "")
            #expect(result.output.contains("USAGE: giftty"), "\(command)")
            let lines = result.lines.filter { !$0.hasPrefix("USAGE: ") }
            #expect(lines.filter { $0.count > 80 } == [], "\(command)")
            let examples = lines.drop { !$0.hasPrefix("Examples") }.dropFirst().prefix { !$0.isEmpty }
            #expect(examples.filter { !$0.hasPrefix("  ") } == [], "\(command)")
        }
    }
}
