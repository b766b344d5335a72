import HTTPTransfer
import Playback
import SeededRandomness
import Testing

@testable import LocalStore

/// Tests of when a player requests a store's stream of changes, and when it requests the documents.
@Suite struct EventConnectionTests {
    var connection = EventConnection(rules: .standard)
    var chance = SeededGenerator(seed: 5)
    let stream = HTTPHead(status: 200, url: "", headers: [("Content-Type", "text/event-stream; charset=utf-8")])

    @Test mutating func theDocumentsAreAskedForAtTheBeginning() {
        #expect(connection.connect(at: 0) == .connect(asksBefore: true))
        #expect(connection.answered(stream, at: 0) == true)
    }

    @Test(arguments: [404, 405, 501, 403]) mutating func aStoreWithoutStreamIsAskedTwiceAMinute(status: Int) {
        for round in 0..<5 as Range<Int64> {
            let now = round * 30 * .second
            #expect(connection.connect(at: now) == .connect(asksBefore: true))
            let isStream = connection.answered(HTTPHead(status: status, url: ""), at: now)
            #expect(!isStream)
            #expect(connection.ended(wait: 0, using: &chance) == .pause(30 * .second))
        }
    }

    @Test mutating func aPageIsNoStream() {
        _ = connection.connect(at: 0)
        let page = HTTPHead(status: 200, url: "", headers: [("Content-Type", "text/html")])
        let isStream = connection.answered(page, at: 0)
        #expect(!isStream)
        #expect(connection.ended(wait: 0, using: &chance) == .pause(30 * .second))
    }

    @Test mutating func aStreamThatBrokeIsTakenUpAgainSoon() {
        _ = connection.connect(at: 0)
        for round in 1...50 as ClosedRange<Int64> {
            _ = connection.answered(stream, at: round * .second)
            connection.heard(at: round * .second)
            guard case .pause(let time) = connection.ended(wait: 0, using: &chance) else {
                Issue.record("no pause")
                return
            }
            #expect(0...Nanoseconds.second ~= time)
            #expect(connection.connect(at: round * .second) == .connect(asksBefore: false))
        }
    }

    @Test mutating func streamsThatBringNothingAreAskedForLessAndLess() {
        _ = connection.connect(at: 0)
        var longest: Nanoseconds = 0
        for _ in 0..<200 {
            _ = connection.answered(stream, at: 0)
            guard case .pause(let time) = connection.ended(wait: 0, using: &chance) else {
                Issue.record("no pause")
                return
            }
            longest = max(longest, time)
            _ = connection.connect(at: 0)
        }
        #expect(longest > 20 * .second && longest <= 30 * .second)
    }

    @Test mutating func whileNobodyAnswersTheDocumentsAreAskedForTwiceAMinute() {
        var asked: [Int64] = []
        for second in 0..<100 as Range<Int64> {
            if connection.connect(at: second * .second) == .connect(asksBefore: true) { asked.append(second) }
            _ = connection.ended(wait: 0, using: &chance)
        }
        #expect(asked == [0, 30, 60, 90])
    }

    @Test mutating func aStoreMayAskToBeLeftAlone() {
        _ = connection.connect(at: 0)
        #expect(connection.ended(wait: 5 * .second, using: &chance) == .pause(5 * .second))
        _ = connection.connect(at: 0)
        #expect(connection.ended(wait: 5000 * .second, using: &chance) == .pause(30 * .second))
    }

    @Test func wantingTheSameAgainAsksOnce() {
        var wanted = WantedGifts(pause: 10 * .second)
        #expect(wanted.want("heart", at: 0) == true)
        #expect(wanted.want("heart", at: 9 * .second) == false)
        #expect(wanted.want("rose", at: 9 * .second) == true)
        #expect(wanted.want("heart", at: 10 * .second) == true)
        let asked = (0..<5000).count { wanted.want("gift-\($0)", at: 11 * .second) }
        #expect(asked == 1022)
        #expect(wanted.want("gift-0", at: 30 * .second) == true)
    }
}
