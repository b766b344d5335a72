import ExactNumbers
import HTTPClient
import StoreProtocol
import SystemIO

/// The state machine for the download of one package. It performs nothing itself: it receives events and returns the
/// next step.
///
///     var step = download.begin(keptBytes: part.size, validator: "\"9f86\"")
///     while true {
///         switch step {
///         case .request(let from, let validator): …    // then receiveHead, receiveBytes, handleFailure
///         case .check: step = download.finishTransfer(digest: digestOfThePart, using: &chance)
///         case .pause(let time, _): …; step = download.endPause()
///         case .install, .fail: return step
///         }
///     }
///
/// The received bytes survive a broken connection, and the next request asks for the rest. Only attempts that get no
/// further than an earlier one count towards the limit, so a connection that breaks after every megabyte still
/// succeeds, but one that never delivers anything does not.
struct PackageDownload: Sendable {
    /// The next step.
    enum Step: Equatable, Sendable {
        /// Truncate the part file to `from` bytes and request the rest; with a validator, only if the package is
        /// unchanged.
        case request(from: Int, validator: String?)
        /// All bytes have arrived: compute their digest.
        case check
        /// Wait, for the given reason, and continue.
        case pause(Nanoseconds, reason: String)
        /// The package is complete and correct.
        case install
        /// The download failed. If `keepsPart` is true, the received bytes are useful for a later attempt.
        case fail(reason: String, keepsPart: Bool)
    }

    /// How to treat a response after its head has arrived.
    enum ResponseAction: Equatable, Sendable {
        /// Append the body to the part file.
        case append
        /// Discard the part file, because the body is the whole package.
        case startOver
        /// Ignore the body and end the transfer.
        case reject
    }

    private enum State: Equatable {
        /// No request has been sent yet.
        case idle
        /// The request for the bytes from `from` on has been sent.
        case requesting(from: Int)
        /// The body is arriving; the part file has `count` bytes, of which the transfer began at `startedAt`.
        case receiving(count: Int, startedAt: Int)
        /// The response was refused; the refusal decides the next step, whatever error the transfer reports.
        case rejected(Rejection)
        /// All bytes have arrived, in a single transfer if `fresh` is true.
        case checking(fresh: Bool)
        /// The download waits before the next request.
        case pausing(from: Int)
        /// The download has ended.
        case ended
    }

    /// The reason why a response was refused.
    private enum Rejection: Equatable {
        /// The same request would get the same response; the bytes up to `from` are still those of the package.
        case permanent(String, from: Int)
        /// Another attempt may succeed, after `wait` at least, with the bytes up to `from`.
        case temporary(String, from: Int, wait: Nanoseconds)
    }

    private var state = State.idle
    private let size: Int
    private let digest: SHA256Digest
    private let rules: RetryRules
    private var validator: String?
    /// The most bytes received so far.
    private var maxReceivedBytes = 0
    /// The attempts since new bytes arrived.
    private var attempts = 0
    /// The wrong digest of an earlier complete transfer.
    private var wrongDigest: SHA256Digest?

    /// Creates the download of a package with the size, in bytes, and the digest that the catalogue lists.
    init(size: Int, digest: SHA256Digest, rules: RetryRules) {
        self.size = size
        self.digest = digest
        self.rules = rules
    }

    /// Begins the download.
    ///
    /// - Parameters:
    ///   - keptBytes: The number of bytes from an earlier attempt.
    ///   - validator: The ETag of the package to which those bytes belong.
    mutating func begin(keptBytes: Int, validator: String?) -> Step {
        guard size <= rules.maxBytes else {
            state = .ended
            return .fail(
                reason: "expected a package of at most \(rules.maxBytes >> 20) MB, the catalogue says \(size) bytes",
                keepsPart: false)
        }
        self.validator = validator
        maxReceivedBytes = keptBytes <= size ? keptBytes : 0
        if keptBytes == size {
            state = .checking(fresh: false)
            return .check
        }
        return request(from: maxReceivedBytes)
    }

    private mutating func request(from: Int) -> Step {
        state = .requesting(from: from)
        return .request(from: from, validator: from > 0 ? validator : nil)
    }

    // MARK: - Events of the transfer

