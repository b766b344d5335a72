import Configuration
import Playback
import StoreDocuments
import Testing

/// The gift of the tests, with some of its members changed; nil takes one away.
func giftJSON(_ changes: [String: String?] = [:]) -> String {
    var members: [(String, String?)] = [
        ("id", "\"rocket\""), ("name", "\"Rocket\""), ("version", "3"), ("value", "500"), ("duration", "4.0"),
        ("package", "\"gifts/rocket/3.zip\""), ("size", "48213"),
        ("sha256", "\"\(String(repeating: "9f", count: 32))\""), ("tags", "[\"space\"]"), ("width", "512"),
        ("height", "512"), ("frameRate", "60"), ("published", "\"2026-11-21T10:00:00Z\""),
    ]
    for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
        members.removeAll { $0.0 == name }
        members.append((name, value))
    }
    return "{" + members.compactMap { name, value in value.map { "\"\(name)\": \($0)" } }.joined(separator: ", ") + "}"
}

@Suite("A catalogue")
struct CatalogueTests {
    private func catalogue(_ gifts: String...) throws(StoreDocumentError) -> StoreCatalogue {
        try StoreCatalogue(json: Array("{\"revision\": 42, \"gifts\": [\(gifts.joined(separator: ","))]}".utf8))
    }

