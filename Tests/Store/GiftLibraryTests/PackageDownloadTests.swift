import ExactNumbers
import Foundation
import HTTPClient
import Playback
import SeededRandomness
import StoreProtocol
import SystemIO
import Testing

@testable import GiftLibrary

/// Tests of the steps of a download, input by input.
@Suite struct PackageDownloadTests {
    static let rules = RetryRules(maxAttempts: 3, initialDelay: .second, maxDelay: 8 * .second, maxBytes: 1000)
    static let rightDigest = SHA256Digest.digest(of: [1])
    static let wrongDigest = SHA256Digest.digest(of: [2])

    var download = PackageDownload(size: 100, digest: rightDigest, rules: rules)
    var rng = SeededGenerator(seed: 7)

    func head(_ status: Int, _ headers: (name: String, value: String)...) -> HTTPHead {
        HTTPHead(status: status, url: "http://store/gifts/heart/1.zip", headers: headers)
    }

    /// Returns the head of an answer with the bytes from `first` to the end, of 100 bytes.
    func partialHead(_ first: Int) -> HTTPHead { head(206, ("Content-Range", "bytes \(first)-99/100")) }

    /// Breaks the connection after `count` bytes of a whole answer.
    mutating func breakConnection(after count: Int) -> PackageDownload.Step {
        _ = download.receiveHead(head(200, ("ETag", "\"a\"")))
        _ = download.receiveBytes(count)
        return download.handleFailure(.transfer(.truncated(received: count, announced: 100)), using: &rng)
    }

    @Test mutating func wholePackageIsInstalled() {
        #expect(download.begin(keptBytes: 0, validator: nil) == .request(from: 0, validator: nil))
        #expect(download.receiveHead(head(200, ("ETag", "\"a\""), ("Content-Length", "100"))) == .append)
        #expect(download.receivedValidator == "\"a\"")
        #expect(download.receiveBytes(60) == true)
        #expect(download.receiveBytes(40) == true)
        #expect(download.finishTransfer(digest: Self.rightDigest, using: &rng) == .install)
    }

    @Test mutating func keptBytesAreNotRequestedAgain() {
        #expect(download.begin(keptBytes: 60, validator: "\"a\"") == .request(from: 60, validator: "\"a\""))
        #expect(download.receiveHead(partialHead(60)) == .append)
        #expect(download.receiveBytes(40) == true)
        #expect(download.finishTransfer(digest: Self.rightDigest, using: &rng) == .install)
    }

    @Test mutating func completePartIsOnlyChecked() {
        #expect(download.begin(keptBytes: 100, validator: "\"a\"") == .check)
        #expect(download.finishTransfer(digest: Self.rightDigest, using: &rng) == .install)
    }

    @Test mutating func wrongKeptBytesAreDownloadedAgain() {
        _ = download.begin(keptBytes: 100, validator: "\"a\"")
        guard case .pause = download.finishTransfer(digest: Self.wrongDigest, using: &rng) else {
            Issue.record("gave up")
            return
        }
        #expect(download.endPause() == .request(from: 0, validator: nil))
    }

    @Test mutating func oversizedPartIsIgnored() {
        #expect(download.begin(keptBytes: 101, validator: "\"a\"") == .request(from: 0, validator: nil))
    }

    @Test mutating func wholeResponseStartsOver() {
        _ = download.begin(keptBytes: 60, validator: "\"a\"")
        #expect(download.receiveHead(head(200, ("ETag", "\"b\""))) == .startOver)
        #expect(download.receivedBytes == 0)
        #expect(download.receivedValidator == "\"b\"")
        #expect(download.receiveBytes(100) == true)
        #expect(download.finishTransfer(digest: Self.rightDigest, using: &rng) == .install)
    }

    @Test mutating func invalidRangeStartsOver() {
        _ = download.begin(keptBytes: 60, validator: nil)
        #expect(download.receiveHead(head(416, ("Content-Range", "bytes */100"))) == .reject)
        guard
            case .pause(_, "the store has no bytes from 60 on") = download.handleFailure(
                .transfer(.cancelled), using: &rng)
        else {
            Issue.record("no pause")
            return
        }
        #expect(download.endPause() == .request(from: 0, validator: nil))
    }

    @Test(arguments: [
        "bytes 0-99/100", "bytes 61-99/100", "bytes 60-98/100", "bytes 60-99/200", "bytes 60-99", "60-99/100", "",
        "bytes 60-/100", "bytes 99-60/100", "bytes 60-99/x",
    ])
    mutating func otherRangeIsRejected(range: String) {
        _ = download.begin(keptBytes: 60, validator: "\"a\"")
        #expect(download.receiveHead(head(206, ("Content-Range", range))) == .reject)
        guard case .pause = download.handleFailure(.transfer(.cancelled), using: &rng) else {
            Issue.record("no pause")
            return
        }
        #expect(download.endPause() == .request(from: 0, validator: nil))
    }

