import RoomEvents
import RoomSimulator
import Testing

@Suite("Changing gift kinds in a simulated room")
struct AvailableKindsTests {
    private let comet = GiftKind(id: "comet", name: "Comet", value: 90)

    /// Returns the gifts of half an hour, of which all but the first minute has the kinds `kinds`.
    private func gifts(_ kinds: [GiftKind], seed: UInt64 = 3) -> [GiftArrival] {
        var room = SampleRooms.room(SampleRooms.lively, seed: seed)
        var gifts: [GiftArrival] = []
        var isOffered = false
        while let event = room.next(), event.at < .seconds(1800) {
            if event.at >= .seconds(60), !isOffered {
                room.setAvailableKinds(kinds)
                isOffered = true
            } else if isOffered, let gift = event.gift {
                gifts.append(gift)
            }
        }
        return gifts
    }

    @Test("offering the same kinds repeatedly changes nothing", arguments: 0..<5 as Range<UInt64>)
    func sameKindsChangeNothing(seed: UInt64) {
        var room = SampleRooms.room(SampleRooms.lively, seed: seed)
        let expected = SampleRooms.events(of: room, before: .seconds(600))
        for event in expected {
            #expect(room.next() == event)
            room.setAvailableKinds(SampleRooms.kinds.reversed())
        }
    }

    @Test("a new kind is sent as often as the next dearer one")
    func newKindHasFrequencyOfNextMoreExpensiveKind() {
        let gifts = gifts(SampleRooms.kinds + [comet])
        let (new, like) = (gifts.count { $0.gift == "comet" }, gifts.count { $0.gift == "cat" })
        #expect(new > 100 && Double(new) / Double(like) > 0.5 && Double(new) / Double(like) < 2)
        #expect(gifts.first { $0.gift == "comet" }?.name == "Comet")
        #expect(gifts.first { $0.gift == "comet" }?.value == 90)
    }

    @Test("a new dearest kind is sent as often as the dearest one before")
    func newMostExpensiveKindHasFrequencyOfPreviousOne() {
        let gifts = gifts(SampleRooms.kinds + [GiftKind(id: "sun", name: "Sun", value: 1_000_000)])
        let (new, like) = (gifts.count { $0.gift == "sun" }, gifts.count { $0.gift == "whale" })
        #expect(new > 20 && Double(new) / Double(like) > 0.5 && Double(new) / Double(like) < 2)
    }

    @Test("a removed kind is not sent any more, and its streaks stop", arguments: 0..<10 as Range<UInt64>)
    func removedKindIsNotSent(seed: UInt64) {
        let gifts = gifts(SampleRooms.kinds.filter { $0.id != "heart" }, seed: seed)
        #expect(gifts.count > 500 && gifts.allSatisfy { $0.gift != "heart" && $0.gift != "unsent" })
    }

    @Test("without kinds no gift is sent until a kind is offered")
    func noGiftsWithoutKinds() {
        #expect(gifts([]).isEmpty)
        var room = SampleRooms.room(SampleRooms.lively, seed: 1)
        room.setAvailableKinds([])
        #expect(SampleRooms.events(of: room, before: .seconds(60)).allSatisfy { $0.gift == nil })
        room.setAvailableKinds([comet])
        let gifts = SampleRooms.events(of: room, before: .seconds(120)).compactMap(\.gift)
        #expect(gifts.count > 50 && gifts.allSatisfy { $0.gift == "comet" })
    }

    @Test("a kind can change its name and value")
    func kindCanChangeNameAndValue() {
        let kinds = SampleRooms.kinds.map { $0.id == "rose" ? GiftKind(id: "rose", name: "Red rose", value: 9) : $0 }
        let roses = gifts(kinds).filter { $0.gift == "rose" }
        #expect(roses.count > 100 && roses.allSatisfy { $0.name == "Red rose" && $0.value == 9 })
    }
}
