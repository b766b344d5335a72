import Testing

@testable import RoomEvents

@Suite("Ids of bounded length")
struct BoundedIDTests {
    private static let long = String(repeating: "ä", count: 300)

    @Test("an id of up to 200 characters stays as it is", arguments: ["", "m-1", String(repeating: "🌹", count: 200)])
    func short(id: String) {
        #expect(id.boundedID == id)
    }

    @Test("of a longer id the beginning and a hash remain, so that different ids stay different")
    func shortened() {
        let ids = (0..<100).flatMap { ["\(Self.long)\($0)", "\($0)\(Self.long)", "ä\($0)\(Self.long)"] }
        let bounded = ids.map(\.boundedID)
        #expect(Set(bounded).count == ids.count)
        #expect(bounded.allSatisfy { $0.unicodeScalars.count == TextLimits.id })
        #expect(bounded.map(\.boundedID) == bounded)
        #expect(
            String(repeating: "x", count: 201).boundedID == String(repeating: "x", count: 183) + "…3631500d06f3bba7",
            "the same in every run")
    }

    @Test("events that refer to a long id still agree with the event that has it")
    func references() throws {
        let lines = [
            #"{"at":0,"type":"gift","id":"\#(Self.long)","gift":"rose","from":"\#(Self.long)","streak":{"id":"\#(Self.long)"}}"#,
            #"{"at":1,"type":"gift","id":"g","gift":"rose","from":"ann","streak":{"id":"\#(Self.long)"}}"#,
            #"{"at":2,"type":"streak","streak":{"id":"\#(Self.long)"}}"#,
            #"{"at":3,"type":"retract","id":"\#(Self.long)"}"#,
        ]
        var adapter = FeedLineAdapter(kinds: [GiftKind(id: "rose", name: "Rose", value: 5)])
        var events: [FeedEvent] = []
        for line in lines { try adapter.parse(line, into: &events) }
        let id = Self.long.boundedID
        let gifts = events.compactMap { if case .gift(let gift) = $0.kind { gift } else { nil } }
        #expect(gifts.map(\.id) == [id, "g"])
        #expect(gifts.map(\.from) == [Viewer(id: id, name: Self.long), Viewer(id: "ann", name: "ann")])
        #expect(
            gifts.compactMap(\.streak) == [1, 2].map { GiftArrival.Streak(id: id, total: $0, isFinal: false) })
        #expect(events.dropFirst(2).map(\.kind) == [.streakEnd(id: id, total: 2), .retract(id: id)])
        #expect(events.map(\.kind).map(\.withBoundedTexts.withBoundedIDs) == events.map(\.kind).map(\.withBoundedTexts))
    }

    @Test("a long id that arrives twice is recognised")
    func duplicates() {
        var recent = RecentIDs(capacity: 3)
        let answers = [Self.long, Self.long + "x", Self.long].map { recent.insert($0) }
        #expect(answers == [true, true, false])
        #expect(recent.contains(Self.long) && recent.contains(Self.long.boundedID))
    }
}
