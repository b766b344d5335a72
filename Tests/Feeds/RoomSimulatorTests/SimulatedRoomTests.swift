import RoomEvents
import RoomSimulator
import Testing

@Suite("The determinism of a simulated room")
struct DeterminismTests {
    @Test("a seed gives the same first events on every system")
    func seedGivesSameFirstEvents() {
        let lines = SampleRooms.events(of: SampleRooms.room(seed: 7), before: .seconds(16)).map(\.line)
        #expect(
            lines == [
                "300 c-1 cy: four", "1826 g-1 dee cat 1 99 s-1 1", "2757 g-2 bob rose 1 5",
                "3003 g-3 dee cat 1 99 s-1 2",
                "3463 g-4 dee cat 1 99 s-1 3 end", "5290 c-2 cy: one", "6417 like cy 1", "7397 - u-2 bob",
                "7594 like zed 5", "9876 + u-2 bob", "11180 c-3 cy: two", "15461 like dee 2",
            ])
    }

    @Test("an hour of a lively room has the same hash on every system")
    func hourOfEventsHasFixedHash() {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for event in SampleRooms.events(of: SampleRooms.room(SampleRooms.lively, seed: 42), before: .seconds(3600)) {
            for byte in event.line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        #expect(String(hash, radix: 16) == "1a22766840067b0a")
    }

    @Test("another seed gives another room")
    func otherSeedGivesOtherRoom() {
        let one = SampleRooms.events(of: SampleRooms.room(seed: 1), before: .seconds(60))
        let other = SampleRooms.events(of: SampleRooms.room(seed: 2), before: .seconds(60))
        #expect(one != other)
    }

    @Test("iterating twice gives the same events")
    func secondIterationGivesSameEvents() {
        let room = SampleRooms.room(seed: 9)
        #expect(Array(room.prefix(500)) == Array(room.prefix(500)))
    }
}

@Suite("The rates of a simulated room")
struct RateTests {
    @Test(
        "gifts arrive at the profile's rate, which includes streaks and bursts",
        arguments: [
            (SampleRooms.quiet, 8.0), (SampleRooms.lively, 120.0),
        ])
    func giftsArriveAtProfileRate(profile: RoomScript.Profile, expected: Double) {
        #expect(abs(giftsPerMinute(SampleRooms.room(profile, seed: 3)) / expected - 1) < 0.07)
    }

    @Test("a given rate replaces the profile's rate", arguments: [2.0, 30, 300])
    func givenRateReplacesProfileRate(rate: Double) {
        #expect(abs(giftsPerMinute(SampleRooms.room(seed: 4, giftsPerMinute: rate)) / rate - 1) < 0.08)
    }

    @Test("at the rate 0 no gift is sent, and other events continue")
    func rateZeroSendsNoGifts() {
        let events = SampleRooms.events(of: SampleRooms.room(seed: 5, giftsPerMinute: 0), before: .seconds(600))
        #expect(events.allSatisfy { $0.gift == nil })
        #expect(events.count > 100)
    }

    @Test(
        "rates that are negative, infinite or not a number neither trap nor hang",
        arguments: [
            Double.nan, -1, -.infinity, .infinity, 1e300, 1e-300,
        ])
    func invalidRatesAreHandled(rate: Double) {
        #expect(Array(SampleRooms.room(seed: 6, giftsPerMinute: rate).prefix(50)).count == 50)
    }

    @Test("likes and chat have their rates, and joins stay within bounds")
    func likesAndChatHaveTheirRates() {
        let minutes = 300
        var joins = 0
        var likes = 0
        var spoken = 0
        let events = SampleRooms.events(
            of: SampleRooms.room(seed: 8, giftsPerMinute: 0), before: .seconds(minutes * 60))
        for event in events {
            switch event.kind {
            case .join: joins += 1
            case .like(_, let count): likes += count
            case .chat(let message): spoken += message.text.hasPrefix("welcome") ? 0 : 1
            default: break
            }
        }
        #expect(abs(Double(likes) / Double(minutes * 20) - 1) < 0.07)
        #expect(abs(Double(spoken) / Double(minutes * 24) - 1) < 0.07)
        // A full room accepts no viewers, so that there may be fewer joins than the rate says.
        #expect(joins > 150 && joins < minutes * 6)
    }