    /// Handles the head of the response.
    mutating func receiveHead(_ head: HTTPHead) -> ResponseAction {
        guard case .requesting(let from) = state else {
            return reject(.permanent("unexpected answer \(head.status)", from: 0))
        }
        if let refusal = rejection(of: head, from: from) { return reject(refusal) }
        if head.status == 206 {
            state = .receiving(count: from, startedAt: from)
            if from == 0 { validator = Self.validator(of: head) }
            return .append
        }
        validator = Self.validator(of: head)
        state = .receiving(count: 0, startedAt: 0)
        return from > 0 ? .startOver : .append
    }

    /// The number of bytes received so far.
    var receivedBytes: Int {
        switch state {
        case .receiving(let count, _): count
        case .requesting(let from), .pausing(let from): from
        case .checking: size
        case .idle, .rejected, .ended: 0
        }
    }

    /// The strong ETag of the response; a weak one does not guarantee identical bytes.
    var receivedValidator: String? { validator }

    private static func validator(of head: HTTPHead) -> String? {
        guard let tag = head["etag"], tag.hasPrefix("\""), tag.utf8.count <= maxValidatorLength else { return nil }
        return tag
    }

    /// The longest ETag to store, in bytes; a digest has 64 digits, and nobody needs more than about three times that.
    private static let maxValidatorLength = 200

    private mutating func reject(_ refusal: Rejection) -> ResponseAction {
        state = .rejected(refusal)
        return .reject
    }

    /// Handles the arrival of `bytes` more bytes.
    ///
    /// - Returns: `false` if there are too many bytes and the transfer must end.
    mutating func receiveBytes(_ bytes: Int) -> Bool {
        guard case .receiving(let count, let start) = state else { return false }
        guard bytes <= size - count else {
            state = .rejected(.permanent("longer than the \(size) bytes that the catalogue says", from: 0))
            return false
        }
        state = .receiving(count: count + bytes, startedAt: start)
        return true
    }

    /// Handles the regular end of a transfer, or the digest of an earlier part file.
    ///
    /// - Parameters:
    ///   - found: The digest of the bytes in the part file.
    ///   - chance: The source of randomness for pauses.
    mutating func finishTransfer<Chance: RandomNumberGenerator>(digest found: SHA256Digest, using chance: inout Chance)
        -> Step
    {
        switch state {
        case .receiving(let count, let start):
            guard count == size else {
                return retry("cut short: \(count) of \(size) bytes came", from: count, using: &chance)
            }
            return verify(found, fresh: start == 0, using: &chance)
        case .checking(let fresh): return verify(found, fresh: fresh, using: &chance)
        default: return handleFailure(.transfer(.other("unexpected end of the transfer")), using: &chance)
        }
    }

    private mutating func verify<Chance: RandomNumberGenerator>(
        _ found: SHA256Digest, fresh: Bool, using chance: inout Chance
    ) -> Step {
        if found == digest {
            state = .ended
            return .install
        }
        validator = nil
        let reason = "checksum differs: expected \(digest.hex.prefix(8))…, found \(found.hex.prefix(8))…"
        // Parts of two different packages may have been joined; only a transfer of the whole package decides.
        guard fresh else { return retry(reason, from: 0, using: &chance) }
        // The same wrong digest twice rules out a transmission error.
        if wrongDigest == found {
            state = .ended
            return .fail(reason: reason, keepsPart: false)
        }
        wrongDigest = found
        return retry(reason, from: 0, using: &chance)
    }

    /// The reason why a transfer ended early.
    enum TransferFailure: Sendable {
        /// An error of the network or the server.
        case transfer(HTTPTransferError)
        /// The received bytes cannot be stored.
        case disk(DiskError)
    }

    /// Handles the early end of a transfer.
    mutating func handleFailure<Chance: RandomNumberGenerator>(_ fault: TransferFailure, using chance: inout Chance)
        -> Step
    {
        switch fault {
        case .disk(let error):
            state = .ended
            return .fail(reason: error.isFull ? error.shortReason : error.summary, keepsPart: true)
        case .transfer(let error): return handleFailure(error, using: &chance)
        }
    }

