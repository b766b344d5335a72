import ExactNumbers
import HTTPClient
import SeededRandomness
import Testing

@testable import GiftLibrary

/// Tests of when a player requests a store's stream of changes, and when it requests the documents.
@Suite struct EventConnectionTests {
    var connection = EventConnection(rules: .standard)
    var rng = SeededGenerator(seed: 5)
    let stream = HTTPHead(status: 200, url: "", headers: [("Content-Type", "text/event-stream; charset=utf-8")])

    @Test mutating func documentsAreRequestedFirst() {
        #expect(connection.connect(at: 0) == .connect(requestsDocuments: true))
        #expect(connection.receiveHead(stream, at: 0) == true)
    }

    @Test(arguments: [404, 405, 501, 403]) mutating func storeWithoutStreamIsPolled(status: Int) {
        for round in 0..<5 as Range<Int64> {
            let now = round * 30 * .second
            #expect(connection.connect(at: now) == .connect(requestsDocuments: true))
            let isStream = connection.receiveHead(HTTPHead(status: status, url: ""), at: now)
            #expect(!isStream)
            #expect(connection.handleEnd(minDelay: 0, using: &rng) == .pause(30 * .second))
        }
    }

    @Test mutating func htmlPageIsNoStream() {
        _ = connection.connect(at: 0)
        let page = HTTPHead(status: 200, url: "", headers: [("Content-Type", "text/html")])
        let isStream = connection.receiveHead(page, at: 0)
        #expect(!isStream)
        #expect(connection.handleEnd(minDelay: 0, using: &rng) == .pause(30 * .second))
    }

    @Test mutating func brokenStreamIsResumedSoon() {
        _ = connection.connect(at: 0)
        for round in 1...50 as ClosedRange<Int64> {
            _ = connection.receiveHead(stream, at: round * .second)
            connection.receiveData(at: round * .second)
            guard case .pause(let time) = connection.handleEnd(minDelay: 0, using: &rng) else {
                Issue.record("no pause")
                return
            }
            #expect(0...Nanoseconds.second ~= time)
            #expect(connection.connect(at: round * .second) == .connect(requestsDocuments: false))
        }
    }

    @Test mutating func silentStreamsAreRequestedLessOften() {
        _ = connection.connect(at: 0)
        var longest: Nanoseconds = 0
        for _ in 0..<200 {
            _ = connection.receiveHead(stream, at: 0)
            guard case .pause(let time) = connection.handleEnd(minDelay: 0, using: &rng) else {
                Issue.record("no pause")
                return
            }
            longest = max(longest, time)
            _ = connection.connect(at: 0)
        }
        #expect(longest > 20 * .second && longest <= 30 * .second)
    }

    @Test mutating func unreachableStoreIsPolled() {
        var asked: [Int64] = []
        for second in 0..<100 as Range<Int64> {
            if connection.connect(at: second * .second) == .connect(requestsDocuments: true) { asked.append(second) }
            _ = connection.handleEnd(minDelay: 0, using: &rng)
        }
        #expect(asked == [0, 30, 60, 90])
    }

    @Test mutating func storeCanRequestPause() {
        _ = connection.connect(at: 0)
        #expect(connection.handleEnd(minDelay: 5 * .second, using: &rng) == .pause(5 * .second))
        _ = connection.connect(at: 0)
        #expect(connection.handleEnd(minDelay: 5000 * .second, using: &rng) == .pause(30 * .second))
    }

    @Test func repeatedRequestIsIgnored() {
        var wanted = RecentRequests(minInterval: 10 * .second)
        #expect(wanted.recordRequest("heart", at: 0) == true)
        #expect(wanted.recordRequest("heart", at: 9 * .second) == false)
        #expect(wanted.recordRequest("rose", at: 9 * .second) == true)
        #expect(wanted.recordRequest("heart", at: 10 * .second) == true)
        let asked = (0..<5000).count { wanted.recordRequest("gift-\($0)", at: 11 * .second) }
        #expect(asked == 1022)
        #expect(wanted.recordRequest("gift-0", at: 30 * .second) == true)
    }
}
