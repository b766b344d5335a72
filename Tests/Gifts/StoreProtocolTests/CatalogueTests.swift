import ExactNumbers
import Playback
import PlayerSettings
import StoreProtocol
import Testing

/// Returns the JSON of the tests' gift with some members changed; a `nil` value removes the member.
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

@Suite("The catalogue")
struct CatalogueTests {
    private func catalogue(_ gifts: String...) throws(StoreDocumentError) -> StoreCatalogue {
        try StoreCatalogue(json: Array("{\"revision\": 42, \"gifts\": [\(gifts.joined(separator: ","))]}".utf8))
    }

    @Test("a catalogue has its gifts with all their facts")
    func catalogueHasAllFacts() throws {
        let catalogue = try catalogue(giftJSON())
        #expect(catalogue.revision == 42)
        #expect(
            catalogue.gifts == [
                StoreGift(
                    id: "rocket", name: "Rocket", version: 3, value: 500, duration: 4 * .second,
                    package: "gifts/rocket/3.zip", size: 48_213,
                    sha256: try #require(SHA256Digest(hex: String(repeating: "9f", count: 32))), tags: ["space"],
                    format: StoreGift.Format(width: 512, height: 512, frameRate: 60), published: "2026-11-21T10:00:00Z")
            ])
    }

    @Test("a catalogue that is written and read again is the same")
    func writtenCatalogueReadsBack() throws {
        let gift = giftJSON([
            "name": #""a \"quoted\" 🎁 na\u006de""#, "sign": #"{"emoji": "🚀", "ascii": "^^"}"#, "frameRate": "29.97",
            "settings": #"{"early": "hold", "expireAfter": 0.25, "gap": 1, "missing": "wait", "replaceAt": 0.5}"#,
            "duration": "2.016666667",
        ])
        let catalogue = try catalogue(gift, giftJSON(["id": "\"b\"", "sign": nil]))
        #expect(try StoreCatalogue(json: catalogue.json) == catalogue)
        #expect(try StoreGift(json: catalogue.gifts[0].json) == catalogue.gifts[0])
        #expect(catalogue.gifts[0].symbol == GiftSymbol(emoji: "🚀", ascii: "^^"))
        #expect(
            catalogue.gifts[0].settings.map(\.value) == [
                .choice("hold"), .duration(250_000_000), .choice("wait"), .fraction(Millionths(500_000)),
            ])
    }

    @Test("a gift whose animation has a loop says from when to when")
    func loopReadsBack() throws {
        let gift = try #require(try catalogue(giftJSON(["loop": #"{"from": 1, "to": 1.5, "later": 3}"#])).gifts.first)
        #expect(gift.loop == GiftLoop(start: .second, end: 1_500_000_000))
        #expect(String(decoding: gift.json, as: UTF8.self).contains(#""loop":{"from":1,"to":1.5}"#))
        #expect(try StoreGift(json: gift.json) == gift)
        #expect(try StoreGift(json: Array(giftJSON(["loop": "null"]).utf8)).loop == nil)
    }

    @Test("a gift with a fixed number of rounds says from when to when, and how many")
    func roundsReadBack() throws {
        let rounds = #"{"from": 1, "to": 2.5, "count": 3, "later": 3}"#
        let gift = try #require(try catalogue(giftJSON(["rounds": rounds])).gifts.first)
        #expect(gift.loop == GiftLoop(start: .second, end: 2_500_000_000, plannedRounds: 3))
        #expect(String(decoding: gift.json, as: UTF8.self).contains(#""rounds":{"from":1,"to":2.5,"count":3}"#))
        #expect(!String(decoding: gift.json, as: UTF8.self).contains(#""loop""#))
        #expect(try StoreGift(json: gift.json) == gift)
    }

    @Test("rounds go before a loop, wherever they stand")
    func roundsGoBeforeLoop() throws {
        let loop = #"{"from": 0, "to": 1}"#
        let rounds = #"{"from": 1, "to": 2, "count": 3}"#
        for (first, second) in [("loop", "rounds"), ("rounds", "loop")] {
            let members = "\(first == "loop" ? loop : rounds), \"\(second)\": \(second == "loop" ? loop : rounds)"
            let gift = try StoreGift(json: Array(giftJSON([first: members]).utf8))
            #expect(gift.loop == GiftLoop(start: .second, end: 2 * .second, plannedRounds: 3))
        }
    }

    @Test(
        "rounds without a number, or with too few or too many, are an error",
        arguments: ["", #", "count": 1"#, #", "count": 1001"#, #", "count": 2.5"#])
    func wrongRoundsAreAnError(count: String) {
        let rounds = #"{"from": 1, "to": 2\#(count)}"#
        #expect(throws: StoreDocumentError.self) { try StoreGift(json: Array(giftJSON(["rounds": rounds]).utf8)) }
    }

    @Test(
        "a loop that has no time, or ends before it begins, is an error",
        arguments: [
            "3", #"{"from": 1}"#, #"{"from": 1, "to": 1}"#, #"{"from": "a", "to": 2}"#,
        ])
    func wrongLoopIsAnError(loop: String) {
        #expect(throws: StoreDocumentError.self) { try StoreGift(json: Array(giftJSON(["loop": loop]).utf8)) }
    }

    @Test("withdrawn kinds read back, and a catalogue without any has no such member")
    func withdrawnKindsReadBack() throws {
        let catalogue = StoreCatalogue(revision: 2, gifts: [], withdrawn: ["rose": 4, "heart": 1])
        #expect(
            String(decoding: catalogue.json, as: UTF8.self)
                == #"{"revision":2,"gifts":[],"withdrawn":[{"id":"heart","version":1},{"id":"rose","version":4}]}"#)
        #expect(try StoreCatalogue(json: catalogue.json) == catalogue)
        #expect(StoreCatalogue(revision: 2, gifts: []).json == Array(#"{"revision":2,"gifts":[]}"#.utf8))
    }

    @Test(
        "a withdrawn kind without an id or a version is an error",
        arguments: [#"true"#, #"[1]"#, #"[{"id": "heart"}]"#, #"[{"id": "../a", "version": 1}]"#])
    func wrongWithdrawnKindIsAnError(list: String) {
        let error = #expect(throws: StoreDocumentError.self) {
            try StoreCatalogue(json: Array(#"{"revision": 1, "gifts": [], "withdrawn": \#(list)}"#.utf8))
        }
        #expect(error?.path.hasPrefix("withdrawn") == true, "\(String(describing: error))")
    }

    @Test("a catalogue may have unknown members of any form")
    func unknownMembersAreIgnored() throws {
        let gift = giftJSON(["later": #"[{"a": [1, -2.5e3, "\u00e9\ud83c\udf81", true, false, null, {}, []]}]"#])
        #expect(try catalogue(gift) == catalogue(giftJSON()))
    }

    @Test("the members that a player does not need are optional")
    func unneededMembersAreOptional() throws {
        let absent: [String: String?] = [
            "name": nil, "tags": nil, "width": nil, "height": nil, "frameRate": nil, "published": nil,
        ]
        let gift = try #require(try catalogue(giftJSON(absent)).gifts.first)
        #expect(gift.name == "rocket")
        #expect(gift.tags == [] && gift.format == StoreGift.Format() && gift.published == "")
    }

    @Test(
        "an error names the wrong member and the expected value",
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
            (
                "name", "\"\(String(repeating: "x", count: 1_025))\"",
                "gifts[1].name: expected a text of up to 1024 bytes, found 1025"
            ),
            ("name", #""a\u0000b""#, "gifts[1].name: expected a text without control characters, found U+0000"),
            ("name", #""a\u001b[2Jb""#, "gifts[1].name: expected a text without control characters, found U+001B"),
            ("name", #""a\nb""#, "gifts[1].name: expected a text without control characters, found U+000A"),
            ("tags", #"["a\u009bb"]"#, "gifts[1].tags[0]: expected a text without control characters, found U+009B"),
            (
                "tags", "[\(Array(repeating: "\"a\"", count: 257).joined(separator: ","))]",
                "gifts[1].tags[256]: expected at most 256 tags"
            ),
            (
                "sign", #"{"emoji": "\u2028", "ascii": "x"}"#,
                "gifts[1].sign.emoji: expected a text without control characters, found U+2028"
            ),
            ("size", "33554433", "gifts[1].size: expected at most 33554432, found 33554433"),
            ("size", "9223372036854775807", "gifts[1].size: expected at most 33554432, found 9223372036854775807"),
            (
                "value", "9007199254740992",
                "gifts[1].value: expected at most 9007199254740991, found 9007199254740992"
            ),
            (
                "version", "9223372036854775807",
                "gifts[1].version: expected at most 9007199254740991, found 9223372036854775807"
            ),
            (
                "duration", "9223372036.854775807",
                "gifts[1].duration: expected at most 31536000 seconds, found 9223372036.854775807"
            ),
            ("sign", "{\"emoji\": \"x\"}", "gifts[1].sign.ascii: expected a text, found nothing"),
            (
                "settings", "{\"expireAfter\": -1}",
                "gifts[1].settings.expireAfter: expected a duration such as 250ms, 1.5s or 2m, or none, found -1"
            ),
        ] as [(String, String?, String)])
    func invalidMemberIsReported(name: String, value: String?, message: String) {
        let error = #expect(throws: StoreDocumentError.self) {
            try catalogue(giftJSON(["id": "\"a\""]), giftJSON([name: value]))
        }
        #expect(error?.description == message)
    }

    @Test("an id is a valid file name on every system and occurs once")
    func idsAreUniqueFileNames() {
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
        "durations are exact to the nanosecond",
        arguments: [
            ("0", 0), ("4", 4_000_000_000), ("4.0", 4_000_000_000), ("0.000000001", 1), ("1e-9", 1),
            ("2.0166666666666666", 2_016_666_667), ("0.1", 100_000_000), ("25E-1", 2_500_000_000),
            ("0.30000000000000004", 300_000_000), ("0.0000000004", 0), ("0.0000000005", 1),
            ("9007199.254740993", 9_007_199_254_740_993), ("0e99999999999999999999", 0), ("-0", 0),
        ] as [(String, Nanoseconds)])
    func durationsAreExact(text: String, expected: Nanoseconds) throws {
        #expect(try StoreGift(json: Array(giftJSON(["duration": text]).utf8)).duration == expected)
    }

    @Test(
        "an error of syntax names the line and column",
        arguments: [
            ("", "line 1, column 1: expected a value, found the end (no JSON)"),
            ("<html>", "line 1, column 1: expected a value, found \"<\" (no JSON)"),
            ("{\n  \"é\" 1", "line 2, column 7: expected \":\", found \"1\" (no JSON)"),
            ("{\"revision\": 1,}", "line 1, column 16: expected a name in quotes, found \"}\" (no JSON)"),
            ("{\"revision\": 01}", "line 1, column 15: expected \",\" or \"}\", found \"1\" (no JSON)"),
            (
                "{\"revision\": 1, \"gifts\": []} x",
                "line 1, column 30: expected the end of the document, found \"x\" (no JSON)"
            ),
            ("{\"revision\": 1", "line 1, column 15: expected \",\" or \"}\", found the end (no JSON)"),
            ("[]", "expected a catalogue, found a list"),
            ("{}", "revision: expected a whole number from 0 up, found nothing"),
            ("{\"revision\": 1}", "gifts: expected a list of gifts, found nothing"),
        ])
    func malformedJSONIsReported(text: String, message: String) {
        let error = #expect(throws: StoreDocumentError.self) { try StoreCatalogue(json: Array(text.utf8)) }
        #expect(error?.description == message)
    }

    @Test("values that are nested too deep are refused without recursion")
    func deepValuesAreRejected() {
        let deep = String(repeating: "[", count: 100_000)
        let error = #expect(throws: StoreDocumentError.self) {
            try StoreCatalogue(json: Array("{\"x\": \(deep)".utf8))
        }
        #expect(error?.problem == "expected at most 64 levels")
    }

    @Test("an error is one short line, whatever it quotes")
    func errorIsOneShortLine() {
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
