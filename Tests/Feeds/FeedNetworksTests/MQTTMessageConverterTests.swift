import MQTTClient
import PlatformAdapters
import RoomEvents
import Testing

@testable import FeedNetworks

@Suite
struct MQTTMessageConverterTests {
    private static let kinds = [GiftKind(id: "rocket", name: "Rocket", value: 500)]
    /// 2026-11-21T10:00:00Z, in nanoseconds since 1970.
    private let noon: Int64 = 1_795_255_200_000_000_000

    private func converter(_ format: FeedFormat = .ndjson, maxAge: Duration? = nil) -> MQTTMessageConverter {
        MQTTMessageConverter(format: format, map: GiftMap(kinds: Self.kinds), maxAge: maxAge)
    }

    private func receive(
        _ text: String, _ messages: inout MQTTMessageConverter, at now: Duration = .seconds(5), date: Int64? = nil
    ) -> MQTTMessageConverter.Conversion {
        Array(text.utf8).withUnsafeBytes {
            messages.receive(MQTTDelivery(payload: $0), at: now, date: date ?? noon)
        }
    }

    @Test func eventsHappenAtArrivalWhateverTheirTime() {
        var messages = converter()
        let first = receive(#"{"at": 700, "type": "like", "from": "ann"}"#, &messages)
        let second = receive(
            #"{"time": "2020-01-01T00:00:00Z", "type": "like", "from": "bob"}"#, &messages, at: .seconds(6))
        #expect(first.events.map(\.at) == [.seconds(5)])
        #expect(second.events.map(\.at) == [.seconds(6)])
    }

    @Test func messageMayContainSeveralLines() {
        var messages = converter()
        let taken = receive(
            "{\"at\":0,\"type\":\"join\",\"from\":\"a\"}\r\n\n{\"at\":0,\"type\":\"leave\",\"from\":\"a\"}", &messages)
        #expect(taken.events.map(\.kind) == [.join(Viewer(id: "a", name: "a")), .leave(Viewer(id: "a", name: "a"))])
    }

    @Test func repeatedEventCountsOnce() {
        var messages = converter()
        let gift = #"{"at":0,"type":"gift","id":"g-1","gift":"rocket","from":"ann"}"#
        let chat = #"{"at":0,"type":"chat","id":"g-1","from":"ann","text":"hi"}"#
        #expect(receive(gift, &messages).events.count == 1)
        #expect(receive(chat, &messages).events.count == 1)
        let again = receive(gift + "\n" + chat, &messages)
        #expect(again.events.isEmpty)
        #expect(again.duplicates == .init(events: 2, gifts: 1))
    }

    @Test func carriageReturnIsNotPartOfLine() {
        var messages = converter(.twitchIRC)
        let taken = receive("@id=1;user-id=7;display-name=ann :ann!a@b PRIVMSG #room :hi\r\n", &messages)
        #expect(
            taken.events.map(\.kind) == [
                .chat(ChatMessage(id: "1", from: Viewer(id: "7", name: "ann"), text: "hi"))
            ])
    }

    @Test(arguments: ["", #","id":"""#])
    func eventWithoutIDIsNeverDuplicate(id: String) {
        var messages = converter()
        let gift = #"{"at":0,"type":"gift","gift":"rocket","from":"ann"\#(id)}"#
        let ids = (0..<3).flatMap { _ in receive(gift, &messages).events }.map { event in
            if case .gift(let gift) = event.kind { gift.id } else { "" }
        }
        #expect(Set(ids).count == 3)
    }

    @Test(arguments: [(9_999, false), (10_000, false), (10_001, true)])
    func tooOldEventIsIgnored(milliseconds: Int64, isTooOld: Bool) {
        var messages = converter(maxAge: .seconds(10))
        let gift = #"{"time":"2026-11-21T10:00:00Z","type":"gift","id":"g","gift":"rocket","from":"ann"}"#
        let taken = receive(gift, &messages, date: noon + milliseconds * 1_000_000)
        #expect(taken.events.isEmpty == isTooOld)
        #expect(taken.expired == (isTooOld ? .init(events: 1, gifts: 1) : .init()))
    }

    @Test func eventWithoutDateOrInFutureIsNeverTooOld() {
        var messages = converter(maxAge: .zero)
        let ahead = #"{"time":"2200-01-01T00:00:00Z","type":"like","from":"ann"}"#
        #expect(receive(ahead, &messages).events.count == 1)
        #expect(receive(#"{"at":0,"type":"like","from":"ann"}"#, &messages).events.count == 1)
    }

    @Test func invalidLineIsReportedAndNextIsRead() {
        var messages = converter()
        _ = receive("{}", &messages)
        let taken = receive("nonsense\n" + #"{"at":0,"type":"like","from":"ann"}"#, &messages)
        #expect(taken.faults.map(\.message) == [2])
        #expect(taken.events.count == 1)
    }

    @Test("of several events in a line, those that are not faulty count")
    func validEventsOfPartlyInvalidLineCount() {
        var messages = converter(.tiktok)
        let chat = #"{"event":"chat","data":{"comment":"hi","userId":"7","nickname":"ann"}}"#
        let taken = receive(#"[\#(chat),{"event":"gift","data":{}}]"#, &messages)
        #expect(
            taken.events.map(\.kind) == [
                .chat(ChatMessage(id: "", from: Viewer(id: "7", name: "ann"), text: "hi"))
            ])
        #expect(taken.faults.count == 1)
    }

    @Test func tooLongMessageIsNotRead() {
        var messages = converter()
        let taken = receive(String(repeating: " ", count: MQTTMessageConverter.maxMessageLength + 1), &messages)
        #expect(taken.faults.map(\.error.problem) == ["expected a message of at most 1048576 bytes"])
    }

    @Test func platformMessagesAreRead() {
        var messages = converter(.bilibili)
        let gift =
            #"{"cmd":"SEND_GIFT","data":{"giftId":1,"giftName":"Rocket","num":1,"price":500,"uid":7,"uname":"ann","tid":"t","coin_type":"gold","timestamp":1}}"#
        let taken = receive(gift, &messages)
        #expect(taken.faults.isEmpty && taken.events.map(\.at) == [.seconds(5)])
    }

    @Test func publishedEventsReadBackWithIDPrefix() throws {
        let kinds: [FeedEvent.Kind] = [
            .gift(
                GiftArrival(
                    id: "g", gift: "rocket", name: "Rocket", from: Viewer(id: "u", name: "ann"), count: 2, value: 500,
                    streak: .init(id: "s", total: 2, isFinal: true), batch: "b")),
            .chat(ChatMessage(id: "c", from: Viewer(id: "u", name: "ann"), text: "hi")),
            .seen(by: Viewer(id: "u", name: "ann"), message: "c"), .retract(id: "g"), .batch(id: "b", total: 2),
            .streakEnd(id: "s", total: 2), .like(from: Viewer(id: "u", name: "ann"), count: 3),
        ]
        var messages = converter()
        var back: [FeedEvent.Kind] = []
        for kind in kinds {
            let line = PublishedEvent.line(kind, date: noon)
            #expect(String(decoding: line, as: UTF8.self).hasPrefix(#"{"time":"2026-11-21T10:00:00.000Z","type":"#))
            let taken = line.withUnsafeBytes { messages.receive(MQTTDelivery(payload: $0), at: .zero, date: noon) }
            back += taken.events.map(\.kind)
        }
        #expect(back == kinds)
        let renamed = try kinds.map { kind in
            let text = String(decoding: PublishedEvent.line(kind, date: noon, idPrefix: "r1"), as: UTF8.self)
            return try #require(text.firstMatch(of: /"(?:id|message)":"r1-[gcbs]"/) ?? text.firstMatch(of: /"like"/)).0
        }
        #expect(renamed.count == kinds.count)
        let nameless = GiftArrival(
            id: "", gift: "rocket", name: "Rocket", from: Viewer(id: "u", name: "ann"), value: 500)
        let line = String(decoding: PublishedEvent.line(.gift(nameless), date: noon, idPrefix: "r1"), as: UTF8.self)
        #expect(line.contains(#""id":"","#))
    }
}
