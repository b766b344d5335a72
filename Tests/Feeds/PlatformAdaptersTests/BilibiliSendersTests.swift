import PlatformAdapters
import RoomEvents
import Testing

/// Tests of senders, prices and retractions on Bilibili.
@Suite struct BilibiliSendersTests {
    private func events(_ lines: [String], _ map: GiftMap = AdapterTesting.map) throws -> [FeedEvent.Kind] {
        try AdapterTesting.events(lines, .bilibili, map: map).map(\.kind)
    }

    private func gifts(_ lines: [String], _ map: GiftMap = AdapterTesting.map) throws -> [GiftArrival] {
        try events(lines, map).compactMap { if case .gift(let gift) = $0 { gift } else { nil } }
    }

    // MARK: - Guard ranks

    private static func rank(_ level: Int, _ more: String = "") -> String {
        #"{"cmd":"LIVE_OPEN_PLATFORM_GUARD","data":{"user_info":{"uid":110,"uname":"Ann"},"guard_level":\#(level),"#
            + #""guard_num":2,"guard_unit":"月"\#(more),"timestamp":1653555128,"msg_id":""}}"#
    }

    @Test(
        "a guard rank without a price has its usual price",
        arguments: [(1, 199_980, "总督"), (2, 19_980, "提督"), (3, 1_980, "舰长")])
    func rankWithoutPriceHasDefaultPrice(level: Int, value: Int, name: String) throws {
        for more in ["", #","price":0"#] {
            let gift = try #require(try gifts([Self.rank(level, more)]).first)
            #expect((gift.value, gift.name, gift.count) == (value, name, 2))
        }
        #expect(try gifts([Self.rank(level, #","price":16600"#)]).map(\.value) == [166])
    }

    private static let bought =
        #"{"cmd":"GUARD_BUY","data":{"uid":7,"username":"Ann","guard_level":3,"num":1,"price":198000,"gift_id":10003,"#
        + #""gift_name":"舰长","start_time":1700000000}}"#
    private static let toast =
        #"{"cmd":"USER_TOAST_MSG","data":{"uid":7,"username":"Ann","guard_level":3,"num":1,"price":138000,"unit":"月","#
        + #""role_name":"舰长","payflow_id":"p1","start_time":1700000001}}"#
    private static func toast2(source: Int = 0) -> String {
        #"{"cmd":"USER_TOAST_MSG_V2","data":{"gift_info":{"gift_id":10003},"guard_info":{"guard_level":3,"#
            + #""role_name":"舰长","start_time":1700000002},"option":{"source":\#(source)},"pay_info":{"num":1,"#
            + #""payflow_id":"p1","price":168000},"sender_uinfo":{"uid":7,"base":{"name":"Ann"}}}}"#
    }

    @Test(
        "a guard rank is one gift, whichever commands announce it and in whatever order",
        arguments: [
            ([bought, toast, toast2()], 1980), ([toast, bought], 1380), ([toast2(), toast, bought], 1680),
            ([bought], 1980), ([toast], 1380), ([toast2()], 1680),
        ])
    func rankCountsOnceWhateverCommandsAnnounceIt(lines: [String], value: Int) throws {
        let gifts = try gifts(lines)
        #expect(gifts.map(\.value) == [value])
        #expect(gifts.map(\.from) == [Viewer(id: "7", name: "Ann")])
        #expect(gifts.map(\.name) == ["舰长"])
    }

    @Test func equalPurchasesCountSeparately() throws {
        #expect(try gifts([Self.bought, Self.bought, Self.toast, Self.toast2()]).count == 2)
    }

    @Test func unpaidRankIsNoGift() throws {
        #expect(try gifts([Self.toast2(source: 2)]) == [])
    }

    @Test func ranksFollowMapRules() throws {
        let map = GiftMap(
            kinds: AdapterTesting.kinds, rules: [.bilibili: ["guard:1": .kind("whale"), "guard": .nothing]])
        #expect(try gifts([Self.rank(1)], map).map(\.gift) == ["whale"])
        #expect(try gifts([Self.rank(3), Self.toast], map) == [])
    }