    private mutating func handleFailure<Chance: RandomNumberGenerator>(
        _ error: HTTPTransferError, using chance: inout Chance
    ) -> Step {
        switch state {
        case .rejected(.permanent(let reason, let from)):
            state = .ended
            return .fail(reason: reason, keepsPart: from > 0)
        case .rejected(.temporary(let reason, let from, let wait)):
            return retry(reason, from: from, atLeast: wait, using: &chance)
        default: break
        }
        let count: Int
        switch state {
        case .receiving(size, let start):
            // The connection broke after the last byte.
            state = .checking(fresh: start == 0)
            return .check
        case .receiving(let received, _): count = received
        case .requesting(let from): count = from
        default: count = 0
        }
        guard error.isTemporary else {
            state = .ended
            return .fail(reason: error.description, keepsPart: true)
        }
        return retry(error.description, from: count, using: &chance)
    }

    /// Handles the end of a pause.
    mutating func endPause() -> Step {
        guard case .pausing(let from) = state else { return .fail(reason: "unexpected pause", keepsPart: true) }
        return request(from: from)
    }

    private mutating func retry<Chance: RandomNumberGenerator>(
        _ reason: String, from: Int, atLeast wait: Nanoseconds = 0, using chance: inout Chance
    ) -> Step {
        if from > maxReceivedBytes {
            maxReceivedBytes = from
            attempts = 0
        }
        attempts += 1
        guard attempts < rules.maxAttempts else {
            state = .ended
            return .fail(reason: "\(reason), after \(rules.maxAttempts) tries", keepsPart: from > 0)
        }
        state = .pausing(from: from)
        return .pause(max(wait, rules.randomDelay(after: attempts, using: &chance)), reason: reason)
    }
}

// MARK: - Refused responses

extension PackageDownload {
    /// Returns the reason to refuse the response to a request for the bytes from `from` on; `nil` if it is acceptable.
    private func rejection(of head: HTTPHead, from: Int) -> Rejection? {
        switch head.status {
        case 200: return rejection(ofWhole: head, from: from)
        case 206: return rejection(ofPart: head, from: from)
        case 416 where from > 0: return .temporary("the store has no bytes from \(from) on", from: 0, wait: 0)
        case 511: return .permanent("the network asks for a login (511): is there a captive portal?", from: from)
        case 404, 410: return .permanent("the store has no such package (\(head.status))", from: from)
        case 408, 425, 429, 500, 502...599:
            return .temporary("the store answered \(head.status)", from: from, wait: rules.requestedDelay(in: head))
        default: return .permanent("the store answered \(head.status)", from: from)
        }
    }

    private func rejection(ofWhole head: HTTPHead, from: Int) -> Rejection? {
        if let type = head["content-type"], Self.isHTML(type) {
            return .permanent("answered with text/html: is there a captive portal?", from: from)
        }
        guard let length = head["content-length"].flatMap({ Int($0) }), length != size else { return nil }
        return .permanent("expected \(size) bytes, as the catalogue says, the store offers \(length)", from: from)
    }

    private static func isHTML(_ type: String) -> Bool {
        let type = type.lowercased()
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
    }

    private func rejection(ofPart head: HTTPHead, from: Int) -> Rejection? {
        guard let range = head["content-range"].flatMap({ ContentRange($0) }) else {
            return .temporary("answered with a part without a valid Content-Range", from: 0, wait: 0)
        }
        guard range.first == from, range.last == size - 1, range.total ?? size == size else {
            return .temporary("asked for bytes from \(from) on, answered with \(range)", from: 0, wait: 0)
        }
        return nil
    }
}

/// The value of a `Content-Range` field (RFC 9110, section 14.4).
private struct ContentRange: CustomStringConvertible {
    let first: Int
    let last: Int
    /// The total size; `nil` if the server does not know it.
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
    /// Whether the error may be temporary, so that the same request may succeed later.
    var isTemporary: Bool {
        switch self {
        case .unsupportedURL, .invalidHeader, .tooManyRedirects, .redirectRejected, .certificate, .cancelled,
            .callerFailed,
            .libraryMissing, .bodyTooLong:
            false
        case .hostNotFound, .connectionRefused, .unreachable, .connectTimedOut, .stalled, .timedOut, .headTooLong,
            .encryption,
            .truncated, .noResponse, .connectionBroken, .notHTTP, .undecodable, .other:
            true
        }
    }
}
