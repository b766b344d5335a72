import HTTPTransfer
import Playback
import SeededRandomness
import StoreDocuments
import Testing

@testable import LocalStore

/// Tests of the steps of a download, input by input.
@Suite struct PackageDownloadTests {
    static let rules = RetryRules(tries: 3, firstPause: .second, longestPause: 8 * .second, mostBytes: 1000)
    static let right = SHA256Digest.of([1])
    static let wrong = SHA256Digest.of([2])

    var download = PackageDownload(size: 100, digest: right, rules: rules)
    var chance = SeededGenerator(seed: 7)

    func head(_ status: Int, _ headers: (name: String, value: String)...) -> HTTPHead {
        HTTPHead(status: status, url: "http://store/gifts/heart/1.zip", headers: headers)
    }

    /// Returns the head of an answer with the bytes from `first` to the end, of 100 bytes.
    func part(_ first: Int) -> HTTPHead { head(206, ("Content-Range", "bytes \(first)-99/100")) }

    /// Breaks the connection after `count` bytes of a whole answer.
    mutating func broken(after count: Int) -> PackageDownload.Step {
        _ = download.answered(head(200, ("ETag", "\"a\"")))
        _ = download.arrived(count)
        return download.broke(.transfer(.cutShort(received: count, announced: 100)), using: &chance)
    }

    @Test mutating func wholeAtOnce() {
        #expect(download.begin(kept: 0, validator: nil) == .request(from: 0, validator: nil))
        #expect(download.answered(head(200, ("ETag", "\"a\""), ("Content-Length", "100"))) == .append)
        #expect(download.receivedValidator == "\"a\"")
        #expect(download.arrived(60) == true)
        #expect(download.arrived(40) == true)
        #expect(download.ended(digest: Self.right, using: &chance) == .install)
    }

    @Test mutating func whatWasKeptIsNotAskedForAgain() {
        #expect(download.begin(kept: 60, validator: "\"a\"") == .request(from: 60, validator: "\"a\""))
        #expect(download.answered(part(60)) == .append)
        #expect(download.arrived(40) == true)
        #expect(download.ended(digest: Self.right, using: &chance) == .install)
    }

    @Test mutating func allKeptIsOnlyChecked() {
        #expect(download.begin(kept: 100, validator: "\"a\"") == .check)
        #expect(download.ended(digest: Self.right, using: &chance) == .install)
    }

    @Test mutating func keptBytesThatAreWrongAreFetchedAfresh() {
        _ = download.begin(kept: 100, validator: "\"a\"")
        guard case .pause = download.ended(digest: Self.wrong, using: &chance) else {
            Issue.record("gave up")
            return
        }
        #expect(download.paused() == .request(from: 0, validator: nil))
    }

    @Test mutating func moreKeptThanThereIsCountsNothing() {
        #expect(download.begin(kept: 101, validator: "\"a\"") == .request(from: 0, validator: nil))
    }

    @Test mutating func aServerThatAnswersTheWholeStartsOver() {
        _ = download.begin(kept: 60, validator: "\"a\"")
        #expect(download.answered(head(200, ("ETag", "\"b\""))) == .startOver)
        #expect(download.received == 0)
        #expect(download.receivedValidator == "\"b\"")
        #expect(download.arrived(100) == true)
        #expect(download.ended(digest: Self.right, using: &chance) == .install)
    }

    @Test mutating func aRangeThatIsNoneStartsOver() {
        _ = download.begin(kept: 60, validator: nil)
        #expect(download.answered(head(416, ("Content-Range", "bytes */100"))) == .refuse)
        guard
            case .pause(_, "the store has no bytes from 60 on") = download.broke(.transfer(.cancelled), using: &chance)
        else {
            Issue.record("no pause")
            return
        }
        #expect(download.paused() == .request(from: 0, validator: nil))
    }

    @Test(arguments: [
        "bytes 0-99/100", "bytes 61-99/100", "bytes 60-98/100", "bytes 60-99/200", "bytes 60-99", "60-99/100", "",
        "bytes 60-/100", "bytes 99-60/100", "bytes 60-99/x",
    ])
    mutating func anotherRangeThanAskedForIsRefused(range: String) {
        _ = download.begin(kept: 60, validator: "\"a\"")
        #expect(download.answered(head(206, ("Content-Range", range))) == .refuse)
        guard case .pause = download.broke(.transfer(.cancelled), using: &chance) else {
            Issue.record("no pause")
            return
        }
        #expect(download.paused() == .request(from: 0, validator: nil))
    }

    @Test mutating func anUnknownTotalIsFine() {
        _ = download.begin(kept: 60, validator: "\"a\"")
        #expect(download.answered(head(206, ("Content-Range", "bytes 60-99/*"))) == .append)
    }

