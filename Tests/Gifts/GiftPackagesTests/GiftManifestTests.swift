import GiftChoreography
import GiftPackages
import Playback
import PlayerSettings
import StoreProtocol
import Testing

@Suite("The manifest of a gift")
struct GiftManifestTests {
    private func manifest(_ yaml: String) throws(ConfigurationError) -> GiftManifest {
        try GiftManifest(yaml: Array(yaml.utf8), file: "gift.yaml")
    }

    @Test("a manifest has all facts of a gift")
    func everyFieldIsRead() throws {
        let manifest = try manifest(
            """
            name: Rocket
            value: 500
            tags: [space, large]
            sign: {emoji: "🚀", ascii: "^^"}
            settings: {early: hold, expireAfter: 250ms}
            enter:
              - slide: {from: left, for: 300ms}
              - shake: 2
            exit: fade
            banner: "{sender} takes off"
            properties:
              "Flame.**.Fill 1.Color": "#ff8800"
              Smoke.Opacity: 40
            """)
        #expect(manifest.name == "Rocket" && manifest.value == 500 && manifest.tags == ["space", "large"])
        #expect(manifest.symbol == GiftSymbol(emoji: "🚀", ascii: "^^"))
        #expect(manifest.settings.compactMap(\.playbackSetting) == [.early(.hold), .expireAfter(250_000_000)])
        #expect(manifest.settings.allSatisfy { $0.origin == .store })
        let movements = try #require(try YAMLValue.document("[slide: {from: left, for: 300ms}, shake: 2]", file: "x"))
        #expect(manifest.enter == (try Choreography(movements, for: .enter)))
        #expect(manifest.exit?.occasion == .exit)
        #expect(manifest.banner == .init(text: "{sender} takes off"))
        #expect(
            manifest.transitions.enter == manifest.enter && manifest.transitions.banner.text == "{sender} takes off")
        #expect(manifest.properties.map(\.path) == ["Flame.**.Fill 1.Color", "Smoke.Opacity"])
        #expect(manifest.properties.map(\.value.content) == [.text("#ff8800"), .text("40")])
    }

    @Test("a manifest can restrict a gift to its banner")
    func bannerOnly() throws {
        #expect(try manifest("banner: {only: yes}").banner == .init(isBannerOnly: true))
        #expect(
            try manifest("banner: {only: yes, text: Hi}").transitions
                == .init(banner: .init(text: "Hi", isBannerOnly: true)))
    }

    @Test("a manifest may be empty", arguments: ["", "# nothing\n", "{}", "---\n"])
    func manifestMayBeEmpty(yaml: String) throws {
        #expect(try manifest(yaml) == GiftManifest())
    }

    @Test(
        "an error names line and column of the fault",
        arguments: [
            ("name: Rocket\nvlaue: 5", "gift.yaml:2:1: gift: unknown field \"vlaue\", did you mean \"value\"?"),
            ("name: [a]", "gift.yaml:1:7: name: expected a text, found a list"),
            ("name:", "gift.yaml:1:6: name: expected a text, found nothing"),
            ("value: -1", "gift.yaml:1:8: value: expected a whole number from 0 up, found \"-1\""),
            ("value: 1.5", "gift.yaml:1:8: value: expected a whole number from 0 up, found \"1.5\""),
            ("tags: space", "gift.yaml:1:7: tags: expected a list of texts, found \"space\""),
            ("sign: {emoji: x}", "gift.yaml:1:7: sign: \"ascii\" is missing"),
            ("sign: {emoji: x, acsii: y}", "gift.yaml:1:18: sign: unknown field \"acsii\", did you mean \"ascii\"?"),
            ("settings:\n  replceAt: 1", "gift.yaml:2:3: unknown setting \"replceAt\", did you mean \"replaceAt\"?"),
            ("settings:\n  early: now", "gift.yaml:2:10: early: expected drop or hold, found \"now\""),
            (
                "settings:\n  mode: queue",
                "gift.yaml:2:3: unknown setting \"mode\", expected one of replaceAt, early, expireAfter, missing, loopWhile"
            ),
            ("properties: [a]", "gift.yaml:1:13: properties: expected a mapping, found a list"),
            ("enter: {[a]: b}", "gift.yaml:1:9: enter: expected a name, found a list"),
            (
                "name: a\nenter: [slide: {frm: left}]",
                "gift.yaml:2:17: slide: unknown field \"frm\", did you mean \"from\"?"
            ),
            (
                "exit:\n  - fade\n  - shrke: 2",
                "gift.yaml:3:5: exit: unknown movement \"shrke\", did you mean \"shake\"?"
            ),
            ("banner: {only: perhaps}", "gift.yaml:1:16: only: expected yes or no, found \"perhaps\""),
            ("banner: [a]", "gift.yaml:1:9: banner: expected a text, found a list"),
            ("- a", "gift.yaml:1:1: gift: expected a mapping, found a list"),
            ("a: b: c", "gift.yaml:1:5: not YAML: mapping values are not allowed in this context"),
            ("name: a\nname: b", "gift.yaml:2:1: duplicate key \"name\""),
        ])
    func faults(yaml: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) { try manifest(yaml) }
        #expect(error?.description == message)
    }

    @Test("aliases of aliases and deep nesting are refused before they use much memory")
    func aliasBombsAreRejected() {
        var laughs = "banner:\n  - &a0 [x, x]\n"
        for level in 1...30 { laughs += "  - &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        let error = #expect(throws: ConfigurationError.self) { try manifest(laughs) }
        #expect(error?.description == "gift.yaml: expected at most 16 aliases")
        let keys = laughs.replacing("  - &a30 ", with: "  ? &a30 ")
        #expect(throws: ConfigurationError.self) { try manifest(keys) }
        let few = "properties: {x: [&a [x, x], *a, 5 *stars*]}"
        #expect(throws: Never.self) { try manifest(few) }
        let deep = "enter: " + String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let depth = #expect(throws: ConfigurationError.self) { try manifest(deep) }
        #expect(depth?.problem == "enter: expected at most 16 levels")
        #expect(throws: ConfigurationError.self) { try manifest(String(repeating: "[", count: 200_000)) }
        #expect(throws: ConfigurationError.self) { try GiftManifest(yaml: [0xFF], file: "gift.yaml") }
    }
}
