import Foundation
import PlatformAdapters
import RoomEvents
import SeededRandomness
import Testing

/// Tests of Bilibili commands whose content is a Protocol Buffers message.
@Suite struct BilibiliProtobufTests {
    private typealias Text = ProtobufText

    private static func gift(
        _ tid: String, id: UInt64 = 31036, name: String = "Rose", num: UInt64 = 1, price: UInt64 = 100,
        coin: String = "gold", seconds: UInt64 = 1_700_000_001, batch: UInt64 = 1, combo: String? = nil
    ) -> [UInt8] {
        let fields =
            Text.field(1, id) + Text.field(2, name) + Text.field(3, num) + Text.field(4, 2) + Text.field(5, price)
            + Text.field(6, price) + Text.field(7, price &* num) + Text.field(8, coin) + Text.field(9, tid)
            + Text.field(10, seconds) + Text.field(11, batch) + (combo.map { Text.field(12, $0) } ?? [])
        // Unknown fields follow: a fixed 32-bit number and a text.
        return fields + Text.field(15, 5) + Text.varint(16 << 3 | 5) + [0, 0, 0x80, 0x3F]
            + Text.field(35, [0x0A, 1, 0x61])
    }

    private static func broadcast(_ gifts: [[UInt8]], uid: UInt64 = 42, name: String = "Ann") -> [UInt8] {
        Text.field(1, uid) + Text.field(2, name) + Text.field(3, "https://face") + Text.field(8, Text.field(6, "medal"))
            + gifts.flatMap { Text.field(10, $0) } + Text.field(11, 1)
            + Text.field(15, Text.field(1, uid) + Text.field(2, Text.field(1, name)))
    }

    private static func command(_ name: String, _ bytes: [UInt8]) -> String {
        #"{"cmd":"\#(name)","data":{"dmscore":140,"pb":"\#(Data(bytes).base64EncodedString())"}}"#
    }

    private static func send(_ bytes: [UInt8]) -> String { command("SEND_GIFT_V2", bytes) }

    private func summary(_ lines: [String]) throws -> [String] { try AdapterTesting.summary(lines, .bilibili) }