    @Test(arguments: ["W/\"a\"", "a", ""])
    mutating func weakTagsAreNoReasonToResume(tag: String) {
        _ = download.begin(kept: 0, validator: nil)
        _ = download.answered(head(200, ("ETag", tag)))
        #expect(download.receivedValidator == nil)
        _ = download.arrived(10)
        _ = download.broke(.transfer(.cutShort(received: 10, announced: 100)), using: &chance)
        // The digest is checked at the end anyway, so that the request for the rest needs no condition.
        #expect(download.paused() == .request(from: 10, validator: nil))
    }

    @Test mutating func aBreakGoesOnWhereItWas() {
        _ = download.begin(kept: 0, validator: nil)
        guard case .pause(let time, "cut short: 30 of 100 bytes came") = broken(after: 30) else {
            Issue.record("no pause")
            return
        }
        #expect(0...Nanoseconds.second ~= time)
        #expect(download.paused() == .request(from: 30, validator: "\"a\""))
    }

    @Test mutating func aBreakAfterTheLastByteIsNone() {
        _ = download.begin(kept: 0, validator: nil)
        #expect(broken(after: 100) == .check)
        #expect(download.ended(digest: Self.right, using: &chance) == .install)
    }

    @Test mutating func triesCountOnlyWhereTheyGetNoFarther() {
        _ = download.begin(kept: 0, validator: nil)
        for count in 1...20 {
            _ = download.answered(count == 1 ? head(200) : part(count - 1))
            _ = download.arrived(1)
            guard case .pause = download.broke(.transfer(.broken(reason: "reset")), using: &chance) else {
                Issue.record("gave up after \(count)")
                return
            }
            #expect(download.paused() == .request(from: count, validator: nil))
        }
    }

    @Test mutating func triesThatBringNothingEnd() {
        _ = download.begin(kept: 0, validator: nil)
        var pauses = 0
        while true {
            let step = download.broke(.transfer(.noSuchHost("store")), using: &chance)
            guard case .pause = step else {
                #expect(step == .giveUp(reason: "no such host store, after 3 tries", keepsPart: false))
                break
            }
            pauses += 1
            _ = download.paused()
        }
        #expect(pauses == 2)
    }

    @Test mutating func startingOverAgainAndAgainEnds() {
        _ = download.begin(kept: 0, validator: nil)
        var steps = 0
        while case .pause = broken(after: 50), steps < 10 {
            _ = download.paused()
            steps += 1
        }
        #expect(steps == 2)
    }

    @Test mutating func aWrongChecksumIsTriedOnceMore() {
        _ = download.begin(kept: 0, validator: nil)
        for round in 1...2 {
            #expect(download.answered(head(200)) == .append)
            #expect(download.arrived(100) == true)
            let step = download.ended(digest: Self.wrong, using: &chance)
            if round == 1 {
                guard case .pause = step else {
                    Issue.record("gave up")
                    return
                }
                #expect(download.paused() == .request(from: 0, validator: nil))
            } else {
                let reason =
                    "checksum differs: expected \(Self.right.hex.prefix(8))…, found \(Self.wrong.hex.prefix(8))…"
                #expect(step == .giveUp(reason: reason, keepsPart: false))
            }
        }
    }

