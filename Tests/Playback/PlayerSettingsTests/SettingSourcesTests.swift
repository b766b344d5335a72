import ExactNumbers
import Playback
import PlayerSettings
import SeededRandomness
import Testing

/// Tests of files, environment, options and keys as sources of settings, and of their priority.
@Suite struct SettingSourcesTests {
    private func error(in file: String) -> String? {
        do throws(ConfigurationError) {
            _ = try Assignment.file(file, path: "config.yaml")
            return nil
        } catch {
            return error.description
        }
    }

    @Test func fileHasSettingsAndValues() throws {
        let text = """
            # the room's settings
            mode: replace
            replaceAt: 0.5   # half
            "gap": '250ms'
            maxWaiting:
            expireAfter: none
            """
        let assignments = try Assignment.file(text, path: "room/config.yaml")
        #expect(assignments.map(\.key.name) == ["mode", "replaceAt", "gap", "maxWaiting", "expireAfter"])
        #expect(
            assignments.map(\.value) == [
                .choice("replace"), .fraction(Millionths(500_000)), .duration(250_000_000), .none, .none,
            ])
        #expect(assignments[0].origin.description == "config.yaml")
    }

    @Test(arguments: ["", "\n\n", "# nothing set\n", "---\n", "{}", "\u{FEFF}"])
    func fileMayBeEmpty(text: String) throws {
        #expect(try Assignment.file(text, path: "config.yaml").isEmpty)
    }

    @Test(arguments: [
        (
            "mode: queue\nreplceAt: 0.5\n",
            #"config.yaml:2:1: unknown setting "replceAt", did you mean "replaceAt"?"#
        ),
        ("replace-at: 0.5\n", #"config.yaml:1:1: unknown setting "replace-at", did you mean "replaceAt"?"#),
        (
            "mode: queue\n\n  # indented\ngap:   -3s\n",
            #"config.yaml:4:8: gap: expected a duration such as 250ms, 1.5s or 2m, found "-3s""#
        ),
        ("mode: [queue]\n", "config.yaml:1:7: mode: expected queue or replace, found a list"),
        ("mode:\n", #"config.yaml:1:6: mode: expected queue or replace, found """#),
        ("- mode\n", #"config.yaml:1:1: expected settings such as "mode: replace", found a list"#),
        ("replace\n", #"config.yaml:1:1: expected settings such as "mode: replace", found "replace""#),
        ("mode: queue\nmode: replace\n", #"config.yaml:2:1: duplicate key "mode""#),
        ("{[a]: 1, [a]: 2}\n", "config.yaml:1:10: duplicate key"),
        ("mode: queue\n'mode': replace\n", #"config.yaml:2:1: duplicate key "mode""#),
        ("a: 1\n\"b\": *c\n", "config.yaml:2:6: not YAML: found undefined alias"),
        // Each level refers to the one before nine times; a reader that compared the keys would expand all of them.
        (
            "a0: &a0 [x]\n"
                + (1...12).map { level in
                    "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
                }.joined() + "? *a12\n: 1\n",
            "config.yaml: expected at most 16 aliases"
        ),
        ("# mode\nmode: queue\ngap: 1s\n\n\"mode\": replace\n", #"config.yaml:5:1: duplicate key "mode""#),
        ("{mode: queue, gap: 1s,\n  mode: replace}\n", #"config.yaml:2:3: duplicate key "mode""#),
        ("mode: queue\nmode: replace\nmode: queue\n", #"config.yaml:2:1: duplicate key "mode""#),
        (
            "a:\n  - {gap: mode, mode: 1}\n  - mode: 1\n    gap: mode\n    mode: 2\n",
            #"config.yaml:5:5: duplicate key "mode""#
        ),
        ("a: mode\r\nmode: mode\r\nb: {mode: 1}\r\nmode: 2\r\n", #"config.yaml:4:1: duplicate key "mode""#),
        ("'mode': |\n  mode: 1\n  mode: 2\n'mode': queue\n", #"config.yaml:4:1: duplicate key "mode""#),
        ("mode: queue: replace\n", "config.yaml:1:12: not YAML: mapping values are not allowed in this context"),
        ("mode: \"que\n", "config.yaml:2:1: not YAML: found unexpected end of stream"),
        ("? [mode]\n: queue\n", "config.yaml:1:3: settings: expected the name of a setting, found a list"),
    ])
    func errorHasLineAndColumn(file: String, message: String) {
        #expect(error(in: file) == message)
    }

    @Test func unknownNameWithoutSuggestionListsAllNames() {
        #expect(
            error(in: "colour: red\n")
                == "config.yaml:1:1: unknown setting \"colour\", expected one of mode, replaceAt, early, backlog, "
                + SettingKey.configurable.dropFirst(4).map(\.name).joined(separator: ", ")
        )
    }

    @Test(arguments: [
        "\u{0}", "mode: \u{1}", String(repeating: "[", count: 5_000), String(repeating: "{a: ", count: 5_000), "*a",
        "&a [*a]", "!!binary x", "%YAML 9.9\n---\n", "--- a\n--- b\n", "\u{FEFF}mode queue",
    ])
    func hostileFileGivesOneLineError(text: String) {
        let message = error(in: text)
        #expect(message?.hasPrefix("config.yaml") == true)
        #expect(message?.contains("\n") == false)
    }

    @Test func environmentHasVariableForEachSetting() throws {
        let assignments = try Assignment.environment([
            "GIFTTY_MODE": "replace", "GIFTTY_REPLACE_AT": "0.25", "GIFTTY_EARLY": "", "GIFTTY_HOME": "/x", "MODE": "y",
        ])
        #expect(assignments.map(\.key.name) == ["mode", "replaceAt"])
        #expect(assignments.map(\.origin.description) == ["GIFTTY_MODE", "GIFTTY_REPLACE_AT"])
        let error = #expect(throws: ConfigurationError.self) {
            try Assignment.environment(["GIFTTY_WAIT_AT_MOST": "long"])
        }
        #expect(
            error?.description
                == #"GIFTTY_WAIT_AT_MOST: waitAtMost: expected a duration such as 250ms, 1.5s or 2m, found "long""#)
    }

    @Test(arguments: [
        ("replaceAt", "--set replaceAt: expected KEY=VALUE, such as replaceAt=0.5"),
        ("=1", "--set =1: expected KEY=VALUE, such as replaceAt=0.5"),
        ("mod=queue", #"--set mod=queue: unknown setting "mod", did you mean "mode"?"#),
        ("mode=x=y", #"--set mode=x=y: mode: expected queue or replace, found "x=y""#),
    ])
    func invalidOptionIsQuoted(text: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) { try Assignment.option(text) }
        #expect(error?.description == message)
    }

    @Test func shortOptionsSetSettings() throws {
        let assignment = try Assignment.option("--replace-at", .replaceAt, "0.5")
        #expect(assignment.value == .fraction(Millionths(500_000)))
        #expect(assignment.origin.description == "--replace-at")
    }

    @Test("an input without a key is one of the mouse")
    func inputWithoutKeyIsMouse() {
        #expect(Origin.key("m").description == "key m")
        #expect(Origin.key("").description == "mouse")
    }

    @Test func highestLayerWins() {
        var settings = LayeredSettings()
        func shown() -> String { "\(settings.value(of: .mode)) · \(settings.origin(of: .mode))" }
        #expect(shown() == "queue · default")
        settings.assign(Assignment(.mode, .choice("replace"), origin: .store))
        #expect(shown() == "replace · store")
        settings.replace(.file, with: [Assignment(.mode, .choice("queue"), origin: .file("/etc/config.yaml"))])
        #expect(shown() == "queue · config.yaml")
        settings.replace(
            .environment, with: [Assignment(.mode, .choice("replace"), origin: .environment("GIFTTY_MODE"))])
        #expect(shown() == "replace · GIFTTY_MODE")
        settings.assign(Assignment(.mode, .choice("queue"), origin: .option("--set")))
        #expect(shown() == "queue · --set")
        settings.assign(Assignment(.mode, .choice("replace"), origin: .key("m")))
        #expect(shown() == "replace · key m")
        settings.replace(.file, with: [])
        settings.replace(.key, with: [])
        settings.replace(.option, with: [])
        settings.replace(.environment, with: [])
        #expect(shown() == "replace · store")
    }

    @Test(arguments: LayeredSettings.Layer.allCases)
    func lastAssignmentInLayerWins(layer: LayeredSettings.Layer) {
        func assignments(_ origin: Origin) -> [Assignment] {
            [200_000, 900_000, 500_000].map { Assignment(.replaceAt, .fraction(Millionths($0)), origin: origin) }
                + [Assignment(.mode, .choice("replace"), origin: origin)]
        }
        let origin: Origin =
            switch layer {
            case .program: .programDefault("demo")
            case .store: .store
            case .file: .file("config.yaml")
            case .environment: .environment("GIFTTY_REPLACE_AT")
            case .option: .option("--set")
            case .key: .key("]")
            }
        var replaced = LayeredSettings()
        replaced.replace(layer, with: assignments(origin))
        var assigned = LayeredSettings()
        for assignment in assignments(origin) { assigned.assign(assignment) }
        for settings in [replaced, assigned] {
            #expect(settings.value(of: .replaceAt) == .fraction(Millionths(500_000)))
            #expect(settings.assignments(of: layer).map(\.key.name) == ["mode", "replaceAt"])
        }
    }

    @Test func everyLayerOverridesLowerLayers() {
        let origins: [Origin] = [
            .programDefault("demo"), .store, .file("config.yaml"), .environment("GIFTTY_REPLACE_AT"), .option("--set"),
            .key("]"),
        ]
        for weak in origins.indices {
            for strong in origins.indices where strong > weak {
                var settings = LayeredSettings()
                for layer in [strong, weak] {
                    let value = SettingValue.fraction(Millionths(Int64(layer)))
                    settings.assign(Assignment(.replaceAt, value, origin: origins[layer]))
                }
                #expect(settings.origin(of: .replaceAt) == origins[strong])
                #expect(settings.playback.replaceAt == Millionths(Int64(strong)))
            }
        }
    }

    @Test func everyLayerOverridesProgramDefault() throws {
        let key = Setting.maxWaiting.key
        let others: [Origin] = [.store, .file("config.yaml"), .environment("GIFTTY_MAX_WAITING"), .option("--set")]
        for origin in others {
            for value in [SettingValue.none, .count(3)] {
                var settings = LayeredSettings()
                settings.assign(Assignment(key, value, origin: origin))
                settings.assign(Assignment(key, .count(100), origin: .programDefault("demo")))
                #expect(settings.value(of: key) == value && settings.origin(of: key) == origin)
            }
        }
        var settings = LayeredSettings()
        settings.assign(Assignment(key, .count(100), origin: .programDefault("demo")))
        #expect(settings.playback.maxWaiting == 100)
        #expect("\(settings.value(of: key)) \(settings.origin(of: key))" == "100 demo")
        #expect(Settings().maxWaiting == nil && key.defaultValue == .none)
    }

    @Test(arguments: [("30%", 300_000), ("12.5 %", 125_000), ("0%", 0), ("250%", 2_500_000), ("0.0001%", 1)])
    func fractionMayBeEnteredAsPercentage(text: String, millionths: Int64) throws {
        let fraction = SettingValue.fraction(Millionths(millionths))
        #expect(try Assignment.option("--replace-at", .replaceAt, text).value == fraction)
        #expect(try Assignment.option("replaceAt=\(text)").value == fraction)
    }

    @Test(arguments: ["%", "-1%", "30%%", "0.00001%", "1e2%"])
    func invalidPercentageIsQuoted(text: String) {
        let error = #expect(throws: ConfigurationError.self) { try Assignment.option("replaceAt=\(text)") }
        #expect(
            error?.description
                == "--set replaceAt=\(text): replaceAt: expected a fraction such as 0.3 or 30%, with at most "
                + "6 digits after the point, found \"\(text)\"")
    }

    @Test func changesOfLayerAreThoseOfCurrentValues() {
        var settings = LayeredSettings()
        func replaceAt(_ millionths: Int64, _ origin: Origin) -> Assignment {
            Assignment(.replaceAt, .fraction(Millionths(millionths)), origin: origin)
        }
        let file = Origin.file("config.yaml")
        let gap = Assignment(Setting.gap.key, .duration(5), origin: file)
        #expect(settings.replace(.file, with: [gap, replaceAt(500_000, file)]) == [replaceAt(500_000, file), gap])
        // The same value of a higher layer changes the origin only.
        #expect(settings.replace(.key, with: [replaceAt(500_000, .control)]) == [])
        #expect(settings.origin(of: .replaceAt) == .control)
        #expect(settings.replace(.file, with: [gap, replaceAt(700_000, file)]) == [])
        #expect(settings.replace(.key, with: []) == [replaceAt(700_000, file)])
        // What no layer assigns any more has its default.
        #expect(settings.replace(.file, with: [gap]) == [replaceAt(300_000, .policyDefault)])
    }

    @Test(arguments: [UInt64(2026), 7, 41])
    func currentSettingsFollowFromLayers(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var settings = LayeredSettings()
        let origins: [Origin] = [
            .programDefault("demo"), .store, .file("config.yaml"), .environment("X"), .option("--set"), .control,
        ]
        func assignment(_ origin: Origin) -> Assignment {
            let count = Int64.random(in: 0...2, using: &random)
            let values: [(SettingKey, SettingValue)] = [
                (.replaceAt, .fraction(Millionths(count * 300_000))),
                (.mode, .choice(count == 0 ? "queue" : "replace")),
                (Setting.gap.key, .duration(count)), (Setting.maxWaiting.key, count == 0 ? .none : .count(Int(count))),
                (.arm, .text("\(count)")),
            ]
            let (key, value) = values[Int.random(in: 0..<values.count, using: &random)]
            return Assignment(key, value, origin: origin)
        }
        for _ in 0..<500 {
            let before = settings
            let index = Int.random(in: 0..<origins.count, using: &random)
            let layer = LayeredSettings.Layer.allCases[index]
            var changed: [Assignment]?
            if Bool.random(using: &random) {
                let new = (0..<Int.random(in: 0...3, using: &random)).map { _ in assignment(origins[index]) }
                changed = settings.replace(layer, with: new)
            } else {
                settings.assign(assignment(origins[index]))
            }
            var playback = Settings()
            for key in settings.keys + [.arm] {
                let layers = key == .arm ? [.store] : LayeredSettings.Layer.allCases
                let highest = layers.flatMap { settings.assignments(of: $0) }.last { $0.key == key }
                #expect(
                    settings.assignment(of: key) == highest ?? Assignment(key, key.defaultValue, origin: .policyDefault)
                )
                if let setting = highest?.playbackSetting { playback.apply(setting) }
            }
            #expect(settings.playback == playback, "seed \(seed)")
            if let changed {
                let all = (settings.keys + [.arm]).map { settings.assignment(of: $0) }
                #expect(changed == all.filter { $0.value != before.value(of: $0.key) }, "seed \(seed)")
            }
        }
    }

    @Test func armComesOnlyFromStore() throws {
        var settings = LayeredSettings()
        for origin in [Origin.file("config.yaml"), .environment("GIFTTY_ARM"), .option("--set"), .key("a")] {
            settings.assign(Assignment(.arm, .text("a"), origin: origin))
        }
        #expect(settings.playback.arm == nil)
        settings.replace(.store, with: [Assignment(.arm, .text("b"), origin: .store)])
        #expect(settings.playback.arm == "b")
        #expect(settings.assignments(of: .store).map(\.key.name) == ["arm"])
        #expect(throws: ConfigurationError.self) { try Assignment.option("arm=a") }
    }

    @Test func playerSettingsFollowPolicySettings() throws {
        var settings = LayeredSettings()
        let text = "frameCache: 16MB\nmode: replace\nstore: http://localhost:8787/gifts\nroom: attic\n"
        settings.replace(.file, with: try Assignment.file(text, path: "config.yaml"))
        settings.replace(
            .environment, with: try Assignment.environment(["GIFTTY_FRAME_CACHE": "8", "GIFTTY_STORE": "./gifts"]))
        #expect(settings.value(of: .frameCache) == .size(8_000_000))
        #expect(settings.origin(of: .frameCache).description == "GIFTTY_FRAME_CACHE")
        #expect(settings.value(of: .store) == .text("./gifts"))
        #expect(settings.value(of: .room) == .text("attic"))
        #expect(settings.playback.differences(from: Settings()) == [.mode(.replace)])
    }

    @Test func controllerReceivesAllSettings() throws {
        let text = """
            {mode: replace, replaceAt: 0.5, early: hold, backlog: park, maxWaiting: 3, overflow: dropOldest,
             expireAfter: 1m, combineWithin: 2s, order: value, gap: 1s, missing: wait, waitAtMost: 5s,
             loopWhile: idle}
            """
        var layers = LayeredSettings()
        layers.replace(.file, with: try Assignment.file(text, path: "config.yaml"))
        #expect(layers.playback.differences(from: Settings()).count == SettingKey.playback.count)
        #expect(layers.playback.expireAfter == 60 * .second)
    }

    @Test func otherModulesCanAddKeys() throws {
        let motion = SettingKey(
            "motion", .choice(["full", "reduced"]), defaultValue: .choice("full"), summary: "how much moves")
        let keys = SettingKey.playback + [motion]
        var layers = LayeredSettings(keys: keys)
        layers.replace(.file, with: try Assignment.file("motion: reduced\n", path: "config.yaml", keys: keys))
        #expect(layers.value(of: motion) == .choice("reduced"))
        #expect(motion.playbackSetting(.choice("reduced")) == nil)
    }

    @Test(
        arguments: [
            (["XDG_CONFIG_HOME": "/cfg", "HOME": "/home/ann"], "/cfg/giftty/config.yaml"),
            (["XDG_CONFIG_HOME": "", "HOME": "/home/ann"], "/home/ann/.config/giftty/config.yaml"),
            (["XDG_CONFIG_HOME": "relative", "HOME": "/home/ann"], "/home/ann/.config/giftty/config.yaml"),
            ([:], nil),
        ] as [([String: String], String?)])
    func fileIsInConfigurationFolder(environment: [String: String], path: String?) {
        #expect(ConfigurationPath.defaultPath(environment: environment) == path)
    }
}
