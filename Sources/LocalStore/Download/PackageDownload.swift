import HTTPTransfer
import Playback
import StoreDocuments

/// Fetching one package, without doing it: it is told what happens and says what is to be done next.
///
///     var step = download.begin(kept: part.size, validator: "\"9f86\"")
///     while true {
///         switch step {
///         case .request(let from, let validator): …    // then answered, arrived and one of ended and broke
///         case .check: step = download.ended(digest: digestOfThePart)
///         case .pause(let time, _): …; step = download.paused()
///         case .install, .giveUp: return step
///         }
///     }
///
/// What was received is kept whatever happens, and the next request asks for the rest. Tries are counted that get no
/// farther than one before, so a connection that breaks every megabyte is no reason to give up, and one that never brings
/// anything is.
struct PackageDownload: Sendable {
    /// What to do next.
    enum Step: Equatable, Sendable {
        /// Cut the part to `from` bytes and ask for what follows; with a validator, only if it is still the same package.
        case request(from: Int, validator: String?)
        /// All bytes are there: find their digest.
        case check
        /// Wait, for the reason given, and go on.
        case pause(Nanoseconds, reason: String)
        /// The package is whole and the right one.
        case install
        /// It can't be had now. Where `keepsPart`, what was received is of use later.
        case giveUp(reason: String, keepsPart: Bool)
    }

    /// What to do with an answer whose head has come.
    enum Reception: Equatable, Sendable {
        /// Append the body to what is there.
        case append
        /// Discard what is there, for the body is the whole.
        case startOver
        /// Take nothing of it, and end the transfer.
        case refuse
    }

    private enum State: Equatable {
        /// Nothing has been asked yet.
        case idle
        /// The request for what follows these bytes is out.
        case asking(from: Int)
        /// The body comes; so many bytes are in the part.
        case receiving(count: Int, startedAt: Int)
        /// The answer was refused, and this comes next whatever the transfer says.
        case refused(Refusal)
        /// All bytes are there, `fresh` if by one transfer.
        case checking(fresh: Bool)
        /// Waiting before the next request.
        case pausing(from: Int)
        /// There is nothing left to do.
        case over
    }

    /// Why an answer was refused, and what that means.
    private enum Refusal: Equatable {
        /// The same request would be answered the same way.
        case final(String)
        /// Another try may do, after `wait` at least, with the bytes up to `from`.
        case passing(String, from: Int, wait: Nanoseconds)
    }

    private var state = State.idle
    private let size: Int
    private let digest: SHA256Digest
    private let rules: RetryRules
    private var validator: String?
    /// The most bytes that were ever there.
    private var farthest = 0
    /// Tries since anything new came.
    private var tries = 0
    /// The wrong digest that was found before.
    private var wrongDigest: SHA256Digest?

    /// The download of a package of this size and digest, as the catalogue says.
    init(size: Int, digest: SHA256Digest, rules: RetryRules) {
        self.size = size
        self.digest = digest
        self.rules = rules
    }

    /// Begins with `kept` bytes of an earlier time, which were those of the package with this ETag.
    mutating func begin(kept: Int, validator: String?) -> Step {
        guard size <= rules.mostBytes else {
            state = .over
            return .giveUp(
                reason: "expected a package of at most \(rules.mostBytes >> 20) MB, the catalogue says \(size) bytes",
                keepsPart: false)
        }
        self.validator = validator
        farthest = kept <= size ? kept : 0
        if kept == size {
            state = .checking(fresh: false)
            return .check
        }
        return request(from: farthest)
    }

    private mutating func request(from: Int) -> Step {
        state = .asking(from: from)
        return .request(from: from, validator: from > 0 ? validator : nil)
    }

    // MARK: - What the transfer brings