    @Test mutating func unknownTotalIsAccepted() {
        _ = download.begin(keptBytes: 60, validator: "\"a\"")
        #expect(download.receiveHead(head(206, ("Content-Range", "bytes 60-99/*"))) == .append)
    }

    @Test(arguments: ["W/\"a\"", "a", ""])
    mutating func weakTagDoesNotResume(tag: String) {
        _ = download.begin(keptBytes: 0, validator: nil)
        _ = download.receiveHead(head(200, ("ETag", tag)))
        #expect(download.receivedValidator == nil)
        _ = download.receiveBytes(10)
        _ = download.handleFailure(.transfer(.truncated(received: 10, announced: 100)), using: &rng)
        // The digest is checked at the end anyway, so that the request for the rest needs no condition.
        #expect(download.endPause() == .request(from: 10, validator: nil))
    }

    @Test mutating func brokenDownloadContinues() {
        _ = download.begin(keptBytes: 0, validator: nil)
        guard case .pause(let time, "cut short: 30 of 100 bytes came") = breakConnection(after: 30) else {
            Issue.record("no pause")
            return
        }
        #expect(0...Nanoseconds.second ~= time)
        #expect(download.endPause() == .request(from: 30, validator: "\"a\""))
    }

    @Test mutating func breakAfterLastByteIsIgnored() {
        _ = download.begin(keptBytes: 0, validator: nil)
        #expect(breakConnection(after: 100) == .check)
        #expect(download.finishTransfer(digest: Self.rightDigest, using: &rng) == .install)
    }

    @Test mutating func onlyAttemptsWithoutProgressCount() {
        _ = download.begin(keptBytes: 0, validator: nil)
        for count in 1...20 {
            _ = download.receiveHead(count == 1 ? head(200) : partialHead(count - 1))
            _ = download.receiveBytes(1)
            guard case .pause = download.handleFailure(.transfer(.connectionBroken(reason: "reset")), using: &rng)
            else {
                Issue.record("gave up after \(count)")
                return
            }
            #expect(download.endPause() == .request(from: count, validator: nil))
        }
    }

    @Test mutating func fruitlessAttemptsEnd() {
        _ = download.begin(keptBytes: 0, validator: nil)
        var pauses = 0
        while true {
            let step = download.handleFailure(.transfer(.hostNotFound("store")), using: &rng)
            guard case .pause = step else {
                #expect(step == .fail(reason: "no such host store, after 3 tries", keepsPart: false))
                break
            }
            pauses += 1
            _ = download.endPause()
        }
        #expect(pauses == 2)
    }

    @Test mutating func repeatedRestartsEnd() {
        _ = download.begin(keptBytes: 0, validator: nil)
        var steps = 0
        while case .pause = breakConnection(after: 50), steps < 10 {
            _ = download.endPause()
            steps += 1
        }
        #expect(steps == 2)
    }

    @Test mutating func wrongChecksumIsRetriedOnce() {
        _ = download.begin(keptBytes: 0, validator: nil)
        for round in 1...2 {
            #expect(download.receiveHead(head(200)) == .append)
            #expect(download.receiveBytes(100) == true)
            let step = download.finishTransfer(digest: Self.wrongDigest, using: &rng)
            if round == 1 {
                guard case .pause = step else {
                    Issue.record("gave up")
                    return
                }
                #expect(download.endPause() == .request(from: 0, validator: nil))
            } else {
                let reason =
                    "checksum differs: expected \(Self.rightDigest.hex.prefix(8))…, found \(Self.wrongDigest.hex.prefix(8))…"
                #expect(step == .fail(reason: reason, keepsPart: false))
            }
        }
    }

    @Test mutating func excessBytesAreRejected() {
        _ = download.begin(keptBytes: 0, validator: nil)
        #expect(download.receiveHead(head(200)) == .append)
        #expect(download.receiveBytes(100) == true)
        #expect(download.receiveBytes(1) == false)
        #expect(
            download.handleFailure(.transfer(.cancelled), using: &rng)
                == .fail(reason: "longer than the 100 bytes that the catalogue says", keepsPart: false))
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
    mutating func permanentResponseEndsAtOnce(head: HTTPHead, reason: String) {
        _ = download.begin(keptBytes: 0, validator: nil)
        #expect(download.receiveHead(head) == .reject)
        #expect(download.handleFailure(.transfer(.cancelled), using: &rng) == .fail(reason: reason, keepsPart: false))
    }

