import FeedAdapters
import GiftFeed
import SeededRandomness
import Testing

@testable import FeedNetworks

/// Tests that a message which arrives again after a lost acknowledgement counts once, also without an id.
@Suite struct RedeliveriesTests {
    private struct Message {
        var text = "like"
        var topic = "g"
        var number: UInt16 = 1
        var quality = 1
        var isRepeat: Bool?
        var hasSession = true
        var isRetained = false
    }

    private static func isRepeat(_ message: Message, _ redeliveries: inout Redeliveries) -> Bool {
        Array(message.text.utf8).withUnsafeBytes { bytes in
            redeliveries.isRepeat(
                MQTTDelivery(
                    payload: bytes, topic: message.topic, number: message.number, quality: message.quality,
                    isRepeat: message.isRepeat, hasSession: message.hasSession, isRetained: message.isRetained))
        }
    }

    /// Delivers one message over a connection and another over the next one, and returns whether the second is a
    /// repeat.
    private static func isRepeat(_ first: Message, then second: Message) -> Bool {
        var redeliveries = Redeliveries()
        redeliveries.connect()
        let isFirstRepeat = Self.isRepeat(first, &redeliveries)
        #expect(!isFirstRepeat)
        redeliveries.connect()
        return Self.isRepeat(second, &redeliveries)
    }

    @Test func theSameNumberTopicAndBytesMarkedAsARepeatAreThatMessage() {
        #expect(Self.isRepeat(Message(isRepeat: false), then: Message(isRepeat: true)))
    }

    @Test(arguments: [
        Message(text: "other", isRepeat: true), Message(topic: "h", isRepeat: true), Message(number: 2, isRepeat: true),
        Message(quality: 0, isRepeat: true), Message(quality: 2, isRepeat: true), Message(isRepeat: false),
        Message(isRepeat: true, hasSession: false), Message(number: 0, isRepeat: true),
    ])
    private func whatIsOtherwiseInOneOfThemIsAnotherMessage(second: Message) {
        #expect(!Self.isRepeat(Message(isRepeat: false), then: second))
    }

    @Test func whereTheMarkIsNotKnownTheNumberTellsAfterALostConnectionOnly() {
        #expect(Self.isRepeat(Message(), then: Message()))
        var redeliveries = Redeliveries()
        redeliveries.connect()
        let answers = (0..<3).map { _ in Self.isRepeat(Message(), &redeliveries) }
        #expect(answers == [false, false, false])
    }

    @Test(arguments: [0, 1])
    func whatABrokerKeepsForItsTopicIsKnownAfterEachConnection(quality: Int) {
        let kept = Message(number: 1, quality: quality, isRepeat: false, hasSession: false, isRetained: true)
        #expect(Self.isRepeat(kept, then: kept))
        // The client received the message when it was published; the broker retains it.
        #expect(Self.isRepeat(Message(quality: quality, isRepeat: false, hasSession: false), then: kept))
        var other = kept
        other.topic = "h"
        #expect(!Self.isRepeat(kept, then: other))
        other = kept
        other.text = "other"
        #expect(!Self.isRepeat(kept, then: other))
        // A new publication is a new message.
        other = kept
        other.isRetained = false
        #expect(!Self.isRepeat(kept, then: other))
    }

    @Test func aKeptMessageIsKnownBehindThousandsOfOthers() {
        var redeliveries = Redeliveries()
        redeliveries.connect()
        let kept = Message(quality: 0, isRetained: true)
        var answers = [Self.isRepeat(kept, &redeliveries)]
        for number in 0..<9_000 { answers.append(Self.isRepeat(Message(text: "\(number)", quality: 0), &redeliveries)) }
        redeliveries.connect()
        #expect(!answers.contains(true) && Self.isRepeat(kept, &redeliveries))
    }

    @Test func aRepeatCountsOnceAndItsNumberIsFreeThen() {
        var redeliveries = Redeliveries()
        redeliveries.connect()
        let messages = [
            Message(isRepeat: false), Message(isRepeat: true), Message(isRepeat: false), Message(isRepeat: true),
        ]
        #expect(messages.map { Self.isRepeat($0, &redeliveries) } == [false, true, false, true])
    }

    @Test func whatWasOnItsWayWhenTwoConnectionsBrokeIsStillKnown() {
        var redeliveries = Redeliveries()
        redeliveries.connect()
        _ = Self.isRepeat(Message(number: 7, isRepeat: false), &redeliveries)
        redeliveries.connect()
        _ = Self.isRepeat(Message(text: "b", number: 8, isRepeat: false), &redeliveries)
        redeliveries.connect()
        let answers = [
            Message(number: 7, isRepeat: true), Message(text: "b", number: 8, isRepeat: true),
        ].map { Self.isRepeat($0, &redeliveries) }
        #expect(answers == [true, true])
    }

    /// Simulates a broker as MQTT describes it, with a window, and a client whose acknowledgements are lost with the
    /// connection.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func nothingIsLostAndNothingCountsTwiceHoweverConnectionsBreak(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let usesLowestNumber = Bool.random(using: &random)
        var queue = (0..<500).map { $0 }
        var inFlight: [(number: UInt16, content: Int)] = []
        var counter: UInt16 = 0
        var redeliveries = Redeliveries()
        var counts: [Int: Int] = [:]
        var sent: [Int: Int] = [:]
        while !queue.isEmpty || !inFlight.isEmpty {
            redeliveries.connect()
            var receipts: [UInt16] = []
            // Only three texts, so that different messages are alike. If numbers are reused at once, every message
            // needs its own text: nobody can distinguish a lost message from an equal earlier one with the same number.
            func deliver(_ number: UInt16, _ content: Int, _ isRepeat: Bool) {
                let message = Message(
                    text: "\(usesLowestNumber ? content : content % 3)", number: number, isRepeat: isRepeat)
                if !Self.isRepeat(message, &redeliveries) { counts[content, default: 0] += 1 }
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

    @Test func whatComesAgainIsCountedByWhatItTellsOf() {
        let kinds = [GiftKind(id: "rocket", name: "Rocket", value: 500)]
        var messages = MQTTMessages(format: .ndjson, map: GiftMap(kinds: kinds))
        let text =
            #"{"at":0,"type":"gift","gift":"rocket","from":"ann"}"# + "\nwrong\n"
            + #"{"at":0,"type":"like","from":"a"}"#
        func take(isRepeat: Bool) -> MQTTMessages.Taken {
            messages.connect()
            return Array(text.utf8).withUnsafeBytes { bytes in
                messages.take(
                    MQTTDelivery(payload: bytes, number: 1, quality: 1, isRepeat: isRepeat, hasSession: true),
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