    @Test mutating func tooMuchIsRefused() {
        _ = download.begin(kept: 0, validator: nil)
        #expect(download.answered(head(200)) == .append)
        #expect(download.arrived(100) == true)
        #expect(download.arrived(1) == false)
        #expect(
            download.broke(.transfer(.cancelled), using: &chance)
                == .giveUp(reason: "longer than the 100 bytes that the catalogue says", keepsPart: false))
    }

    @Test(arguments: [
        (HTTPHead(status: 404, url: ""), "the store has no such package (404)"),
        (HTTPHead(status: 410, url: ""), "the store has no such package (410)"),
        (HTTPHead(status: 403, url: ""), "the store answered 403"),
        (HTTPHead(status: 304, url: ""), "the store answered 304"),
        (HTTPHead(status: 501, url: ""), "the store answered 501"),
        (HTTPHead(status: 511, url: ""), "the network asks for a login (511): is there a captive portal?"),
        (
            HTTPHead(status: 200, url: "", headers: [("Content-Type", "Text/HTML; charset=utf-8")]),
            "answered with text/html: is there a captive portal?"
        ),
        (
            HTTPHead(status: 200, url: "", headers: [("Content-Length", "99")]),
            "expected 100 bytes, as the catalogue says, the store offers 99"
        ),
    ])
    mutating func whatWouldBeAnsweredTheSameAgainEndsAtOnce(head: HTTPHead, reason: String) {
        _ = download.begin(kept: 0, validator: nil)
        #expect(download.answered(head) == .refuse)
        #expect(download.broke(.transfer(.cancelled), using: &chance) == .giveUp(reason: reason, keepsPart: false))
    }

    @Test(arguments: [
        HTTPHead(status: 404, url: ""), HTTPHead(status: 403, url: ""), HTTPHead(status: 511, url: ""),
        HTTPHead(status: 200, url: "", headers: [("Content-Type", "text/html")]),
        HTTPHead(status: 200, url: "", headers: [("Content-Length", "99")]),
    ])
    mutating func anAnswerWithoutThePackageCostsNothingOfThePart(head: HTTPHead) {
        _ = download.begin(kept: 60, validator: "\"a\"")
        #expect(download.answered(head) == .refuse)
        guard case .giveUp(_, keepsPart: true) = download.broke(.transfer(.cancelled), using: &chance) else {
            Issue.record("the part is lost")
            return
        }
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
    mutating func aBusyStoreIsAskedAgain(status: Int) {
        _ = download.begin(kept: 60, validator: "\"a\"")
        #expect(download.answered(head(status, ("Retry-After", "7"))) == .refuse)
        guard case .pause(let time, let reason) = download.broke(.transfer(.cancelled), using: &chance) else {
            Issue.record("gave up")
            return
        }
        #expect(time == 7 * .second)
        #expect(reason == "the store answered \(status)")
        #expect(download.paused() == .request(from: 60, validator: "\"a\""))
    }

    @Test(arguments: [("100000", 60), ("-3", 0), ("Fri, 31 Dec 1999 23:59:59 GMT", 0), ("60", 60)])
    func aStoreAsksForSoLongAndNoLonger(text: String, seconds: Int64) {
        #expect(Self.rules.wait(askedBy: head(503, ("Retry-After", text))) == seconds * .second)
    }

    @Test mutating func aFullDiskEndsItAndKeepsThePart() {
        _ = download.begin(kept: 0, validator: nil)
        _ = download.answered(head(200))
        let full = PackageDownload.Fault.disk(DiskError(path: "/p", code: 28))
        #expect(download.broke(full, using: &chance) == .giveUp(reason: "disk full", keepsPart: true))
    }

    @Test(arguments: [
        HTTPTransferError.unsupportedURL("ftp://a"), .redirectRefused("file:///etc"), .tooManyRedirects(5),
        .certificate(host: "store", reason: "self signed"), .noLibrary(reason: "libcurl"),
    ])
    mutating func whatNoTimeHealsEndsAtOnce(error: HTTPTransferError) {
        _ = download.begin(kept: 0, validator: nil)
        #expect(
            download.broke(.transfer(error), using: &chance)
                == .giveUp(reason: error.description, keepsPart: true))
    }

    @Test mutating func aPackageBeyondTheLimitIsNotAskedFor() {
        download = PackageDownload(size: 1001, digest: Self.right, rules: Self.rules)
        guard case .giveUp(let reason, false) = download.begin(kept: 0, validator: nil) else {
            Issue.record("asked")
            return
        }
        #expect(reason.contains("1001 bytes"))
    }

    @Test func pausesGrowToALimitAndFillTheirRange() {
        #expect((1...6).map { Self.rules.greatestPause(after: $0) / .second } == [1, 2, 4, 8, 8, 8])
        var chance = SeededGenerator(seed: 3)
        let pauses = (0..<1000).map { _ in Self.rules.pause(after: 3, using: &chance) }
        #expect(pauses.allSatisfy { 0...(4 * .second) ~= $0 })
        #expect(pauses.contains { $0 < .second / 10 } && pauses.contains { $0 > 39 * .second / 10 })
        #expect(Self.rules.greatestPause(after: .max) == 8 * .second)
    }

    /// Tests that a download ends whatever a server does, never accepts more bytes than expected, and is installed only
    /// with the right digest.
    @Test(arguments: 0..<300 as Range<UInt64>)
    mutating func anythingGoesAndEnds(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var step = download.begin(kept: chance.below(120), validator: chance.below(2) == 0 ? "\"a\"" : nil)
        for _ in 0..<500 {
            switch step {
            case .install, .giveUp: return
            case .check: step = download.ended(digest: chance.below(3) == 0 ? Self.right : Self.wrong, using: &chance)
            case .pause: step = download.paused()
            case .request(let from, _):
                #expect(0..<100 ~= from)
                step = answer(from: from, using: &chance)
            }
        }
        Issue.record("seed \(seed) goes on and on")
    }

    private mutating func answer(from: Int, using chance: inout SeededGenerator) -> PackageDownload.Step {
        let status = [200, 206, 206, 416, 503, 404, 200][chance.below(7)]
        let first = chance.below(4) == 0 ? chance.below(100) : from
        guard chance.below(8) > 0,
            download.answered(head(status, ("Content-Range", "bytes \(first)-99/100"))) != .refuse
        else { return download.broke(.transfer(.broken(reason: "gone")), using: &chance) }
        for _ in 0..<chance.below(6) where !download.arrived(chance.below(60)) {
            return download.broke(.transfer(.cancelled), using: &chance)
        }
        #expect(download.received <= 100)
        return chance.below(2) == 0
            ? download.broke(.transfer(.broken(reason: "gone")), using: &chance)
            : download.ended(digest: chance.below(2) == 0 ? Self.right : Self.wrong, using: &chance)
    }
}