    // MARK: - Super chats

    @Test func openPlatformSuperChatIsRetractedByItsID() throws {
        let kinds = try events([
            #"{"cmd":"LIVE_OPEN_PLATFORM_SUPER_CHAT","data":{"open_id":"abc","uname":"u","message_id":4242,"#
                + #""message":"hello","msg_id":"57a7","rmb":30,"timestamp":1702549079}}"#,
            #"{"cmd":"LIVE_OPEN_PLATFORM_SUPER_CHAT_DEL","data":{"message_ids":[4242],"msg_id":"57a8"}}"#,
        ])
        let ids = kinds.map { kind in
            switch kind {
            case .gift(let gift): gift.id
            case .chat(let message): message.id
            case .retract(let id): "-" + id
            default: ""
            }
        }
        #expect(ids == ["4242", "4242", "-4242"])
    }

    @Test func superChatWithoutIDHasMessageID() throws {
        let line =
            #"{"cmd":"LIVE_OPEN_PLATFORM_SUPER_CHAT","data":{"uname":"u","message_id":0,"message":"hello","#
            + #""msg_id":"57a7","rmb":30}}"#
        #expect(try gifts([line]).map(\.id) == ["57a7"])
    }

    @Test func superChatAndTranslationCountOnce() throws {
        let data =
            #""data":{"id":"7","uid":"42","price":30,"message":"hey","user_info":{"uname":"Ann"},"ts":1650363318}"#
        let lines = [#"{"cmd":"SUPER_CHAT_MESSAGE",\#(data)}"#, #"{"cmd":"SUPER_CHAT_MESSAGE_JPN",\#(data)}"#]
        #expect(try events(lines).count == 2)
        #expect(try events(lines.reversed()).count == 2)
    }

    // MARK: - Viewers

    @Test func anonymousSendersWithSharedIDAreDistinguishedByName() throws {
        let kinds = try events([
            #"{"cmd":"DANMU_MSG","info":[[0,1,25,0,1700000000000,11],"hi",[0,"江***"]]}"#,
            #"{"cmd":"DANMU_MSG","info":[[0,1,25,0,1700000001000,11],"ho",[0,"王***"]]}"#,
            #"{"cmd":"SEND_GIFT","data":{"giftName":"x","price":1000,"uid":0,"uname":"江***","timestamp":1700000002}}"#,
            #"{"cmd":"INTERACT_WORD","data":{"msg_type":1,"uid":0,"uname":"王***"}}"#,
        ])
        let people = kinds.map { kind in
            switch kind {
            case .gift(let gift): gift.from
            case .chat(let message): message.from
            case .join(let viewer): viewer
            default: Viewer.unknown
            }
        }
        let (first, second) = (Viewer(id: "江***", name: "江***"), Viewer(id: "王***", name: "王***"))
        #expect(people == [first, second, first, second])
    }

    @Test func nameIsFoundInFullProfile() throws {
        let line = #"{"cmd":"INTERACT_WORD","data":{"msg_type":1,"uid":5,"uname":"","uinfo":{"base":{"name":"Cy"}}}}"#
        #expect(try events([line]) == [.join(Viewer(id: "5", name: "Cy"))])
    }

    @Test("times in seconds and in milliseconds are distinguished by their size")
    func secondsAndMillisecondsAreDistinguished() throws {
        let lines = [
            #"{"cmd":"DANMU_MSG","info":[[0,1,25,0,1561207623,1],"old",[1,"a"]]}"#,
            #"{"cmd":"DANMU_MSG","info":[[0,1,25,0,1561207624000,2],"new",[1,"a"]]}"#,
            #"{"cmd":"SEND_GIFT","data":{"giftName":"Rose","uid":1,"uname":"a","timestamp":1561207625000}}"#,
        ]
        #expect(
            try AdapterTesting.summary(lines, .bilibili) == [
                "0.0 a: old", "1.0 a: new", "2.0 a gives 1 rose \"Rose\" of 0",
            ])
    }
}
