import FeedServers
import Foundation
import MQTTClient
import PlatformAdapters
import RoomEvents
import SeededRandomness
import Testing

@testable import FeedNetworks

@Suite("Publications with numbers")
struct PublicationTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func read<Message>(_ json: [UInt8], _ read: (UnsafeRawBufferPointer) -> Message?) -> Message? {
        json.withUnsafeBytes { read($0) }
    }

    @Test("messages survive writing and reading, and others are ignored")
    func messages() {
        let state = PublicationState(run: "a", age: 7, first: 3, last: 9, isFinished: true)
        #expect(read(state.json, PublicationState.init(json:)) == state)
        let report = ReceptionReport(run: "a", player: "p", complete: 4, missing: [5...5, 7...8])
        #expect(read(report.json, ReceptionReport.init(json:)) == report)
        let line = EventNumber(run: "a", number: 12).numbered(Array(#"{"gift":"rose"}"#.utf8))
        #expect(text(line) == #"{"run":"a","number":12,"gift":"rose"}"#)
        #expect(read(line, EventNumber.init(line:)) == EventNumber(run: "a", number: 12))
        let tooLarge = "9007199254740992"
        let others = [
            "", "{", "[]", "{}", #"{"run":1}"#, #"{"run":"a","number":0}"#, #"{"run":"a","complete":-1}"#,
            #"{"run":"a","number":\#(tooLarge)}"#, #"{"run":"a","age":0,"first":1,"last":\#(tooLarge)}"#,
            #"{"run":"a","player":"p","complete":\#(tooLarge)}"#,
        ]
        for other in others {
            #expect(read(Array(other.utf8), PublicationState.init(json:)) == nil)
            #expect(read(Array(other.utf8), ReceptionReport.init(json:)) == nil)
            #expect(read(Array(other.utf8), EventNumber.init(line:)) == nil)
        }
    }

    @Test(
        "every player gets every event exactly once, whatever the network loses, doubles and reorders",
        arguments: 0..<20 as Range<UInt64>)
    func nothingIsLostAndNothingTwice(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        var window = PublicationWindow(run: "r", at: .zero)
        var players = (0..<5).map { PublicationReception(player: "p\($0)", at: .zero) }
        var received = players.map { _ in [Int]() }
        var isAway = players.map { _ in false }
        func deliver(_ lines: [[UInt8]], at now: Duration) throws {
            for (index, isAway) in isAway.enumerated() where !isAway {
                var arriving = lines.filter { _ in Int.random(in: 0..<10, using: &chance) > 1 }
                arriving += arriving.filter { _ in Int.random(in: 0..<10, using: &chance) == 0 }
                arriving.shuffle(using: &chance)
                for line in arriving {
                    let number = try #require(read(line, EventNumber.init(line:)))
                    if players[index].receive(number, at: now) { received[index].append(number.number) }
                }
            }
        }
        for second in 0..<120 {
            let now = Duration.seconds(second)
            var lines = second < 60 ? (0..<10).map { _ in window.append(Array(giftLine("g").utf8), at: now) } : []
            lines += window.takeRepetitions(at: now)
            try deliver(lines, at: now)
            for index in players.indices {
                // For a quarter of a minute a player may have no connection; at the end all have one.
                if second % 15 == 0 { isAway[index] = second < 60 && Bool.random(using: &chance) }
                guard !isAway[index] else { continue }
                let (report, lost) = players[index].receive(window.state(at: now), at: now)
                #expect(lost == 0)
                if let report, Int.random(in: 0..<10, using: &chance) > 1 { window.receive(report, at: now) }
            }
        }
        for numbers in received { #expect(numbers.sorted() == Array(1...600), "seed \(seed)") }
        #expect(window.incompletePlayerCount(at: .seconds(120)) == 0)
        #expect(window.lostCount == 0)
    }

    @Test("who comes later gets what comes from then on")
    func laterPlayersBeginLater() {
        var window = PublicationWindow(run: "r", at: .zero)
        for _ in 0..<5 { _ = window.append(Array(giftLine("g").utf8), at: .seconds(1)) }
        var player = PublicationReception(player: "p", at: .seconds(30))
        let (report, lost) = player.receive(window.state(at: .seconds(40)), at: .seconds(40))
        #expect(report == ReceptionReport(run: "r", player: "p", complete: 5, missing: []))
        #expect(lost == 0)
        let areNew = [6, 6, 5].map { player.receive(EventNumber(run: "r", number: $0), at: .seconds(41)) }
        #expect(areNew == [true, false, false])
    }

    @Test("an event that the publisher does not keep any more is reported as lost")
    func lostEventsAreReported() {
        var player = PublicationReception(player: "p", at: .zero)
        _ = player.receive(PublicationState(run: "r", age: 0, first: 1, last: 0), at: .zero)
        let state = PublicationState(run: "r", age: 200_000, first: 11, last: 12)
        let lost = [200, 201].map { player.receive(state, at: .seconds($0)).lost }
        #expect(lost == [10, 0])
    }

    @Test("of the largest numbers each event is new once, and the lost ones are counted at once")
    func largestNumbers() throws {
        let largest = (1 << 53) - 1
        let json = Array(#"{"run":"r","age":9,"first":\#(largest),"last":\#(largest)}"#.utf8)
        let state = try #require(read(json, PublicationState.init(json:)))
        var player = PublicationReception(player: "p", at: .zero)
        let isSecondNew = player.receive(EventNumber(run: "r", number: 2), at: .zero)
        #expect(isSecondNew)
        let first = player.receive(state, at: .seconds(1))
        #expect(first.lost == largest - 2)
        #expect(first.report?.missing == [largest...largest])
        let areNew = [largest, largest, 3].map { player.receive(EventNumber(run: "r", number: $0), at: .seconds(2)) }
        #expect(areNew == [true, false, false])
        let last = player.receive(state, at: .seconds(3))
        #expect(last.report?.complete == largest)
    }
}

@Suite(.enabled(if: MosquittoBroker.program != nil, "mosquitto is not installed"), .timeLimit(.minutes(2)))
struct NumberedPublisherTests {
    @Test("a broker that restarts and keeps nothing loses no event and doubles none")
    func restartOfBroker() throws {
        let broker = try MosquittoBroker()
        let nodes = try MQTTNodes("\(broker.url("g")) \(broker.url("g", host: "localhost"))")
        let watched = try SourceProbe(
            MQTTTransport(nodes, .init(seed: 1) { 0 }, map: GiftMap(kinds: kinds)), overflow: .wait)
        try watched.waitUntilOpen()
        let start = ContinuousClock.now
        let publisher = try NumberedPublisher(
            nodes, run: "r", seed: 2, stopDescriptor: -1, now: { start.duration(to: .now) })
        let ids = (0..<300).map { "g\($0)" }
        for id in ids {
            #expect(try publisher.publish(Array(giftLine(id).utf8)))
            if id == "g100" {
                broker.stop()
                try broker.start()
            }
        }
        try publisher.finish(isStopped: false)
        #expect(try watched.waitForGifts(ids.count).sorted() == ids.sorted())
        #expect(publisher.summary.hasSuffix("with 1 player"))
    }
}
