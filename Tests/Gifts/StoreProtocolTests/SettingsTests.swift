import ExactNumbers
import Playback
import PlayerSettings
import StoreProtocol
import Testing

@Suite("Published settings")
struct SettingsTests {
    private func room(
        _ json: String, unknown: UnknownSettings = .ignore
    ) throws(StoreDocumentError) -> RoomSettings {
        try RoomSettings(json: Array(json.utf8), unknown: unknown)
    }

    private func published(
        _ json: String, unknown: UnknownSettings = .ignore
    ) throws(StoreDocumentError) -> PublishedSettings {
        try PublishedSettings(json: Array(json.utf8), unknown: unknown)
    }

    @Test(
        "a setting is a JSON number or text with the meaning of the playback rules",
        arguments: [
            (#""mode": "replace""#, .mode(.replace)), (#""replaceAt": 0.3"#, .replaceAt(Millionths(300_000))),
            (#""replaceAt": 3e-1"#, .replaceAt(Millionths(300_000))), (#""replaceAt": 1"#, .replaceAt(.one)),
            (#""replaceAt": "0.25""#, .replaceAt(Millionths(250_000))), (#""maxWaiting": 20"#, .maxWaiting(20)),
            (#""maxWaiting": null"#, .maxWaiting(nil)), (#""maxWaiting": "none""#, .maxWaiting(nil)),
            (#""gap": "250ms""#, .gap(250_000_000)), (#""gap": 0.25"#, .gap(250_000_000)),
            (#""gap": 2"#, .gap(2 * .second)),
            (#""expireAfter": 1.5e1"#, .expireAfter(15 * .second)), (#""order": "value""#, .order(.value)),
        ] as [(String, Setting)])
    func settingHasValue(member: String, setting: Setting) throws {
        let settings = try room("{\"revision\": 7, \(member)}", unknown: .reject)
        #expect(settings.assignments.compactMap(\.playbackSetting) == [setting])
        #expect(settings.assignments.map(\.origin) == [.store])
        #expect(try RoomSettings(json: settings.json, unknown: .reject) == settings)
    }

    @Test(
        "an error names the wrong setting",
        arguments: [
            (
                #""replaceAt": -1"#,
                "replaceAt: expected a fraction such as 0.3 or 30%, with at most 6 digits after the point, found -1"
            ),
            (
                #""replaceAt": 3e-7"#,
                "replaceAt: expected a fraction such as 0.3 or 30%, with at most 6 digits after the point, found 3e-7"
            ),
            (
                #""replaceAt": 1e30"#,
                "replaceAt: expected a fraction such as 0.3 or 30%, with at most 6 digits after the point, found 1e30"
            ),
            (#""maxWaiting": 1.5"#, "maxWaiting: expected a whole number from 0 up, or none, found 1.5"),
            (#""gap": null"#, "gap: expected a duration such as 250ms, 1.5s or 2m, found null"),
            (#""gap": 1e300"#, "gap: expected a duration such as 250ms, 1.5s or 2m, found 1e300"),
            (#""gap": {}"#, "gap: expected a duration such as 250ms, 1.5s or 2m, found an object"),
            (#""mode": 3"#, "mode: expected queue or replace, found 3"),
            (#""mode": true"#, "mode: expected queue or replace, found true"),
            (#""arm": 3"#, "arm: expected the name of an arm, found 3"),
        ])
    func invalidValueIsReported(member: String, message: String) {
        let error = #expect(throws: StoreDocumentError.self) { try room("{\"revision\": 7, \(member)}") }
        #expect(error?.description == message)
    }

    @Test("a player ignores unknown settings and choices, and a store refuses them")
    func playerIgnoresAndStoreRejectsUnknown() throws {
        let json = #"{"revision": 7, "replceAt": {"x": 1}, "mode": "shuffle", "early": "hold"}"#
        #expect(try room(json).assignments.compactMap(\.playbackSetting) == [.early(.hold)])
        let error = #expect(throws: StoreDocumentError.self) { try room(json, unknown: .reject) }
        #expect(error?.description == "replceAt: unknown setting \"replceAt\", did you mean \"replaceAt\"?")
        let word = #expect(throws: StoreDocumentError.self) {
            try room(#"{"revision": 7, "mode": "shuffle"}"#, unknown: .reject)
        }
        #expect(word?.description == "mode: expected queue or replace, found \"shuffle\"")
        let part = #"{"revision": 7, "defualt": {"mode": "replace"}}"#
        #expect(try published(part) == PublishedSettings(revision: 7))
        let misspelled = #expect(throws: StoreDocumentError.self) { try published(part, unknown: .reject) }
        #expect(misspelled?.description == "defualt: unknown field \"defualt\", did you mean \"default\"?")
        let beside = #expect(throws: StoreDocumentError.self) {
            try published(
                #"{"revision": 7, "rollout": [{"arm": "b", "share": 5, "mode": "queue"}]}"#, unknown: .reject)
        }
        #expect(beside?.description == "rollout[0].mode: unknown field \"mode\", expected one of arm, share, settings")
    }

    @Test("settings that are written and read again are the same")
    func writtenSettingsReadBack() throws {
        let json = """
            {"revision":7,"default":{"mode":"replace","replaceAt":0.3},"rooms":{"a \\"b\\"":{},"lobby":{"gap":0.25}},\
            "rollout":[{"arm":"b","share":25,"settings":{"maxWaiting":null}},{"arm":"c","share":75,"settings":{}}]}
            """
        let settings = try published(json, unknown: .reject)
        #expect(String(decoding: settings.json, as: UTF8.self) == json)
        #expect(try PublishedSettings(json: settings.json) == settings)
        #expect(try published(#"{"revision": 0}"#) == PublishedSettings(revision: 0))
    }

    // Computed with Python: `int.from_bytes(hashlib.sha256(b"rollout:" + room).digest()[:8], "big") % 100`
    @Test(
        "a room has the same position on every machine",
        arguments: [
            ("lobby", 63), ("main", 86), ("room-1", 70), ("room-2", 13), ("room-3", 88), ("Größe 🎁", 72), ("", 71),
        ])
    func roomPositionIsFixed(room: String, position: Int) {
        #expect(PublishedSettings.position(of: room) == position)
    }

    @Test("a room's own settings override the default ones, and its arm's settings override both")
    func armOverridesRoomAndDefault() throws {
        let settings = try published(
            """
            {"revision": 7, "default": {"mode": "replace", "replaceAt": 0.3, "gap": 1},
             "rooms": {"lobby": {"replaceAt": 0.4, "order": "value"}, "main": {"gap": 2}},
             "rollout": [{"arm": "none", "share": 0, "settings": {"gap": 9}},
                         {"arm": "b", "share": 64, "settings": {"replaceAt": 0.5}}]}
            """)
        let lobby = settings.resolved(for: "lobby")
        #expect(lobby.arm == "b" && lobby.revision == 7)
        #expect(
            lobby.assignments.compactMap(\.playbackSetting) == [
                .mode(.replace), .replaceAt(Millionths(500_000)), .gap(.second), .order(.value),
            ])
        let main = settings.resolved(for: "main")
        #expect(main.arm == nil)
        #expect(
            main.assignments.compactMap(\.playbackSetting) == [
                .mode(.replace), .replaceAt(Millionths(300_000)), .gap(2 * .second),
            ])
    }

    @Test("the shares follow each other in order, and each excludes its end")
    func sharesExcludeTheirEnd() {
        func arm(_ room: String, _ shares: Int...) -> String? {
            let arms = shares.enumerated().map { PublishedSettings.Arm(name: "\($0)", share: $1, settings: []) }
            return PublishedSettings(revision: 0, rollout: arms).resolved(for: room).arm
        }
        // The position of the lobby is 63, so that a share of 63 ends just before it.
        #expect(arm("lobby", 63) == nil)
        #expect(arm("lobby", 64) == "0")
        #expect(arm("lobby", 63, 1) == "1")
        #expect(arm("lobby", 1, 62, 0, 5) == "3")
        #expect(arm("lobby") == nil)
        #expect(arm("lobby", 100) == "0")
    }

    @Test(
        "a share is a whole number, shares add up to at most 100, and arms have different names",
        arguments: [
            (
                #"[{"arm": "b", "share": 101, "settings": {}}]"#,
                "rollout[0].share: expected a whole number from 0 to 100, found 101"
            ),
            (
                #"[{"arm": "b", "share": 2.5, "settings": {}}]"#,
                "rollout[0].share: expected a whole number from 0 to 100, found 2.5"
            ),
            (
                #"[{"arm": "b", "share": 60}, {"arm": "c", "share": 41}]"#,
                "rollout[1].share: expected shares of up to 100 in all, found 101"
            ),
            (
                #"[{"arm": "b", "share": 6}, {"arm": "b", "share": 4}]"#,
                "rollout[1].arm: expected another name, found \"b\" twice"
            ),
            (#"[{"share": 6}]"#, "rollout[0].arm: expected the name of an arm, found nothing"),
            (#"[{"arm": "", "share": 6}]"#, "rollout[0].arm: expected the name of an arm, found \"\""),
            (#"[{"arm": "b"}]"#, "rollout[0].share: expected a whole number from 0 to 100, found nothing"),
        ])
    func invalidSharesAreReported(rollout: String, message: String) {
        let error = #expect(throws: StoreDocumentError.self) {
            try published("{\"revision\": 1, \"rollout\": \(rollout)}")
        }
        #expect(error?.description == message)
    }
}
