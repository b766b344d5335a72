import BuiltInGifts
import PlayerSettings
import RoomEvents
import RoomSimulator
import StoreProtocol
import Testing

@Suite("A catalogue in YAML")
struct GiftCatalogueTests {
    @Test("every field is read, and durations are exact")
    func fields() throws {
        let catalogue = try GiftCatalogue(yaml: Self.list(Self.heart), file: "gifts.yaml")
        let gift = try #require(catalogue["heart"])
        #expect(gift.name == "Heart")
        #expect(gift.value == 3)
        #expect(gift.duration == 1_250_000_000)
        #expect(gift.animation == "heart.json")
        #expect(gift.emoji == "💖" && gift.asciiSymbol == "<3")
        #expect(gift.tags == ["small", "red"])
        #expect(catalogue["hearts"] == nil)
    }

    @Test("a catalogue without gifts is valid")
    func empty() throws {
        #expect(try GiftCatalogue(yaml: "gifts: []", file: "gifts.yaml").gifts.isEmpty)
    }

    @Test(
        "an error names the place, the fault and the expected value",
        arguments: [
            ("", "g.yaml: expected a list of gifts, found nothing"),
            ("gifts: 3", "g.yaml:1:8: gifts: expected a list, found \"3\""),
            ("gfits: []", "g.yaml:1:1: catalogue: unknown field \"gfits\", did you mean \"gifts\"?"),
            (list(heart, heart), "g.yaml:4:5: gifts: duplicate id \"heart\""),
            (
                list(heart.replacing("id: heart", with: "id: He art")),
                "g.yaml:2:10: id: expected up to 64 lower-case letters, digits, \".\", \"_\" and \"-\", a letter or digit first, found \"He art\""
            ),
            (
                list(heart.replacing("1.25s", with: "soon")),
                "g.yaml:2:50: duration: expected a duration such as 250ms, 1.5s or 2m, found \"soon\""
            ),
            (
                list(heart.replacing("value: 3", with: "value: -3")),
                "g.yaml:2:37: value: expected a whole number from 0 up, found \"-3\""
            ),
            (list(heart.replacing("name: Heart, ", with: "")), "g.yaml:2:5: gift: \"name\" is missing"),
            (
                list(heart.replacing("name: Heart", with: "name: a, loop: {from: 0s, to: 1s}, rounds: {}")),
                "g.yaml:2:52: gift: \"rounds\" does not go with \"loop\""
            ),
            (
                list(heart.replacing("name: Heart", with: "name: a, rounds: {from: 0s, to: 1s, count: 1}")),
                "g.yaml:2:60: count: expected a whole number from 2 to 1000, found \"1\""
            ),
            (
                list(heart.replacing("[small, red]", with: "small")),
                "g.yaml:3:44: tags: expected a list of texts, found \"small\""
            ),
        ])
    func errors(yaml: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) { try GiftCatalogue(yaml: yaml, file: "g.yaml") }
        #expect(error?.description == message)
    }

    static let heart = """
        {id: heart, name: Heart, value: 3, duration: 1.25s, animation: heart.json,
            sign: {emoji: "💖", ascii: "<3"}, tags: [small, red]}
        """

    static func list(_ gifts: String...) -> String {
        "gifts:\n" + gifts.map { "  - \($0)\n" }.joined()
    }
}

@Suite("A room in YAML")
struct RoomScriptTests {
    @Test("every field is read")
    func fields() throws {
        let room = try RoomScript(yaml: Self.room, file: "room.yaml")
        #expect(room.host == "Mika" && room.title == "Café")
        #expect(room.viewers == ["ann", "bob"])
        #expect(room.chat == ["hi"] && room.greetings == ["welcome {name}"] && room.cheers == ["wow"])
        #expect(room.thanksForOne == ["thanks"] && room.thanksForMany == ["many thanks"])
        let calm = try #require(room.profiles["calm"])
        #expect(calm.giftsPerMinute == 8 && calm.chatPerMinute == 2.5)
        #expect(calm.likesPerEvent == 1...5)
        #expect(calm.streak.spacing == .milliseconds(400)...(.milliseconds(1200)))
        #expect(calm.burst.maxDuration == .seconds(6))
        #expect(calm.weights == ["heart": 30, "castle": 0.5])
        #expect(room.lobby == [.init(id: "attic", host: "Noor", title: "Synths", profile: "calm")])
    }

    @Test(
        "an error names the place, the fault and the expected value",
        arguments: [
            ("", "", "r.yaml: expected a room, found nothing"),
            ("favourite: 0.3", "favourite: 3", "r.yaml:14:16: favourite: expected a number from 0 to 1.0, found \"3\""),
            (
                "likesAtOnce: [1, 5]", "likesAtOnce: [5, 1]",
                "r.yaml:13:18: likesAtOnce: expected the smaller bound first"
            ),
            (
                "likesAtOnce: [1, 5]", "likesAtOnce: 5",
                "r.yaml:13:18: likesAtOnce: expected a range such as [1, 5], found \"5\""
            ),
            ("length: [2, 5]", "length: [0, 5]", "r.yaml:15:42: length: expected numbers from 1 to 1000, found \"0\""),
            (
                "profile: calm", "profile: clam",
                "r.yaml:21:53: profile: expected the name of a profile, found \"clam\""
            ),
            (
                "id: attic", "id: An attic",
                "r.yaml:21:10: id: expected \(GiftID.expectedForm), found \"An attic\""
            ),
            (
                "lobby:\n", "lobby:\n  - {id: attic, host: Noor, title: Synths, profile: calm}\n",
                "r.yaml:22:5: lobby: duplicate id \"attic\""
            ),
            ("within: 6s", "wihtin: 6s", "r.yaml:16:44: burst: unknown field \"wihtin\", did you mean \"within\"?"),
        ])
    func errors(old: String, new: String, message: String) {
        let yaml = old.isEmpty ? "" : Self.room.replacing(old, with: new)
        let error = #expect(throws: ConfigurationError.self) { try RoomScript(yaml: yaml, file: "r.yaml") }
        #expect(error?.description == message)
    }

    static let room = """
        host: Mika
        title: Café
        viewers: [ann, bob]
        chat: [hi]
        greetings: ["welcome {name}"]
        thanks: {one: [thanks], many: [many thanks]}
        cheers: [wow]
        profiles:
          calm:
            giftsPerMinute: 8
            chatPerMinute: 2.5
            joinsPerMinute: 5
            likesAtOnce: [1, 5]
            favourite: 0.3
            streak: {probability: 0.15, length: [2, 5], spacing: [400ms, 1200ms]}
            burst: {perMinute: 0.3, gifts: [3, 5], within: 6s}
            weights: {heart: 30, castle: 0.5}
            leavesPerMinute: 4
            likesPerMinute: 20
        lobby:
          - {id: attic, host: Noor, title: Synths, profile: calm}
        """
}