    @Test func listContainsSeveralGifts() throws {
        let gifts = [
            Self.gift("1", name: "甜蜜契约", num: 5, price: 35_000), Self.gift("2", name: "Rose", num: 2, price: 1_000),
        ]
        #expect(
            try summary([Self.send(Self.broadcast(gifts))])
                == ["0.0 Ann gives 5 star \"甜蜜契约\" of 350", "0.0 Ann gives 2 rose \"Rose\" of 10"])
    }

    @Test func silverGiftsHaveValueZero() throws {
        let gift = Self.gift("1", name: "x", price: 1_000, coin: "silver")
        #expect(try summary([Self.send(Self.broadcast([gift]))]) == ["0.0 Ann gives 1 heart \"x\" of 0"])
    }

    @Test func comboTotalComesFromMessage() throws {
        let lines = [
            Self.gift("1", seconds: 1_700_000_001, batch: 4, combo: "c"),
            Self.gift("2", num: 2, seconds: 1_700_000_002, batch: 6, combo: "c"),
        ].map { Self.send(Self.broadcast([$0])) }
        #expect(
            try summary(lines)
                == ["0.0 Ann gives 1 rose \"Rose\" of 1 run 4", "1.0 Ann gives 2 rose \"Rose\" of 1 run 6"])
    }

    @Test(arguments: [false, true])
    func giftInBothFormsCountsOnce(reversed: Bool) throws {
        let lines = [
            Self.send(Self.broadcast([Self.gift("t1"), Self.gift("t2")])),
            BilibiliAdapterTests.gift(0, tid: "t2"), BilibiliAdapterTests.gift(0, tid: "t1"),
        ]
        #expect(try AdapterTesting.events(reversed ? lines.reversed() : lines, .bilibili).count == 2)
    }

    @Test func senderIsFoundInAllPlaces() throws {
        let user = Text.field(15, Text.field(1, 9) + Text.field(2, Text.field(1, "Bob")))
        let events = try AdapterTesting.events([Self.send(Text.field(10, Self.gift("1")) + user)], .bilibili)
        guard case .gift(let gift)? = events.first?.kind else {
            Issue.record("no gift")
            return
        }
        #expect(gift.from == Viewer(id: "9", name: "Bob") && gift.id == "1")
    }

    @Test func anonymousSendersAreDistinguishedByName() throws {
        let lines = ["江***", "王***"].map { name in
            Self.send(Self.broadcast([Self.gift(name)], uid: 0, name: name))
        }
        let people = try AdapterTesting.events(lines, .bilibili).compactMap { event in
            if case .gift(let gift) = event.kind { gift.from } else { nil }
        }
        #expect(people == [Viewer(id: "江***", name: "江***"), Viewer(id: "王***", name: "王***")])
    }

    @Test func listUnpackedByRelayIsRead() throws {
        let line =
            #"{"cmd":"SEND_GIFT_V2","data":{"uid":42,"uname":"Ann","gift_list":[{"gift_id":1,"gift_name":"Rose","num":2,"#
            + #""price":500,"coin_type":"gold","tid":"1"},{"gift_id":2,"gift_name":"Star","num":1,"price":10000,"tid":"2"}]}}"#
        #expect(
            try summary([line]) == ["0.0 Ann gives 2 rose \"Rose\" of 5", "0.0 Ann gives 1 star \"Star\" of 100"])
    }

    @Test(arguments: [(1, ["0.0 Ann joins"]), (2, []), (3, [])] as [(UInt64, [String])])
    func onlyEntriesAreJoins(type: UInt64, words: [String]) throws {
        let bytes =
            Text.field(1, 42) + Text.field(2, "Ann") + Text.field(4, [3, 1]) + Text.field(5, type)
            + Text.field(6, 544_853) + Text.field(7, 1_751_716_524) + Text.field(22, Text.field(1, 42))
        #expect(try summary([Self.command("INTERACT_WORD_V2", bytes)]) == words)
    }

    private static let damaged = "data.pb: expected a whole message, found a damaged one"

    @Test(arguments: [
        (#"{"cmd":"SEND_GIFT_V2","data":{"pb":"..."}}"#, "data.pb: expected base64"),
        (#"{"cmd":"SEND_GIFT_V2","data":{"pb":7.5}}"#, "data.pb: expected base64"),
        (#"{"cmd":"INTERACT_WORD_V2","data":{"pb":"xxx"}}"#, "data.pb: expected a message of Protocol Buffers"),
        (#"{"cmd":"SEND_GIFT_V2","data":{"pb":"CgVoZWxsbw=="}}"#, "data.pb: expected gifts, found none"),
        (#"{"cmd":"SEND_GIFT_V2","data":{}}"#, "data.giftName: expected a text"),
        (send(Text.field(1, 42) + Text.field(10, Text.field(3, 1))), "data.giftName: expected a text"),
        (send(Text.field(1, 42) + Text.field(10, [0x08, 1, 0x12, 9, 0x61])), damaged),
        (command("INTERACT_WORD_V2", Text.field(1, 42) + Text.field(5, 1) + [0x12, 9, 0x61]), damaged),
    ])
    func unreadableMessageIsReported(line: String, problem: String) {
        #expect(throws: FeedLineError(problem: problem)) { try summary([line]) }
    }

    @Test func giftsBeforeDamageCountAndDamageIsReported() throws {
        var bytes = Self.broadcast([Self.gift("1"), Self.gift("2")])
        bytes.removeLast(5)
        // The message is cut behind all fields that are needed for the gift.
        let torn = Array(Self.gift("3").dropLast(3))
        for bytes in [bytes, Self.broadcast([Self.gift("1"), torn])] {
            var adapter = FeedFormat.bilibili.adapter(map: AdapterTesting.map)
            var events: [FeedEvent] = []
            #expect(throws: FeedLineError(problem: Self.damaged)) { try adapter.parse(Self.send(bytes), into: &events) }
            #expect(events.count == 2)
        }
    }

    @Test func bothBase64AlphabetsAndMissingPaddingAreAccepted() throws {
        let bytes = Self.broadcast([Self.gift("1", name: "ÿþ?>~")])
        let text = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
        let line = #"{"cmd":"SEND_GIFT_V2","data":{"pb":"\#(text)"}}"#
        #expect(try summary([line]) == (try summary([Self.send(bytes)])))
    }

    @Test("an adapter survives damaged messages", arguments: 1...60 as ClosedRange<UInt64>)
    func damagedMessagesAreHandled(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let whole = Self.broadcast([Self.gift("1"), Self.gift("2", num: .max, price: .max, batch: .max, combo: "c")])
        let lines = (0..<8).map { _ -> String in
            var bytes = whole
            for _ in 0..<random.next(below: 4) {
                bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
            }
            return Self.send(
                Array(bytes.prefix(random.next(below: 3) == 0 ? random.next(below: bytes.count) : bytes.count)))
        }
        AdapterTesting.checkDamagedLines(lines, .bilibili, seed: seed)
    }
}