    @Test("has its gifts with all they say")
    func gift() throws {
        let catalogue = try catalogue(giftJSON())
        #expect(catalogue.revision == 42)
        #expect(
            catalogue.gifts == [
                StoreGift(
                    id: "rocket", name: "Rocket", version: 3, value: 500, duration: 4 * .second,
                    package: "gifts/rocket/3.zip", size: 48_213,
                    sha256: try #require(SHA256Digest(hex: String(repeating: "9f", count: 32))), tags: ["space"],
                    width: 512, height: 512, frameRate: 60, published: "2026-11-21T10:00:00Z")
            ])
    }

    @Test("is the same when it is written and read again")
    func roundTrip() throws {
        let gift = giftJSON([
            "name": #""a \"quoted\" 🎁\nname""#, "sign": #"{"emoji": "🚀", "ascii": "^^"}"#, "frameRate": "29.97",
            "settings": #"{"early": "hold", "expireAfter": 0.25, "gap": 1, "missing": "wait", "replaceAt": 0.5}"#,
            "duration": "2.016666667",
        ])
        let catalogue = try catalogue(gift, giftJSON(["id": "\"b\"", "sign": nil]))
        #expect(try StoreCatalogue(json: catalogue.json) == catalogue)
        #expect(try StoreGift(json: catalogue.gifts[0].json) == catalogue.gifts[0])
        #expect(catalogue.gifts[0].sign == GiftSign(emoji: "🚀", ascii: "^^"))
        #expect(
            catalogue.gifts[0].settings.map(\.value) == [
                .choice("hold"), .duration(250_000_000), .choice("wait"), .fraction(Millionths(500_000)),
            ])
    }

    @Test("passes over members that it doesn't know, however they look")
    func unknownMembers() throws {
        let gift = giftJSON(["later": #"[{"a": [1, -2.5e3, "\u00e9\ud83c\udf81", true, false, null, {}, []]}]"#])
        #expect(try catalogue(gift) == catalogue(giftJSON()))
    }

    @Test("may lack what a player can do without")
    func optionalMembers() throws {
        let absent: [String: String?] = [
            "name": nil, "tags": nil, "width": nil, "height": nil, "frameRate": nil, "published": nil,
        ]
        let gift = try #require(try catalogue(giftJSON(absent)).gifts.first)
        #expect(gift.name == "rocket")
        #expect(gift.tags == [] && gift.width == 0 && gift.height == 0 && gift.frameRate == 0 && gift.published == "")
    }

    @Test(
        "names the member that is not what it should be, and what was expected",
        arguments: [
            ("version", "\"x\"", "gifts[1].version: expected a whole number from 1 up, found \"x\""),
            ("version", "0", "gifts[1].version: expected a whole number from 1 up, found 0"),
            ("version", "1.5", "gifts[1].version: expected a whole number from 1 up, found 1.5"),
            ("version", "1e30", "gifts[1].version: expected a whole number from 1 up, found 1e30"),
            ("version", nil, "gifts[1].version: expected a whole number from 1 up, found nothing"),
            ("value", "-1", "gifts[1].value: expected a whole number from 0 up, found -1"),
            ("size", "-1", "gifts[1].size: expected a whole number from 0 up, found -1"),
            (
                "size", "9223372036854775808",
                "gifts[1].size: expected a whole number from 0 up, found 9223372036854775808"
            ),
            ("duration", "-0.1", "gifts[1].duration: expected seconds from 0 up, found -0.1"),
            ("duration", "1e300", "gifts[1].duration: expected seconds from 0 up, found 1e300"),
            ("duration", "null", "gifts[1].duration: expected seconds from 0 up, found null"),
            ("sha256", "\"9f\"", "gifts[1].sha256: expected 64 hexadecimal digits, found \"9f\""),
            ("package", "\"\"", "gifts[1].package: expected a URL, found \"\""),
            ("package", "\"a b\"", "gifts[1].package: expected a URL, found \"a b\""),
            ("width", "1e400", "gifts[1].width: expected a number from 0 to a million, found 1e400"),
            ("height", "-1", "gifts[1].height: expected a number from 0 to a million, found -1"),
            ("frameRate", "{}", "gifts[1].frameRate: expected a number from 0 to a million, found an object"),
            ("tags", "\"a\"", "gifts[1].tags: expected a list of texts, found \"a\""),
            ("tags", "[\"a\", 1]", "gifts[1].tags[1]: expected a text, found 1"),
            ("name", "[]", "gifts[1].name: expected a text, found a list"),
            ("sign", "{\"emoji\": \"x\"}", "gifts[1].sign.ascii: expected a text, found nothing"),
            (
                "settings", "{\"expireAfter\": -1}",
                "gifts[1].settings.expireAfter: expected a duration such as 250ms, 1.5s or 2m, or none, found -1"
            ),
        ] as [(String, String?, String)])
    func wrongMember(name: String, value: String?, message: String) {
        let error = #expect(throws: StoreDocumentError.self) {
            try catalogue(giftJSON(["id": "\"a\""]), giftJSON([name: value]))
        }
        #expect(error?.description == message)
    }

    @Test("takes ids that are files' names everywhere, each once")
    func ids() {
        for id in ["a", "9", "a.b_c-d", String(repeating: "x", count: 64)] {
            #expect(GiftID.isValid(id))
            #expect(throws: Never.self) { try catalogue(giftJSON(["id": "\"\(id)\""])) }
        }
        for id in ["", "A", ".a", "-a", "_a", "a/b", "a b", "é", "..", String(repeating: "x", count: 65)] {
            #expect(!GiftID.isValid(id))
            #expect(throws: StoreDocumentError.self) { try catalogue(giftJSON(["id": "\"\(id)\""])) }
        }
        let twice = #expect(throws: StoreDocumentError.self) { try catalogue(giftJSON(), giftJSON()) }
        #expect(twice?.description == "gifts[1].id: expected another id, found \"rocket\" twice")
    }

    @Test(
        "reads durations to the nanosecond",
        arguments: [
            ("0", 0), ("4", 4_000_000_000), ("4.0", 4_000_000_000), ("0.000000001", 1), ("1e-9", 1),
            ("2.0166666666666666", 2_016_666_667), ("0.1", 100_000_000), ("25E-1", 2_500_000_000),
            ("0.30000000000000004", 300_000_000), ("0.0000000004", 0), ("0.0000000005", 1),
            ("9007199.254740993", 9_007_199_254_740_993), ("0e99999999999999999999", 0), ("-0", 0),
        ] as [(String, Nanoseconds)])
    func durations(text: String, expected: Nanoseconds) throws {
        #expect(try StoreGift(json: Array(giftJSON(["duration": text]).utf8)).duration == expected)
    }

    @Test(
        "that is no JSON says at which line and column",
        arguments: [
            ("", "line 1, column 1: expected a value, found the end (no JSON)"),
            ("<html>", "line 1, column 1: expected a value, found \"<\" (no JSON)"),
            ("{\n  \"é\" 1", "line 2, column 7: expected \":\", found \"1\" (no JSON)"),
            ("{\"revision\": 1,}", "line 1, column 16: expected a name in quotes, found \"}\" (no JSON)"),
            ("{\"revision\": 01}", "line 1, column 16: expected a number without a 0 before it, found \"}\" (no JSON)"),
            (
                "{\"revision\": 1, \"gifts\": []} x",
                "line 1, column 30: expected the end of the document, found \"x\" (no JSON)"
            ),
            ("{\"revision\": 1", "line 1, column 15: expected \",\" or \"}\", found the end (no JSON)"),
            ("[]", "expected a catalogue, found a list"),
            ("{}", "revision: expected a whole number from 0 up, found nothing"),
            ("{\"revision\": 1}", "gifts: expected a list of gifts, found nothing"),
        ])
    func noJSON(text: String, message: String) {
        let error = #expect(throws: StoreDocumentError.self) { try StoreCatalogue(json: Array(text.utf8)) }
        #expect(error?.description == message)
    }

    @Test("refuses what is nested too deep, without going there")
    func depth() {
        let deep = String(repeating: "[", count: 100_000)
        let error = #expect(throws: StoreDocumentError.self) {
            try StoreCatalogue(json: Array("{\"x\": \(deep)".utf8))
        }
        #expect(error?.problem == "expected at most 64 levels")
    }

    @Test("an error is one short line, whatever it quotes")
    func oneLine() {
        let name = String(repeating: "a\\u2028\\nb", count: 1_000)
        let error = #expect(throws: StoreDocumentError.self) {
            try StoreCatalogue(json: Array("{\"revision\": {\"\(name)\": }, \"gifts\": \"\(name)\"}".utf8))
        }
        #expect(error?.description.contains("\n") == false)
        let wrong = #expect(throws: StoreDocumentError.self) {
            try StoreCatalogue(json: Array("{\"gifts\": \"\(name)\"}".utf8))
        }
        #expect(wrong?.description.count ?? .max < 100)
    }
}
