import PlatformAdapters
import RoomEvents
import Testing

/// Tests of the names and wrappers that newer connectors to TikTok live use.
@Suite struct TikTokConnectorsTests {
    private func summary(_ lines: [String], _ map: GiftMap = AdapterTesting.map) throws -> [String] {
        try AdapterTesting.summary(lines, .tiktok, map: map)
    }

    private static let user =
        #""user":{"id":7535293805101057025,"idStr":"7535293805101057026","displayId":"ann7","nickname":"Ann"}"#

    private static func gift(_ message: String, _ milliseconds: Int, count: Int = 1, end: Int = 0) -> String {
        #"{"type":"WebcastGiftMessage","data":{"common":{"msgId":"\#(message)","createTime":"\#(1_773_511_429_000 + milliseconds)"},"#
            + #""giftId":"11046","repeatCount":\#(count),"groupId":"1773511424704","repeatEnd":\#(end),\#(user),"#
            + #""gift":{"id":"11046","name":"Galaxy","type":1,"diamondCount":1000,"combo":true}}}"#
    }

    @Test func newMemberNamesAreRead() throws {
        let events = try AdapterTesting.events([Self.gift("1", 0, count: 7, end: 1)], .tiktok)
        guard case .gift(let gift)? = events.first?.kind, events.count == 1 else {
            Issue.record("\(events)")
            return
        }
        #expect(gift.from == Viewer(id: "7535293805101057026", name: "Ann"))
        #expect((gift.gift, gift.name, gift.count, gift.value) == ("whale", "Galaxy", 7, 1000))
        #expect(gift.streak?.isFinal == true && gift.id == "1")
    }

    @Test func messageIDAndTimeAreReadFromEvent() throws {
        func line(_ message: String, _ seconds: Int) -> String {
            #"{"event":"gift","data":{"event":{"msgId":"\#(message)","createTime":"\#(1_747_767_439_000 + seconds * 1000)"},"#
                + #""giftId":13651,"repeatCount":4,\#(Self.user),"giftDetails":{"giftName":"Rose","giftType":2,"diamondCount":5}}}"#
        }
        #expect(
            try summary([line("1", 0), line("1", 0), line("2", 3)])
                == ["0.0 Ann gives 4 rose \"Rose\" of 5", "3.0 Ann gives 4 rose \"Rose\" of 5"])
    }

    @Test func nestedEventDoesNotHideMessageType() throws {
        let line =
            #"{"type":"WebcastGiftMessage","event":{"msgId":"1"},"giftId":1,"giftDetails":{"giftName":"Rose"},\#(Self.user)}"#
        #expect(try summary([line]) == ["0.0 Ann gives 1 rose \"Rose\" of 1"])
    }

    @Test func messagesInListShareDate() throws {
        func line(_ messages: [String], _ time: Int) -> String {
            #"{"messages":[\#(messages.joined(separator: ","))],"timestamp":\#(time)}"#
        }
        let chat = #"{"type":"WebcastChatMessage","data":{\#(Self.user),"comment":"hi"}}"#
        let like = #"{"type":"WebcastLikeMessage","data":{\#(Self.user),"likeCount":3}}"#
        #expect(
            try summary([line([chat], 1_773_511_423_000), line([like, chat], 1_773_511_425_000), line([], 1)])
                == ["0.0 Ann: hi", "2.0 Ann likes 3", "2.0 Ann: hi"])
    }

    @Test func invalidMessageInListIsReportedAndOthersCount() throws {
        let line =
            #"{"messages":[{"type":"WebcastGiftMessage","data":{}},{"type":"WebcastChatMessage","data":{\#(Self.user),"comment":"hi"}}]}"#
        var adapter = FeedFormat.tiktok.adapter(map: AdapterTesting.map)
        var events: [FeedEvent] = []
        #expect(throws: FeedLineError(problem: "giftId: expected a number or a text")) {
            try adapter.parse(line, into: &events)
        }
        #expect(events.count == 1)
    }

    @Test("times in seconds and in milliseconds are distinguished by their size")
    func secondsAndMillisecondsAreDistinguished() throws {
        let room = #"{"type":"WebcastRoomMessage","data":{"common":{"msgId":"1","createTime":"1773511428"}}}"#
        let chat = #"{"event":"chat","data":{\#(Self.user),"comment":"hi","timestamp":1773511430500}}"#
        #expect(
            try summary([room, Self.gift("1", 0), chat])
                == ["1.0 Ann gives 1 whale \"Galaxy\" of 1000 run 1", "2.5 Ann: hi"])
    }

    // MARK: - Subscriptions

    private static let subscription =
        #"{"event":"subscribe","data":{"subMonth":1,"userId":"7","nickname":"Ann","msgId":"9","createTime":"1661885986187"}}"#

    @Test(
        "a subscription is a gift of the kind that the map says",
        arguments: [
            ([:], ["0.0 Ann gives 1 rocket \"Subscription\" of 500"]),
            (["subscribe": .kind("star")], ["0.0 Ann gives 1 star \"Subscription\" of 500"]),
            (["subscribe": .nothing], []),
        ] as [([String: GiftMap.Target], [String])])
    func subscriptionIsGiftOfMappedKind(rules: [String: GiftMap.Target], words: [String]) throws {
        let map = GiftMap(kinds: AdapterTesting.kinds, rules: [.tiktok: rules])
        #expect(try summary([Self.subscription, Self.subscription], map) == words)
        let message = Self.subscription.replacing(#""event":"subscribe""#, with: #""type":"WebcastSubNotifyMessage""#)
        #expect(try summary([message], map) == words)
    }

    @Test func deletedMessagesAreRetracted() throws {
        let line =
            #"{"type":"WebcastImDeleteMessage","data":{"deleteUserIdsList":["6"],"deleteMsgIdsList":["7","8"]}}"#
        #expect(try summary([line]) == ["0.0 7 is taken back", "0.0 8 is taken back"])
    }
}
