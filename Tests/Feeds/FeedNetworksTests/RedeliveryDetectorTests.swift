import MQTTClient
import PlatformAdapters
import RoomEvents
import SeededRandomness
import Testing

@testable import FeedNetworks

/// Tests that a message which arrives again after a lost acknowledgement counts once, also without an id.
@Suite struct RedeliveryDetectorTests {
    private struct Message {
        var text = "like"
        var topic = "g"
        var packetID: UInt16 = 1
        var qualityOfService = 1
        var isMarkedDuplicate: Bool?
        var hasSession = true
        var isRetained = false
    }

    private static func isRedelivery(_ message: Message, _ redeliveries: inout RedeliveryDetector) -> Bool {
        Array(message.text.utf8).withUnsafeBytes { bytes in
            redeliveries.isRedelivery(
                MQTTDelivery(
                    payload: bytes, topic: message.topic, packetID: message.packetID,
                    qualityOfService: message.qualityOfService,
                    isMarkedDuplicate: message.isMarkedDuplicate, hasSession: message.hasSession,
                    isRetained: message.isRetained))
        }
    }

    /// Delivers one message over a connection and another over the next one, and returns whether the second is a
    /// repeat.
    private static func isRedelivery(_ first: Message, then second: Message) -> Bool {
        var redeliveries = RedeliveryDetector()
        redeliveries.beginConnection()
        let isFirstRepeat = Self.isRedelivery(first, &redeliveries)
        #expect(!isFirstRepeat)
        redeliveries.beginConnection()
        return Self.isRedelivery(second, &redeliveries)
    }

    @Test func markedMessageWithSameIDTopicAndBytesIsRedelivery() {
        #expect(Self.isRedelivery(Message(isMarkedDuplicate: false), then: Message(isMarkedDuplicate: true)))
    }

    @Test(arguments: [
        Message(text: "other", isMarkedDuplicate: true), Message(topic: "h", isMarkedDuplicate: true),
        Message(packetID: 2, isMarkedDuplicate: true),
        Message(qualityOfService: 0, isMarkedDuplicate: true), Message(qualityOfService: 2, isMarkedDuplicate: true),
        Message(isMarkedDuplicate: false),
        Message(isMarkedDuplicate: true, hasSession: false), Message(packetID: 0, isMarkedDuplicate: true),
    ])
    private func anyDifferenceMakesAnotherMessage(second: Message) {
        #expect(!Self.isRedelivery(Message(isMarkedDuplicate: false), then: second))
    }

    @Test func withoutFlagPacketIDDecidesOnlyAfterLostConnection() {
        #expect(Self.isRedelivery(Message(), then: Message()))
        var redeliveries = RedeliveryDetector()
        redeliveries.beginConnection()
        let answers = (0..<3).map { _ in Self.isRedelivery(Message(), &redeliveries) }
        #expect(answers == [false, false, false])
    }

