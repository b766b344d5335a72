import PlayerSettings
import RoomEvents
import Testing

@testable import PlatformAdapters

/// Tests of which gift kind stands for a gift of a platform.
@Suite struct GiftMapTests {
    private static let yaml = """
        twitch:
          bits:100: heart
          bits:1000: rocket
          sub: star
          sub:3000: whale
        tiktok: {5655: star, Galaxy: whale, Lion: none}
        bilibili: {辣条: none}
        """

    private func map(_ yaml: String = yaml) throws -> GiftMap {
        try GiftMap(yaml: yaml, file: "map.yaml", kinds: AdapterTesting.kinds)
    }

    @Test(
        arguments: [
            (GiftMap.PlatformGift(platform: .tiktok, id: "5655", name: "Rose", value: 1), "star"),
            (.init(platform: .tiktok, id: "1", name: "galaxy", value: 1), "whale"),
            (.init(platform: .tiktok, id: "1", name: "Lion", value: 1), nil),
            (.init(platform: .tiktok, id: "1", name: "Rose", value: 1), "rose"),
            (.init(platform: .tiktok, id: "1", name: "MOONLIT WHALE", value: 1), "whale"),
            (.init(platform: .tiktok, id: "rocket", name: "x", value: 1), "rocket"),
            (.init(platform: .tiktok, id: "1", name: "Perfume", value: 499), "star"),
            (.init(platform: .tiktok, id: "1", name: "Perfume", value: 500), "rocket"),
            (.init(platform: .tiktok, id: "1", name: "Perfume", value: 0), "heart"),
            (.init(platform: .bilibili, name: "辣条", value: 0), nil),
            (.init(platform: .twitch, name: "99 bits", categories: ["bits"], value: 99), "rose"),
            (.init(platform: .twitch, name: "100 bits", categories: ["bits"], value: 100), "heart"),
            (.init(platform: .twitch, name: "5000 bits", categories: ["bits"], value: 5000), "rocket"),
            (.init(platform: .twitch, name: "x", categories: ["sub:3000", "sub"], value: 1), "whale"),
            (.init(platform: .twitch, name: "x", categories: ["sub:1000", "sub"], value: 1), "star"),
        ] as [(GiftMap.PlatformGift, String?)])
    func rulesPrecedeNamesAndNamesPrecedePrices(offer: GiftMap.PlatformGift, kind: String?) throws {
        #expect(try map().kind(of: offer) == kind)
    }

    @Test func giftKeepsPlatformNameWithoutKinds() {
        #expect(GiftMap(kinds: []).kind(of: .init(platform: .tiktok, name: "Lion's  Roar!", value: 5)) == "lion-s-roar")
        #expect(GiftMap(kinds: []).kind(of: .init(platform: .bilibili, name: "辣条", value: 5)) == "gift")
    }

    @Test(arguments: [
        ("titkok: {}", #"map.yaml:1:1: unknown platform "titkok", did you mean "tiktok"?"#),
        ("tiktok: 5", #"map.yaml:1:9: tiktok: expected a mapping, found "5""#),
        ("tiktok: {5655: roes}", #"map.yaml:1:16: 5655: unknown kind "roes", did you mean "rose"?"#),
        ("tiktok: {5655: }", "map.yaml:1:16: 5655: expected a kind of the catalogue or none, found nothing"),
        ("twitch:\n  bits:many: rose", "map.yaml:2:3: bits:many: expected a number of bits such as bits:100"),
    ])
    func invalidMapIsReported(yaml: String, message: String) {
        do {
            _ = try map(yaml)
            Issue.record("it is none")
        } catch let error as ConfigurationError {
            #expect(error.description == message)
        } catch {
            Issue.record(error)
        }
    }

    @Test("a rule for a kind applies while the catalogue has the kind, and otherwise name and price decide")
    func ruleAppliesWhileKindIsAvailable() throws {
        let rose = GiftKind(id: "rose", name: "Rose", value: 1)
        let lamp = GiftKind(id: "lamp", name: "Lamp", value: 9)
        let map = try GiftMap(
            yaml: "tiktok: {5655: lamp}", file: "map.yaml", kinds: [rose], allowsUnknownKinds: true)
        let offer = GiftMap.PlatformGift(platform: .tiktok, id: "5655", name: "Lantern", value: 3)
        #expect(map.kind(of: offer) == "rose")
        map.kinds.replace(with: [rose, lamp])
        #expect(map.kind(of: offer) == "lamp")
        map.kinds.replace(with: [rose])
        #expect(map.kind(of: offer) == "rose")
    }

    @Test func emptyMapHasNoRules() throws {
        #expect(try map("").kind(of: .init(platform: .tiktok, name: "Rose", value: 1)) == "rose")
    }
}