    @Test(arguments: [
        HTTPHead(status: 404, url: ""), HTTPHead(status: 403, url: ""), HTTPHead(status: 511, url: ""),
        HTTPHead(status: 200, url: "", headers: [("Content-Type", "text/html")]),
        HTTPHead(status: 200, url: "", headers: [("Content-Length", "99")]),
    ])
    mutating func anAnswerWithoutThePackageCostsNothingOfThePart(head: HTTPHead) {
        _ = download.begin(keptBytes: 60, validator: "\"a\"")
        #expect(download.receiveHead(head) == .reject)
        guard case .fail(_, keepsPart: true) = download.handleFailure(.transfer(.cancelled), using: &rng) else {
            Issue.record("the part is lost")
            return
        }
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
    mutating func busyStoreIsRetried(status: Int) {
        _ = download.begin(keptBytes: 60, validator: "\"a\"")
        #expect(download.receiveHead(head(status, ("Retry-After", "7"))) == .reject)
        guard case .pause(let time, let reason) = download.handleFailure(.transfer(.cancelled), using: &rng) else {
            Issue.record("gave up")
            return
        }
        #expect(time == 7 * .second)
        #expect(reason == "the store answered \(status)")
        #expect(download.endPause() == .request(from: 60, validator: "\"a\""))
    }

    @Test(arguments: [("100000", 60), ("-3", 0), ("Fri, 31 Dec 1999 23:59:59 GMT", 0), ("60", 60)])
    func requestedDelayIsLimited(text: String, seconds: Int64) {
        #expect(Self.rules.requestedDelay(in: head(503, ("Retry-After", text))) == seconds * .second)
    }

    @Test mutating func fullDiskKeepsPart() {
        _ = download.begin(keptBytes: 0, validator: nil)
        _ = download.receiveHead(head(200))
        let full = PackageDownload.TransferFailure.disk(DiskError(path: "/p", SystemError(code: ENOSPC)))
        #expect(download.handleFailure(full, using: &rng) == .fail(reason: "disk full", keepsPart: true))
    }

    @Test(arguments: [
        HTTPTransferError.unsupportedURL("ftp://a"), .redirectRejected("file:///etc"), .tooManyRedirects(5),
        .certificate(host: "store", reason: "self signed"), .libraryMissing(reason: "libcurl"),
    ])
    mutating func permanentErrorEndsAtOnce(error: HTTPTransferError) {
        _ = download.begin(keptBytes: 0, validator: nil)
        #expect(
            download.handleFailure(.transfer(error), using: &rng)
                == .fail(reason: error.description, keepsPart: true))
    }

    @Test mutating func oversizedPackageIsNotRequested() {
        download = PackageDownload(size: 1001, digest: Self.rightDigest, rules: Self.rules)
        guard case .fail(let reason, false) = download.begin(keptBytes: 0, validator: nil) else {
            Issue.record("asked")
            return
        }
        #expect(reason.contains("1001 bytes"))
    }

    @Test func delaysGrowToLimit() {
        #expect((1...6).map { Self.rules.delayLimit(after: $0) / .second } == [1, 2, 4, 8, 8, 8])
        var chance = SeededGenerator(seed: 3)
        let pauses = (0..<1000).map { _ in Self.rules.randomDelay(after: 3, using: &chance) }
        #expect(pauses.allSatisfy { 0...(4 * .second) ~= $0 })
        #expect(pauses.contains { $0 < .second / 10 } && pauses.contains { $0 > 39 * .second / 10 })
        #expect(Self.rules.delayLimit(after: .max) == 8 * .second)
    }

    /// Tests that a download ends whatever a server does, never accepts more bytes than expected, and is installed only
    /// with the right digest.
    @Test(arguments: 0..<300 as Range<UInt64>)
    mutating func anyEventSequenceEnds(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var step = download.begin(
            keptBytes: chance.next(below: 120), validator: chance.next(below: 2) == 0 ? "\"a\"" : nil)
        for _ in 0..<500 {
            switch step {
            case .install, .fail: return
            case .check:
                step = download.finishTransfer(
                    digest: chance.next(below: 3) == 0 ? Self.rightDigest : Self.wrongDigest, using: &chance)
            case .pause: step = download.endPause()
            case .request(let from, _):
                #expect(0..<100 ~= from)
                step = answer(from: from, using: &chance)
            }
        }
        Issue.record("seed \(seed) goes on and on")
    }

    private mutating func answer(from: Int, using chance: inout SeededGenerator) -> PackageDownload.Step {
        let status = [200, 206, 206, 416, 503, 404, 200][chance.next(below: 7)]
        let first = chance.next(below: 4) == 0 ? chance.next(below: 100) : from
        guard chance.next(below: 8) > 0,
            download.receiveHead(head(status, ("Content-Range", "bytes \(first)-99/100"))) != .reject
        else { return download.handleFailure(.transfer(.connectionBroken(reason: "gone")), using: &chance) }
        for _ in 0..<chance.next(below: 6) where !download.receiveBytes(chance.next(below: 60)) {
            return download.handleFailure(.transfer(.cancelled), using: &chance)
        }
        #expect(download.receivedBytes <= 100)
        return chance.next(below: 2) == 0
            ? download.handleFailure(.transfer(.connectionBroken(reason: "gone")), using: &chance)
            : download.finishTransfer(
                digest: chance.next(below: 2) == 0 ? Self.rightDigest : Self.wrongDigest, using: &chance)
    }
}