    @Test(arguments: [0, 1])
    func retainedMessageIsKnownAfterReconnect(quality: Int) {
        let kept = Message(
            packetID: 1, qualityOfService: quality, isMarkedDuplicate: false, hasSession: false, isRetained: true)
        #expect(Self.isRedelivery(kept, then: kept))
        // The client received the message when it was published; the broker retains it.
        #expect(
            Self.isRedelivery(
                Message(qualityOfService: quality, isMarkedDuplicate: false, hasSession: false), then: kept))
        var other = kept
        other.topic = "h"
        #expect(!Self.isRedelivery(kept, then: other))
        other = kept
        other.text = "other"
        #expect(!Self.isRedelivery(kept, then: other))
        // A new publication is a new message.
        other = kept
        other.isRetained = false
        #expect(!Self.isRedelivery(kept, then: other))
    }

    @Test func retainedMessageIsKnownAfterThousandsOfOthers() {
        var redeliveries = RedeliveryDetector()
        redeliveries.beginConnection()
        let kept = Message(qualityOfService: 0, isRetained: true)
        var answers = [Self.isRedelivery(kept, &redeliveries)]
        for number in 0..<9_000 {
            answers.append(Self.isRedelivery(Message(text: "\(number)", qualityOfService: 0), &redeliveries))
        }
        redeliveries.beginConnection()
        #expect(!answers.contains(true) && Self.isRedelivery(kept, &redeliveries))
    }

    @Test func redeliveryReleasesPacketID() {
        var redeliveries = RedeliveryDetector()
        redeliveries.beginConnection()
        let messages = [
            Message(isMarkedDuplicate: false), Message(isMarkedDuplicate: true), Message(isMarkedDuplicate: false),
            Message(isMarkedDuplicate: true),
        ]
        #expect(messages.map { Self.isRedelivery($0, &redeliveries) } == [false, true, false, true])
    }

    @Test func messageInFlightDuringTwoLossesIsStillKnown() {
        var redeliveries = RedeliveryDetector()
        redeliveries.beginConnection()
        _ = Self.isRedelivery(Message(packetID: 7, isMarkedDuplicate: false), &redeliveries)
        redeliveries.beginConnection()
        _ = Self.isRedelivery(Message(text: "b", packetID: 8, isMarkedDuplicate: false), &redeliveries)
        redeliveries.beginConnection()
        let answers = [
            Message(packetID: 7, isMarkedDuplicate: true), Message(text: "b", packetID: 8, isMarkedDuplicate: true),
        ].map { Self.isRedelivery($0, &redeliveries) }
        #expect(answers == [true, true])
    }

    /// Simulates a broker as MQTT describes it, with a window, and a client whose acknowledgements are lost with the
    /// connection.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func lostConnectionsNeitherLoseNorRepeatMessages(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let usesLowestNumber = Bool.random(using: &random)
        var queue = (0..<500).map { $0 }
        var inFlight: [(number: UInt16, content: Int)] = []
        var counter: UInt16 = 0
        var redeliveries = RedeliveryDetector()
        var counts: [Int: Int] = [:]
        var sent: [Int: Int] = [:]
        while !queue.isEmpty || !inFlight.isEmpty {
            redeliveries.beginConnection()
            var receipts: [UInt16] = []
            // Only three texts, so that different messages are alike. If numbers are reused at once, every message
            // needs its own text: nobody can distinguish a lost message from an equal earlier one with the same number.
            func deliver(_ number: UInt16, _ content: Int, _ isRepeat: Bool) {
                let message = Message(
                    text: "\(usesLowestNumber ? content : content % 3)", packetID: number, isMarkedDuplicate: isRepeat)
                if !Self.isRedelivery(message, &redeliveries) { counts[content, default: 0] += 1 }
                receipts.append(number)
            }
            var breaksAfter = Int.random(in: 1...30, using: &random)
            for (number, content) in inFlight where breaksAfter > 0 {
                deliver(number, content, true)
                breaksAfter -= 1
            }
            while breaksAfter > 0, !queue.isEmpty, inFlight.count < 10 {
                let used = Set(inFlight.map(\.number))
                counter = usesLowestNumber ? (1...100).first { !used.contains($0) } ?? 1 : counter + 1
                let content = queue.removeFirst()
                inFlight.append((counter, content))
                sent[content, default: 0] += 1
                breaksAfter -= 1
                // The last message may be lost, and then arrives as a repeat that the client has not seen.
                if breaksAfter > 0 || Bool.random(using: &random) { deliver(counter, content, false) }
                if Bool.random(using: &random), let first = receipts.first {
                    receipts.removeFirst()
                    inFlight.removeAll { $0.number == first }
                }
            }
            // Only the first few pending acknowledgements arrive.
            let arrived = Set(receipts.prefix(Int.random(in: 0...max(0, receipts.count), using: &random)))
            inFlight.removeAll { arrived.contains($0.number) }
        }
        #expect(counts == Dictionary(uniqueKeysWithValues: (0..<500).map { ($0, 1) }), "seed \(seed)")
    }

    @Test func redeliveriesAreCountedByContent() {
        let kinds = [GiftKind(id: "rocket", name: "Rocket", value: 500)]
        var messages = MQTTMessageConverter(format: .ndjson, map: GiftMap(kinds: kinds))
        let text =
            #"{"at":0,"type":"gift","gift":"rocket","from":"ann"}"# + "\nwrong\n"
            + #"{"at":0,"type":"like","from":"a"}"#
        func take(isRepeat: Bool) -> MQTTMessageConverter.Conversion {
            messages.beginConnection()
            return Array(text.utf8).withUnsafeBytes { bytes in
                messages.receive(
                    MQTTDelivery(
                        payload: bytes, packetID: 1, qualityOfService: 1, isMarkedDuplicate: isRepeat, hasSession: true),
                    at: .zero,
                    date: 0)
            }
        }
        let first = take(isRepeat: false)
        let second = take(isRepeat: true)
        #expect(first.events.count == 2 && first.faults.count == 1 && first.duplicates == .init())
        #expect(second.events.isEmpty && second.faults.isEmpty && second.duplicates == .init(events: 2, gifts: 1))
    }
}
