import SeededRandomness
import StoreProtocol
import Testing

@Suite("Invalid entries of a catalogue", .timeLimit(.minutes(5)))
struct InvalidEntryTests {
    private func read(_ gifts: [String]) throws -> (catalogue: StoreCatalogue, rejected: [RejectedGift]) {
        var rejected: [RejectedGift] = []
        let json = "{\"revision\": 42, \"gifts\": [\(gifts.joined(separator: ","))], \"later\": [1]}"
        return (try StoreCatalogue(json: Array(json.utf8), rejected: &rejected), rejected)
    }

    private func gift(_ id: String, _ changes: [String: String?] = [:]) -> String {
        giftJSON(changes.merging(["id": "\"\(id)\""]) { $1 })
    }

    @Test(
        "an invalid entry costs its own gift and no other",
        arguments: [
            ("size", "9223372036854775807"), ("duration", "9223372036.854775807"), ("name", #""a\u0000""#),
            ("name", "\"\(String(repeating: "x", count: 2_000))\""), ("sha256", "1"), ("value", nil), ("tags", "{}"),
            ("later", String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)),
            ("sign", #"{"ascii": {"a": [{"b": "\"]}"}]}}"#),
        ] as [(String, String?)])
    func invalidEntryAffectsOnlyItsGift(member: String, value: String?) throws {
        let (catalogue, rejected) = try read([gift("a"), gift("b", [member: value]), gift("c")])
        #expect(catalogue.gifts.map(\.id) == ["a", "c"])
        #expect(catalogue.revision == 42)
        let bad = try #require(rejected.first)
        #expect(rejected.count == 1)
        #expect((bad.id, bad.version) == ("b", 3))
        #expect(bad.error.path.hasPrefix("gifts[1]"), "\(bad.error)")
        #expect(throws: StoreDocumentError.self) {
            try StoreCatalogue(json: Array("{\"revision\": 1, \"gifts\": [\(gift("b", [member: value]))]}".utf8))
        }
    }

    @Test("a rejected entry is reported with the id and version that are readable")
    func rejectedEntryHasReadableIdentity() throws {
        let entries = ["1", "[]", "{}", #"{"id": "A"}"#, #"{"version": 2, "id": "x", "id": 1}"#, gift("a"), gift("a")]
        let (catalogue, rejected) = try read(entries)
        #expect(catalogue.gifts.map(\.id) == ["a"])
        #expect(rejected.map(\.id) == [nil, nil, nil, nil, "x", "a"])
        #expect(rejected.map(\.version) == [nil, nil, nil, nil, 2, 3])
        #expect(rejected.last?.error.description == "gifts[6].id: expected another id, found \"a\" twice")
    }

    @Test(
        "an entry that is not JSON makes the whole catalogue invalid",
        arguments: ["{", "nul", "[1 2]", "{\"a\" 1}", "\"\u{1}\"", "]"]
    )
    func malformedEntryInvalidatesCatalogue(entry: String) {
        #expect(throws: StoreDocumentError.self) { try read([gift("a"), entry, gift("b")]) }
    }

    @Test("values that are nested too deep cost only their entry, in time proportional to their length")
    func deepValueAffectsOnlyItsEntry() throws {
        let deep = String(repeating: "[", count: 62) + String(repeating: "]", count: 62)
        // If each value were an error whose line is counted from the start, the test would exceed its time limit.
        let members = Array(repeating: "\"version\": \(deep)", count: 20_000)
        let entry = "{\"id\": \"b\", \(members.joined(separator: ", "))}"
        let (catalogue, rejected) = try read([gift("a"), entry, gift("c")])
        #expect(catalogue.gifts.map(\.id) == ["a", "c"])
        #expect(rejected.map(\.id) == ["b"])
        #expect(
            rejected.first?.error.description == "gifts[1].version: expected a whole number from 1 up, found a list")
    }

    @Test("a catalogue with more invalid entries than the limit is invalid")
    func tooManyInvalidEntriesInvalidateCatalogue() throws {
        let most = StoreLimits.maxRejectedGifts
        #expect(try read(Array(repeating: "{}", count: most)).rejected.count == most)
        let error = #expect(throws: StoreDocumentError.self) { try read(Array(repeating: "{}", count: most + 1)) }
        #expect(error?.path == "gifts[\(most)].id")
    }
}

@Suite("Documents of hostile size", .timeLimit(.minutes(5)))
struct HostileSizeTests {
    @Test("a hundred thousand arms are read quickly, and a repeated name is found")
    func manyArmsAreReadQuickly() throws {
        let arms = (0..<100_000).map { "{\"arm\":\"a\($0)\",\"share\":0}" }
        func settings(_ arms: [String]) throws -> PublishedSettings {
            let json = "{\"revision\":1,\"rollout\":[\(arms.joined(separator: ","))]}"
            return try PublishedSettings(json: Array(json.utf8))
        }
        // Work that grows with the square of their number would take an hour, and the time limit would end the test.
        #expect(try settings(arms).rollout.count == 100_000)
        let error = #expect(throws: StoreDocumentError.self) { try settings(arms + [arms[7]]) }
        #expect(error?.description == "rollout[100000].arm: expected another name, found \"a7\" twice")
        let share = #expect(throws: StoreDocumentError.self) {
            try settings([#"{"arm":"a","share":60}"#, #"{"arm":"b","share":41}"#])
        }
        #expect(share?.description == "rollout[1].share: expected shares of up to 100 in all, found 101")
    }

    @Test(
        "the name of a room or arm is a text without control characters and of limited length",
        arguments: [
            #"{"revision":1,"rooms":{"a\u0007":{}}}"#, #"{"revision":1,"rollout":[{"arm":"\u0085","share":1}]}"#,
            "{\"revision\":1,\"rooms\":{\"\(String(repeating: "r", count: 1_025))\":{}}}",
        ])
    func longNameIsRejected(json: String) {
        #expect(throws: StoreDocumentError.self) { try PublishedSettings(json: Array(json.utf8)) }
    }

    @Test("the path of an error is short, however deep and long the place is")
    func errorPathIsShort() {
        let name = String(repeating: "n", count: 64)
        let deep = String(repeating: "{\"\(name)\":", count: 60) + "1 1"
        let error = #expect(throws: StoreDocumentError.self) {
            try StoreCatalogue(json: Array("{\"revision\":1,\"gifts\":[{\"sign\":\(deep)".utf8))
        }
        #expect(error.map { $0.description.utf8.count < 600 } == true)
    }
}