    /// The head of the answer has come.
    mutating func answered(_ head: HTTPHead) -> Reception {
        guard case .asking(let from) = state else { return refuse(.final("unexpected answer \(head.status)")) }
        if let refusal = refusal(of: head, from: from) { return refuse(refusal) }
        if head.status == 206 {
            state = .receiving(count: from, startedAt: from)
            if from == 0 { validator = Self.validator(of: head) }
            return .append
        }
        validator = Self.validator(of: head)
        state = .receiving(count: 0, startedAt: 0)
        return from > 0 ? .startOver : .append
    }

    /// Bytes that are there.
    var received: Int {
        switch state {
        case .receiving(let count, _): count
        case .asking(let from), .pausing(let from): from
        case .checking: size
        case .idle, .refused, .over: 0
        }
    }

    /// The ETag of the answer that is being received, for later; only a strong one says that bytes are the same.
    var receivedValidator: String? { validator }

    private static func validator(of head: HTTPHead) -> String? {
        guard let tag = head["etag"], tag.hasPrefix("\""), tag.utf8.count <= longestValidator else { return nil }
        return tag
    }

    /// The longest ETag, in bytes, that is kept: a digest has 64 digits, and nothing needs more than twice that.
    private static let longestValidator = 200

    private mutating func refuse(_ refusal: Refusal) -> Reception {
        state = .refused(refusal)
        return .refuse
    }

    /// So many more bytes have come. False where they are too many and the transfer is to end.
    mutating func arrived(_ bytes: Int) -> Bool {
        guard case .receiving(let count, let start) = state else { return false }
        guard bytes <= size - count else {
            state = .refused(.final("longer than the \(size) bytes that the catalogue says"))
            return false
        }
        state = .receiving(count: count + bytes, startedAt: start)
        return true
    }

    /// The transfer ended as it should, or a part was there from before; the bytes there have this digest.
    mutating func ended<Chance: RandomNumberGenerator>(digest found: SHA256Digest, using chance: inout Chance) -> Step {
        switch state {
        case .receiving(let count, let start):
            guard count == size else {
                return retry("cut short: \(count) of \(size) bytes came", from: count, using: &chance)
            }
            return checked(found, fresh: start == 0, using: &chance)
        case .checking(let fresh): return checked(found, fresh: fresh, using: &chance)
        default: return broke(.transfer(.other("unexpected end of the transfer")), using: &chance)
        }
    }

    private mutating func checked<Chance: RandomNumberGenerator>(
        _ found: SHA256Digest, fresh: Bool, using chance: inout Chance
    ) -> Step {
        if found == digest {
            state = .over
            return .install
        }
        validator = nil
        let reason = "checksum differs: expected \(digest.hex.prefix(8))…, found \(found.hex.prefix(8))…"
        // Two halves of different packages make neither; the whole at once decides.
        guard fresh else { return retry(reason, from: 0, using: &chance) }
        // The same wrong bytes twice are no accident on the way.
        if wrongDigest == found {
            state = .over
            return .giveUp(reason: reason, keepsPart: false)
        }
        wrongDigest = found
        return retry(reason, from: 0, using: &chance)
    }

    /// Why a transfer ended early.
    enum Fault: Sendable {
        /// The network's or the server's fault.
        case transfer(HTTPTransferError)
        /// What came can't be kept.
        case disk(DiskError)
    }

    /// The transfer ended early.
    mutating func broke<Chance: RandomNumberGenerator>(_ fault: Fault, using chance: inout Chance) -> Step {
        switch fault {
        case .disk(let error):
            state = .over
            return .giveUp(reason: error.isFull ? error.reason : error.description, keepsPart: true)
        case .transfer(let error): return broke(error, using: &chance)
        }
    }

    private mutating func broke<Chance: RandomNumberGenerator>(
        _ error: HTTPTransferError, using chance: inout Chance
    ) -> Step {
        switch state {
        case .refused(.final(let reason)):
            state = .over
            return .giveUp(reason: reason, keepsPart: false)
        case .refused(.passing(let reason, let from, let wait)):
            return retry(reason, from: from, atLeast: wait, using: &chance)
        default: break
        }
        let count: Int
        switch state {
        case .receiving(size, let start):
            // It broke when there was nothing left to come.
            state = .checking(fresh: start == 0)
            return .check
        case .receiving(let received, _): count = received
        case .asking(let from): count = from
        default: count = 0
        }
        guard error.mayPass else {
            state = .over
            return .giveUp(reason: error.description, keepsPart: true)
        }
        return retry(error.description, from: count, using: &chance)
    }

