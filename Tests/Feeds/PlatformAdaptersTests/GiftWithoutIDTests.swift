import PlatformAdapters
import RoomEvents
import Testing

/// Tests of gifts without an id of the platform.
@Suite struct GiftWithoutIDTests {
    private static let cheer = "@bits=5;user-id=42;display-name=Ann :ann!a@b PRIVMSG #room :Cheer5"
    private static let part =
        "@msg-id=subgift;login=ann;user-id=42;msg-param-sub-plan=1000;msg-param-sender-count=0;"
        + "msg-param-origin-id=o :tmi.twitch.tv USERNOTICE #room"
    private static let tiktok =
        #"{"event":"gift","data":{"giftId":1,"giftName":"Rose","giftType":2,"uniqueId":"ann","diamondCount":1}}"#
    private static let guardGift =
        #"{"cmd":"GUARD_BUY","data":{"uid":42,"username":"Ann","guard_level":3,"num":1,"price":198000}}"#
    private static let eventSub =
        #"{"metadata":{"message_type":"notification","subscription_type":"channel.cheer"},"#
        + #""payload":{"event":{"user_id":"42","user_name":"Ann","message":"","bits":5}}}"#

    private func ids(_ lines: [String], _ format: FeedFormat, stream: Int = 0) throws -> [String] {
        var adapter = format.adapter(map: AdapterTesting.map, stream: stream)
        var events: [FeedEvent] = []
        for line in lines { try adapter.parse(line, into: &events) }
        adapter.finish(into: &events)
        return events.compactMap { if case .gift(let gift) = $0.kind { gift.id } else { nil } }
    }

    @Test(
        arguments: [
            (.twitchIRC, cheer), (.twitchIRC, part), (.eventSub, eventSub), (.tiktok, tiktok), (.bilibili, guardGift),
        ] as [(FeedFormat, String)])
    func giftsWithoutIDGetUniqueIDs(format: FeedFormat, line: String) throws {
        let ids = try (0..<2).map { try self.ids([line, line, line], format, stream: $0) }
        #expect(ids.allSatisfy { $0.count == 3 })
        // The ids of another stream differ too.
        #expect(Set(ids.joined()).count == 6 && !ids.joined().contains(""))
    }
}
