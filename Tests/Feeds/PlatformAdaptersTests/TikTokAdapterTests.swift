import PlatformAdapters
import RoomEvents
import Testing

/// Tests of messages of connectors to TikTok live.
@Suite struct TikTokAdapterTests {
    static func gift(
        _ milliseconds: Int, count: Int, end: Bool = false, type: Int = 1, group: String = "1661887131074",
        id: String? = nil,
        user: String = "681"
    ) -> String {
        #"{"event":"gift","data":{"giftId":5655,"repeatCount":\#(count),"repeatEnd":\#(end),"groupId":"\#(group)","userId":"\#(user)","#
            + #""uniqueId":"ann","nickname":"Ann","msgId":"\#(id ?? "\(milliseconds)-\(end)")","createTime":"\#(1_000_000 + milliseconds)","#
            + #""giftType":\#(type),"diamondCount":1,"giftName":"Rose"}}"#
    }

    private static let start = #"{"event":"connected","data":{"createTime":"1000000"}}"#

    private func summary(_ lines: [String]) throws -> [String] {
        try AdapterTesting.summary([Self.start] + lines, .tiktok)
    }

    @Test func streakCountsUpAndEnds() throws {
        #expect(
            try summary([
                Self.gift(0, count: 1), Self.gift(500, count: 4), Self.gift(900, count: 6),
                Self.gift(2_000, count: 6, end: true),
            ]) == [
                "0.0 Ann gives 1 rose \"Rose\" of 1 run 1", "0.5 Ann gives 3 rose \"Rose\" of 1 run 4",
                "0.9 Ann gives 2 rose \"Rose\" of 1 run 6", "2.0 run ends with 6",
            ])
    }

    @Test func twoMessagesOfOneGiftCountOnce() throws {
        #expect(
            try summary([Self.gift(0, count: 1), Self.gift(900, count: 1, end: true)])
                == ["0.0 Ann gives 1 rose \"Rose\" of 1 run 1", "0.9 run ends with 1"])
    }

    @Test func streakWithLostEndEndsAfterTenSeconds() throws {
        #expect(
            try summary([Self.gift(0, count: 2), Self.gift(30_000, count: 1, group: "2")])
                == [
                    "0.0 Ann gives 2 rose \"Rose\" of 1 run 2", "10.0 run ends with 2",
                    "30.0 Ann gives 1 rose \"Rose\" of 1 run 1",
                ])
    }

    @Test func giftsInLateEndCount() throws {
        #expect(
            try summary([Self.gift(0, count: 2), Self.gift(12_000, count: 5, end: true)])
                == [
                    "0.0 Ann gives 2 rose \"Rose\" of 1 run 2", "10.0 run ends with 2",
                    "12.0 Ann gives 3 rose \"Rose\" of 1 run 5 end",
                ])
    }

    @Test func endAddsGiftsOfLostMessages() throws {
        #expect(try summary([Self.gift(0, count: 7, end: true)]) == ["0.0 Ann gives 7 rose \"Rose\" of 1 run 7 end"])
    }

    @Test func repeatedOrLateMessagesAddNothing() throws {
        #expect(
            try summary([
                Self.gift(0, count: 1), Self.gift(1, count: 3), Self.gift(2, count: 2), Self.gift(3, count: 3),
                Self.gift(1, count: 3), Self.gift(4, count: 3, end: true), Self.gift(5, count: 3, end: true),
                Self.gift(6, count: 3, end: true, id: "4-true"),
            ]).count == 3)
    }

    @Test func simultaneousSendersHaveSeparateStreaks() throws {
        let events = try AdapterTesting.events(
            [Self.gift(0, count: 2), Self.gift(0, count: 3, id: "x", user: "9")], .tiktok)
        let runs = events.compactMap { event -> String? in
            if case .gift(let gift) = event.kind { gift.streak?.id } else { nil }
        }
        #expect(Set(runs).count == 2)
    }

    @Test(arguments: [0, 2, 4])
    func giftsOfOtherTypesCountOnce(type: Int) throws {
        #expect(try summary([Self.gift(0, count: 3, type: type)]) == ["0.0 Ann gives 3 rose \"Rose\" of 1"])
    }

    @Test(arguments: [
        #"{"type":"WebcastGiftMessage","giftDetails":{"giftType":2,"giftName":"Galaxy","diamondCount":1000},"repeatCount":1,"user":{"userId":7,"nickname":"Ann"},"giftId":"11046"}"#,
        #"{"type":"GiftEvent","data":{"gift":{"id":11046,"type":2,"name":"Galaxy","diamond_count":1000},"repeat_count":1,"repeat_end":0,"user":{"id":7,"nick_name":"Ann","unique_id":"ann"}}}"#,
        #"[{"event":"gift","data":{"userId":7,"nickname":"Ann","gift":{"gift_id":11046,"repeat_count":1,"repeat_end":0,"gift_type":2},"extendedGiftInfo":{"name":"Galaxy","diamond_count":1000}}}]"#,
    ])
    func namesOfAllLibrariesAreRead(line: String) throws {
        #expect(try summary([line]) == ["0.0 Ann gives 1 whale \"Galaxy\" of 1000"])
    }

    @Test func otherEventsAreRead() throws {
        let user = #""userId":"7","uniqueId":"ann","nickname":"Ann""#
        #expect(
            try summary([
                #"{"event":"chat","data":{\#(user),"comment":"hi"}}"#, #"{"event":"member","data":{\#(user)}}"#,
                #"{"event":"like","data":{\#(user),"likeCount":15,"totalLikeCount":900}}"#,
                #"{"event":"roomUser","data":{"viewerCount":5}}"#,
            ]) == ["0.0 Ann: hi", "0.0 Ann joins", "0.0 Ann likes 15"])
    }

    @Test(arguments: [
        (#"{"data":{}}"#, "event: expected a text"),
        (#"{"event":"gift","data":{}}"#, "giftId: expected a number or a text"),
    ])
    func invalidMessageIsError(line: String, problem: String) {
        #expect(throws: FeedLineError(problem: problem)) { try summary([line]) }
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func damagedLinesAreHandled(seed: UInt64) {
        AdapterTesting.checkDamagedLines(
            [Self.gift(0, count: 1), Self.gift(5, count: 4), Self.gift(9, count: 5, end: true)], .tiktok, seed: seed)
    }
}

/// Tests of commands of Bilibili live.
@Suite struct BilibiliAdapterTests {
    private static let combo = #""batch_combo_id":"batch:gift:combo_id:42:9:31036:1654420788.3229""#

    static func gift(_ seconds: Int, num: Int = 1, tid: String? = nil, _ more: String = "") -> String {
        #"{"cmd":"SEND_GIFT","data":{"giftId":31036,"giftName":"小花花","num":\#(num),"price":100,"coin_type":"gold","uid":42,"uname":"Ann","#
            + #""timestamp":\#(1000 + seconds),"tid":"\#(tid ?? "\(seconds)")"\#(more)}}"#
    }

    private static func end(_ seconds: Int, total: Int) -> String {
        #"{"cmd":"COMBO_SEND","send_time":\#((1000 + seconds) * 1000),"data":{\#(combo),"combo_num":\#(total),"total_num":\#(total),"#
            + #""combo_total_coin":\#(total * 100),"gift_id":31036,"gift_name":"小花花","gift_num":0,"uid":42,"uname":"Ann"}}"#
    }

    private static let start = #"{"cmd":"LIVE","send_time":1000000,"data":{}}"#

    private func summary(_ lines: [String], _ map: GiftMap = AdapterTesting.map) throws -> [String] {
        try AdapterTesting.summary([Self.start] + lines, .bilibili, map: map)
    }

    @Test func giftHasValueInBatteries() throws {
        #expect(try summary([Self.gift(1, num: 3)]) == ["1.0 Ann gives 3 heart \"小花花\" of 1"])
    }

    @Test func silverGiftsHaveValueZero() throws {
        let line = Self.gift(1).replacing("gold", with: "silver")
        #expect(try summary([line]) == ["1.0 Ann gives 1 heart \"小花花\" of 0"])
        #expect(try summary([line], GiftMap(kinds: AdapterTesting.kinds, rules: [.bilibili: ["free": .nothing]])) == [])
    }

    @Test func comboCountsUpAndEnds() throws {
        let more = "," + Self.combo
        #expect(
            try summary([Self.gift(1, more), Self.gift(2, num: 2, more), Self.end(5, total: 3), Self.end(6, total: 3)])
                == [
                    "1.0 Ann gives 1 heart \"小花花\" of 1 run 1", "2.0 Ann gives 2 heart \"小花花\" of 1 run 3",
                    "5.0 run ends with 3",
                ])
    }

    @Test func comboEndAddsLostGifts() throws {
        #expect(
            try summary([Self.gift(1, "," + Self.combo), Self.end(5, total: 4)])
                == ["1.0 Ann gives 1 heart \"小花花\" of 1 run 1", "5.0 Ann gives 3 heart \"小花花\" of 1 run 4 end"])
    }

    @Test func comboEndsWithItsDisplayTime() throws {
        let more = "," + Self.combo + #","combo_stay_time":3"#
        #expect(try summary([Self.gift(1, more), Self.gift(60)]).dropFirst().first == "9.0 run ends with 1")
    }

    @Test func comboBegunBeforeFeedAddsNothing() throws {
        #expect(try summary([Self.end(5, total: 40)]) == [])
        let more = "," + Self.combo + #","super_batch_gift_num":9"#
        #expect(try summary([Self.gift(1, more)]) == ["1.0 Ann gives 1 heart \"小花花\" of 1 run 9"])
    }

    @Test func repeatedGiftIsIgnored() throws {
        #expect(try summary([Self.gift(1, tid: "t"), Self.gift(1, tid: "t")]).count == 1)
    }

    @Test func otherCommandsAreRead() throws {
        #expect(
            try summary([
                #"{"cmd":"DANMU_MSG:4:0:2:2:2:0","info":[[0,1,25,16777215,1001000,99],"hi",[42,"Ann",0]]}"#,
                #"{"cmd":"INTERACT_WORD","data":{"msg_type":1,"uid":42,"uname":"Ann"}}"#,
                #"{"cmd":"INTERACT_WORD","data":{"msg_type":2,"uid":42,"uname":"Ann"}}"#,
                #"{"cmd":"LIKE_INFO_V3_CLICK","data":{"uid":42,"uname":"Ann"}}"#,
                #"{"cmd":"GUARD_BUY","data":{"uid":42,"username":"Ann","guard_level":3,"num":2,"price":198000,"gift_id":10003,"gift_name":"舰长"}}"#,
                #"{"cmd":"SUPER_CHAT_MESSAGE","data":{"id":7,"uid":42,"price":30,"message":"hey","user_info":{"uname":"Ann"}}}"#,
                #"{"cmd":"SUPER_CHAT_MESSAGE_DELETE","data":{"ids":[7,8]}}"#, #"{"cmd":"WATCHED_CHANGE","data":{}}"#,
            ]) == [
                "1.0 Ann: hi", "1.0 Ann joins", "1.0 Ann likes 1", "1.0 Ann gives 2 whale \"舰长\" of 1980",
                "1.0 Ann gives 1 star \"Super chat\" of 300", "1.0 Ann: hey", "1.0 7 is taken back",
                "1.0 8 is taken back",
            ])
    }

    @Test func openPlatformCommandsAreRead() throws {
        let user = #""open_id":"o-1","uname":"Ann""#
        #expect(
            try summary([
                #"{"cmd":"LIVE_OPEN_PLATFORM_DM","data":{\#(user),"msg":"hi","msg_id":"1","timestamp":1002}}"#,
                #"{"cmd":"LIVE_OPEN_PLATFORM_SEND_GIFT","data":{\#(user),"gift_id":1,"gift_name":"Rose","gift_num":2,"price":1000,"paid":true,"msg_id":"2","combo_info":{"combo_id":"c","combo_count":3,"combo_base_num":2,"combo_timeout":3}}}"#,
                #"{"cmd":"LIVE_OPEN_PLATFORM_LIKE","data":{\#(user),"like_count":4}}"#,
            ]) == ["2.0 Ann: hi", "2.0 Ann gives 2 rose \"Rose\" of 10 run 6", "2.0 Ann likes 4"])
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func damagedCommandsAreHandled(seed: UInt64) {
        AdapterTesting.checkDamagedLines(
            [Self.gift(1, "," + Self.combo), Self.gift(2, num: 5, "," + Self.combo), Self.end(3, total: 9)], .bilibili,
            seed: seed)
    }
}