    /// The pause is over.
    mutating func paused() -> Step {
        guard case .pausing(let from) = state else { return .giveUp(reason: "unexpected pause", keepsPart: true) }
        return request(from: from)
    }

    private mutating func retry<Chance: RandomNumberGenerator>(
        _ reason: String, from: Int, atLeast wait: Nanoseconds = 0, using chance: inout Chance
    ) -> Step {
        if from > farthest {
            farthest = from
            tries = 0
        }
        tries += 1
        guard tries < rules.tries else {
            state = .over
            return .giveUp(reason: "\(reason), after \(rules.tries) tries", keepsPart: from > 0)
        }
        state = .pausing(from: from)
        return .pause(max(wait, rules.pause(after: tries, using: &chance)), reason: reason)
    }
}

// MARK: - Answers that are none

extension PackageDownload {
    /// What is wrong with an answer to the request for all bytes from `from` on; nil where nothing is.
    private func refusal(of head: HTTPHead, from: Int) -> Refusal? {
        switch head.status {
        case 200: return refusal(ofWhole: head)
        case 206: return refusal(ofPart: head, from: from)
        case 416 where from > 0: return .passing("the store has no bytes from \(from) on", from: 0, wait: 0)
        case 511: return .final("the network asks for a login (511): is there a captive portal?")
        case 404, 410: return .final("the store has no such package (\(head.status))")
        case 408, 425, 429, 500, 502...599:
            return .passing("the store answered \(head.status)", from: from, wait: rules.wait(askedBy: head))
        default: return .final("the store answered \(head.status)")
        }
    }

    private func refusal(ofWhole head: HTTPHead) -> Refusal? {
        if let type = head["content-type"], Self.isPage(type) {
            return .final("answered with text/html: is there a captive portal?")
        }
        guard let length = head["content-length"].flatMap({ Int($0) }), length != size else { return nil }
        return .final("expected \(size) bytes, as the catalogue says, the store offers \(length)")
    }

    private static func isPage(_ type: String) -> Bool {
        let type = type.lowercased()
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
    }

    private func refusal(ofPart head: HTTPHead, from: Int) -> Refusal? {
        guard let range = head["content-range"].flatMap({ ContentRange($0) }) else {
            return .passing("answered with a part that says not which", from: 0, wait: 0)
        }
        guard range.first == from, range.last == size - 1, range.total ?? size == size else {
            return .passing("asked for bytes from \(from) on, answered with \(range)", from: 0, wait: 0)
        }
        return nil
    }
}

/// Which bytes of how many an answer has (RFC 9110, section 14.4).
private struct ContentRange: CustomStringConvertible {
    let first: Int
    let last: Int
    /// nil where the server doesn't know.
    let total: Int?

    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/")
        guard halves.count == 2 else { return nil }
        let ends = halves[0].split(separator: "-")
        guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first >= 0, last >= first else {
            return nil
        }
        total = Int(halves[1])
        guard total != nil || halves[1] == "*" else { return nil }
        self.first = first
        self.last = last
    }

    var description: String { "\(first) to \(last) of \(total.map { String($0) } ?? "unknown")" }
}

extension HTTPTransferError {
    /// Whether the same request may do better a moment later.
    var mayPass: Bool {
        switch self {
        case .unsupportedURL, .invalidHeader, .tooManyRedirects, .redirectRefused, .certificate, .cancelled, .consumer,
            .noLibrary, .bodyTooLong:
            false
        case .noSuchHost, .refused, .unreachable, .connectTimedOut, .stalled, .timedOut, .headTooLong, .encryption,
            .cutShort, .noAnswer, .broken, .notHTTP, .undecodable, .other:
            true
        }
    }
}
