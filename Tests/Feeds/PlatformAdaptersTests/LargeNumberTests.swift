import PlatformAdapters
import RoomEvents
import Testing

/// Tests of numbers that are too large for any platform: they are limited, or the line is an error.
@Suite struct LargeNumberTests {
    private static let largeNumber = Int.max

    @Test(arguments: [
        (9_000_000_000_000_000_000, 9), (largeNumber, largeNumber), (-largeNumber, largeNumber),
        (-largeNumber, -largeNumber),
    ])
    func comboTotalIsLimited(count: Int, base: Int) throws {
        let line =
            #"{"cmd":"LIVE_OPEN_PLATFORM_SEND_GIFT","data":{"open_id":"o","uname":"Ann","gift_name":"Rose","gift_num":1,"#
            + #""combo_info":{"combo_id":"c","combo_count":\#(count),"combo_base_num":\#(base)}}}"#
        let total = count > 0 ? FeedLineAdapter.maxCount : 1
        #expect(try AdapterTesting.summary([line], .bilibili) == ["0.0 Ann gives 1 rose \"Rose\" of 0 run \(total)"])
    }

    @Test func giftSubscriptionCountIsLimited() throws {
        let bombs = [
            EventSubAdapterTests.massGift("a", 1, total: 5),
            EventSubAdapterTests.massGift("b", 2, total: Self.largeNumber),
        ]
        let parts = [EventSubAdapterTests.part("p", 3)]
        #expect(
            try AdapterTesting.summary(bombs + parts, .eventSub) == [
                "0.0 Ann gives 5 rocket \"Tier 1 subscription\" of 500",
                "1.0 Ann gives \(FeedLineAdapter.maxCount) rocket \"Tier 1 subscription\" of 500",
            ])
    }

    /// Returns a gift at a time in milliseconds (Bilibili: in whole seconds), after which the adapter has work left.
    private static func gift(_ format: FeedFormat, at time: Int64) -> String {
        switch format {
        case .tiktok:
            #"{"event":"gift","data":{"giftId":1,"giftType":1,"repeatCount":1,"uniqueId":"u\#(time)","timestamp":\#(time)}}"#
        case .bilibili:
            #"{"cmd":"SEND_GIFT","data":{"giftName":"Rose","uid":7,"combo_id":"c\#(time)","timestamp":\#(time / 1000)}}"#
        default: TwitchChatAdapterTests.part("p\(time)", Int(time) - 1_000_000, key: "k\(time)")
        }
    }

    @Test(arguments: [FeedFormat.twitchIRC, .tiktok, .bilibili], [9_223_372_036_854, 4_000_000_000_000] as [Int64])
    func timeOfAnotherCenturyIsErrorAndNextIsValid(format: FeedFormat, late: Int64) throws {
        var adapter = format.adapter(map: AdapterTesting.map)
        var events: [FeedEvent] = []
        try adapter.parse(Self.gift(format, at: 1_000), into: &events)
        #expect(throws: FeedLineError(problem: "expected a time within 100 years of the first")) {
            try adapter.parse(Self.gift(format, at: late), into: &events)
        }
        try adapter.parse(Self.gift(format, at: 5_000), into: &events)
        adapter.finish(into: &events)
        #expect(events.allSatisfy { $0.at < .seconds(60) } && !events.isEmpty)
    }
}
