import ExactNumbers
import Playback
import PlayerSettings
import Testing

/// Tests of the exact reading and writing of values.
@Suite struct SettingValueTests {
    @Test(
        "a text is shown without the passwords of its URLs",
        arguments: [
            ("http://ann:secret@store:80/a", "http://ann:…@store:80/a"), ("https://:secret@store", "https://:…@store"),
            ("http://a:b@one http://c:d@two", "http://a:…@one http://c:…@two"),
            ("http://ann@store", "http://ann@store"),
            ("http://store/@a:b@c", "http://store/@a:b@c"), ("ann:secret@store", "ann:secret@store"), ("", ""),
        ])
    func shownText(text: String, shown: String) {
        #expect(SettingValue.text(text).shown == .text(shown))
        #expect(SettingValue.none.shown == .none && SettingValue.choice(text).shown == .choice(text))
    }

    @Test(
        arguments: [
            ("250ms", 250_000_000), ("1.5s", 1_500_000_000), ("2m", 120_000_000_000), ("1h", 3_600_000_000_000),
            ("0", 0),
            ("4", 4_000_000_000), ("0.1", 100_000_000), ("1.250000000", 1_250_000_000), ("17us", 17_000),
            ("3µs", 3_000),
            ("9ns", 9), (".5", 500_000_000), ("2.", 2_000_000_000), (" 7 ms ", 7_000_000), ("0.000000001", 1),
            ("9223372036.854775807s", .max), ("0.05m", 3_000_000_000),
            ("000000000000000000000000000000000000000000001", 1_000_000_000),
        ] as [(String, Nanoseconds)])
    func durationsAreExactToNanosecond(text: String, expected: Nanoseconds) {
        #expect(Nanoseconds(durationText: text) == expected)
    }

    @Test(arguments: [
        "", "s", "-1s", "+1", "1e3", "1,5s", "1.5.2", "5 seconds", "0x10", "nan", "inf", ".", "ms", "1 2", "½", "١",
        "0.0000000001", "0.5ns", "9223372036.854775808", "99999999999999999999999999999999999999999999h",
    ])
    func invalidDurationIsRejected(text: String) {
        #expect(Nanoseconds(durationText: text) == nil)
    }

    @Test(arguments: [("0.3", 300_000), ("0", 0), ("1", 1_000_000), ("1.5", 1_500_000), ("0.300000000", 300_000)])
    func fractionsAreExactToMillionth(text: String, millionths: Int64) throws {
        #expect(try SettingKey.replaceAt.value(from: text) == .fraction(Millionths(millionths)))
    }