    @Test("a room with all rates 0 ends at once")
    func roomWithoutRatesEnds() {
        let nothing = RoomScript.Profile(
            giftsPerMinute: 0, chatPerMinute: 0, joinsPerMinute: 0, leavesPerMinute: 0, likesPerMinute: 0,
            likesAtOnce: 1...1, repeatProbability: 0,
            streak: .init(probability: 0, length: 1...1, spacing: .zero...(.zero)),
            burst: .init(perMinute: 0, gifts: 1...1, maxDuration: .zero), weights: [:])
        var room = SampleRooms.room(nothing, seed: 1)
        #expect(room.next() == nil)
    }

    private func giftsPerMinute(_ room: SimulatedRoom) -> Double {
        let minutes = 600
        let events = SampleRooms.events(of: room, before: .seconds(minutes * 60))
        return Double(events.count { $0.gift != nil }) / Double(minutes)
    }
}

@Suite("The consistency of a simulated room")
struct RoomTests {
    let events = SampleRooms.events(of: SampleRooms.room(SampleRooms.lively, seed: 11), before: .seconds(3600))

    @Test("times do not decrease and are whole milliseconds")
    func timesAreOrderedWholeMilliseconds() {
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.at <= $1.at })
        #expect(events.allSatisfy { $0.at.components.attoseconds % 1_000_000_000_000_000 == 0 })
    }

    @Test("every gift and every message has an id of its own")
    func idsAreUnique() {
        let gifts = events.compactMap(\.gift?.id)
        let messages = events.compactMap(\.chat?.id)
        #expect(Set(gifts).count == gifts.count)
        #expect(Set(messages).count == messages.count)
    }

    @Test("only kinds with a weight in the profile are sent")
    func onlyWeightedKindsAreSent() {
        #expect(Set(events.compactMap(\.gift?.gift)) == ["heart", "rose", "cat", "rocket", "whale"])
        #expect(
            events.compactMap(\.gift).allSatisfy { gift in
                SampleRooms.kinds.contains(GiftKind(id: gift.gift, name: gift.name, value: gift.value))
            })
    }

    @Test("a streak has one sender and one cheap kind, counts up from 1 and ends once")
    func streakHasOneSenderAndCountsUp() {
        let streaks = Dictionary(grouping: events.filter { $0.gift?.streak != nil }) { $0.gift?.streak?.id ?? "" }
        #expect(streaks.count > 100)
        let ended = streaks.values.filter { $0.last?.gift?.streak?.isFinal == true }
        // Some streaks may still run at the end of the hour.
        #expect(streaks.count - ended.count <= 3)
        for streak in ended {
            let gifts = streak.compactMap(\.gift)
            #expect(Set(gifts.map(\.from)).count == 1 && Set(gifts.map(\.gift)).count == 1)
            #expect(gifts.compactMap(\.streak?.total) == Array(1...gifts.count))
            #expect(gifts.compactMap(\.streak?.isFinal) == (1...gifts.count).map { $0 == gifts.count })
            #expect((4...30).contains(gifts.count))
            #expect(gifts[0].value < 500)
            let gaps = zip(streak, streak.dropFirst()).map { $1.at - $0.at }
            #expect(gaps.allSatisfy { $0 >= .milliseconds(399) && $0 <= .milliseconds(1201) })
        }
    }

    @Test("only present viewers act or leave, only absent ones join, and no viewer leaves during a streak")
    func onlyPresentViewersActOrLeave() {
        let room = SampleRooms.room(SampleRooms.lively, seed: 11)
        var present = Set(room.presentViewers)
        var sending: [String: Viewer] = [:]
        for event in events {
            switch event.kind {
            case .join(let viewer):
                #expect(present.insert(viewer).inserted)
            case .leave(let viewer):
                #expect(present.remove(viewer) != nil)
                #expect(!sending.values.contains(viewer))
            case .gift(let gift):
                #expect(present.contains(gift.from))
                if let streak = gift.streak { sending[streak.id] = streak.isFinal ? nil : gift.from }
            case .chat(let message):
                #expect(present.contains(message.from) || message.from.id == "host")
            case .like(let viewer, let count):
                #expect(present.contains(viewer) && count >= 1)
            case .seen(let viewer, _): #expect(present.contains(viewer))
            case .streakEnd, .batch, .retract: break
            }
        }
        #expect(!present.isEmpty)
    }

    @Test("a dear gift brings cheers and thanks")
    func expensiveGiftCausesCheersAndThanks() throws {
        let room = SampleRooms.room(
            SampleRooms.profile(gifts: 3, length: 2...3, streak: 0, burst: 0, burstGifts: 1...1), seed: 2)
        let events = SampleRooms.events(of: room, before: .seconds(3600))
        let dear = try #require(events.first { ($0.gift?.value ?? 0) >= 500 })
        let sender = try #require(dear.gift?.from.name)
        let after = events.filter { $0.at > dear.at && $0.at < dear.at + .seconds(5) }.compactMap(\.chat)
        #expect(after.contains { $0.text == "wow \(sender)" && $0.from.name != sender })
        #expect(after.contains { $0.from.name == "Mika" && $0.text.hasPrefix("thank you \(sender) for the ") })
    }

    @Test("the first gift arrives within three seconds", arguments: UInt64(0)..<20)
    func firstGiftArrivesWithinThreeSeconds(seed: UInt64) throws {
        #expect(SampleRooms.events(of: SampleRooms.room(seed: seed), before: .seconds(3)).contains { $0.gift != nil })
    }

    @Test("gifts arrive in bursts, so that the busiest seconds have many times the mean")
    func giftsArriveInBursts() {
        var perWindow: [Int64: Int] = [:]
        for event in events where event.gift != nil { perWindow[event.at.components.seconds / 6, default: 0] += 1 }
        #expect((perWindow.values.max() ?? 0) > 12 * 3)
        #expect(perWindow.count < 600, "some windows are empty")
    }

    @Test("the busiest sender sends several times as much as the quietest")
    func activityOfSendersDiffers() {
        let senders = Dictionary(grouping: events.compactMap(\.gift), by: \.from).mapValues(\.count)
        #expect((senders.values.max() ?? 0) > 4 * (senders.values.min() ?? 0))
    }
}

@Suite("The readers of a simulated chat")
struct ChatReadersTests {
    @Test(
        "readers change no other events, come in order, and read only earlier messages",
        arguments: UInt64(1)...5)
    func readersDoNotChangeOtherEvents(seed: UInt64) {
        func isGlance(_ event: FeedEvent) -> Bool { if case .seen = event.kind { true } else { false } }
        let quiet = Array(SampleRooms.room(seed: seed).prefix(600))
        let telling = Array(SampleRooms.room(seed: seed, reportsReaders: true).prefix(2_000))
        let others = telling.filter { !isGlance($0) }
        #expect(others.elementsEqual(quiet.prefix(others.count)) || others.prefix(600).elementsEqual(quiet))
        #expect(others.count < telling.count)
        #expect(zip(telling, telling.dropFirst()).allSatisfy { $0.at <= $1.at })
        var said: Set<String> = []
        for event in telling {
            if case .chat(let message) = event.kind { said.insert(message.id) }
            if case .seen(_, let message) = event.kind { #expect(said.contains(message)) }
        }
    }
}
