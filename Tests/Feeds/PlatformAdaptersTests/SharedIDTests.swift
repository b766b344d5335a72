import PlatformAdapters
import RoomEvents
import Testing

/// Tests of messages of different types with the same id.
@Suite struct SharedIDTests {
    private static func message(_ sort: String, _ content: String) -> String {
        #"{"event":"\#(sort)","data":{"msgId":"7","userId":"1","nickname":"Ann",\#(content)}}"#
    }

    @Test func giftAndChatWithSameIDAreBothReported() throws {
        let gift = Self.message("gift", #""giftId":5,"giftName":"Rose","giftType":2,"diamondCount":1"#)
        let chat = Self.message("chat", #""comment":"for you""#)
        let kinds = try AdapterTesting.events([gift, chat, gift, chat], .tiktok).map { event in
            switch event.kind {
            case .gift: "gift"
            case .chat: "chat"
            default: "other"
            }
        }
        #expect(kinds == ["gift", "chat"])
    }

    @Test func twoKindsInOneGroupAreTwoStreaks() throws {
        func tap(_ id: Int, gift: Int, count: Int) -> String {
            #"{"event":"gift","data":{"msgId":"\#(id)","userId":"1","nickname":"Ann","giftId":\#(gift),"#
                + #""giftName":"Rose","giftType":1,"diamondCount":1,"groupId":"16","repeatCount":\#(count)}}"#
        }
        let lines = [
            tap(1, gift: 5, count: 4), tap(2, gift: 6, count: 6), tap(3, gift: 5, count: 5), tap(4, gift: 6, count: 7),
        ]
        let runs = try AdapterTesting.events(lines, .tiktok).compactMap { event -> String? in
            guard case .gift(let gift) = event.kind, let streak = gift.streak else { return nil }
            return "\(streak.id) +\(gift.count) = \(streak.total)"
        }
        #expect(runs == ["16/1 +4 = 4", "16/6/1 +6 = 6", "16/1 +1 = 5", "16/6/1 +1 = 7"])
    }
}