    @Test(arguments: [
        (
            SettingKey.replaceAt, "0.1234567",
            #"replaceAt: expected a fraction such as 0.3 or 30%, with at most 6 digits after the point, found "0.1234567""#
        ),
        (.mode, "repalce", #"mode: expected queue or replace, found "repalce", did you mean "replace"?"#),
        (.mode, "", #"mode: expected queue or replace, found """#),
        (Setting.maxWaiting.key, "-1", #"maxWaiting: expected a whole number from 0 up, or none, found "-1""#),
        (
            Setting.maxWaiting.key, "99999999999999999999",
            #"maxWaiting: expected a whole number from 0 up, or none, found "99999999999999999999", which is too large"#
        ),
        (Setting.gap.key, "none", #"gap: expected a duration such as 250ms, 1.5s or 2m, found "none""#),
        (
            Setting.gap.key, "0.3ns",
            #"gap: expected a duration such as 250ms, 1.5s or 2m, found "0.3ns", which is finer than a nanosecond"#
        ),
    ])
    func errorHasActualAndExpectedValue(key: SettingKey, text: String, problem: String) {
        let error = #expect(throws: SettingSyntaxError.self) { try key.value(from: text) }
        #expect(error?.problem == problem)
    }

    @Test(arguments: [
        (SettingKey.bannerLanes, "51", #"bannerLanes: expected a whole number from 0 to 50, found "51""#),
        (.bannerStay, "999ms", #"bannerStay: expected a duration from 1s to 3600s, found "999ms""#),
        (.bannerStay, "61m", #"bannerStay: expected a duration from 1s to 3600s, found "61m""#),
    ])
    func valueBeyondLimitsIsError(key: SettingKey, text: String, problem: String) {
        let error = #expect(throws: SettingSyntaxError.self) { try key.value(from: text) }
        #expect(error?.problem == problem)
    }

    @Test(arguments: [
        (SettingKey.bannerLanes, "0", SettingValue.count(0)), (.bannerLanes, "50", .count(50)),
        (.bannerStay, "1s", .duration(.second)), (.bannerStay, "1h", .duration(3_600 * .second)),
    ])
    func limitsAreValid(key: SettingKey, text: String, value: SettingValue) throws {
        #expect(try key.value(from: text) == value)
    }

    @Test(arguments: [("on", true), ("True", true), ("yes", true), ("off", false), ("false", false), ("no", false)])
    func boolsHaveSeveralSpellings(text: String, isOn: Bool) throws {
        let key = SettingKey("quiet", .bool, defaultValue: .bool(false), summary: "")
        #expect(try key.value(from: text) == .bool(isOn))
    }

    @Test(arguments: [
        ("64MB", 64_000_000, "64MB"), ("64", 64_000_000, "64MB"), ("1.5 gb", 1_500_000_000, "1500MB"), ("0", 0, "0"),
        ("512KB", 512_000, "512KB"), ("0.1KB", 100, "100B"), ("0.5MB", 500_000, "500KB"),
        ("2000MB", 2_000_000_000, "2GB"),
    ])
    func sizesAreWholeBytes(text: String, bytes: Int, written: String) throws {
        let value = try SettingKey.frameCache.value(from: text)
        #expect(value == .size(bytes) && value.description == written)
        #expect(try SettingKey.frameCache.value(from: written) == value)
    }

    @Test(arguments: [
        ("much", ""), ("-1MB", ""), ("64TB", ""), ("MB", ""), ("", ""), ("0.5B", ", which is finer than a byte"),
        ("99999999999999GB", ", which is too large"),
    ])
    func invalidSizeIsReported(text: String, reason: String) {
        let error = #expect(throws: SettingSyntaxError.self) { try SettingKey.frameCache.value(from: text) }
        #expect(error?.problem == "frameCache: expected a size such as 64MB or 512KB, or 0, found \"\(text)\"\(reason)")
    }

    @Test(arguments: SettingKey.all)
    func writtenDefaultReadsBack(key: SettingKey) throws {
        #expect(try key.value(from: key.defaultValue.description) == key.defaultValue)
        #expect(key.playbackSetting(key.defaultValue) == Settings()[key])
        #expect(SettingKey.player.contains(key) == (key.playbackSetting(key.defaultValue) == nil))
    }

    @Test func everyPolicySettingHasKeyAndVariable() {
        #expect(SettingKey.playback + [.arm] == SettingKey.policy)
        #expect(SettingKey.replaceAt.environmentName == "GIFTTY_REPLACE_AT")
        #expect(SettingKey.mode.environmentName == "GIFTTY_MODE")
    }

    @Test(arguments: [
        Setting.maxWaiting(nil), .maxWaiting(7), .expireAfter(1_500_000_000), .combineWithin(nil), .order(.value),
        .overflow(.dropCheapest), .early(.hold), .backlog(.park), .missing(.wait), .waitAtMost(1), .gap(0),
        .loopWhile(.never),
        .replaceAt(Millionths(1_000_001)), .mode(.replace), .arm("none"),
    ])
    func writtenSettingReadsBack(setting: Setting) throws {
        let value = try setting.key.value(from: setting.value.description)
        #expect(setting.key.playbackSetting(value) == setting)
    }
}
