public import StoreProtocol

/// The lines of an audit log, each of which has the digest of the line before.
///
/// A changed, removed or inserted line shows in the line after it. Lines removed from the end show only against a
/// digest that was noted elsewhere.
public struct AuditChain: Sendable {
    /// A place at which the chain is broken.
    public struct BreakError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The number of the line, from 1.
        public let line: Int
        /// What is wrong.
        public let problem: String

        /// The line and the problem.
        public var description: String { "line \(line): \(problem)" }
    }

    /// The entries.
    public private(set) var entries: [AuditEntry] = []
    /// The digest of the last line: it stands for the whole log.
    public private(set) var head = AuditChain.origin
    /// The digests of all lines.
    private var digests: Set<SHA256Digest> = [AuditChain.origin]
    /// The number of bytes of the complete lines.
    private(set) var size = 0
    /// The number of bytes after them, which a crash left.
    private(set) var incompleteBytes = 0

    /// What the first line has in place of a digest.
    static let origin = SHA256Digest(zeros: ())

    /// Reads a log.
    ///
    /// - Throws: `BreakError` for the first line that is no entry or does not continue the one before.
    public init(log bytes: [UInt8]) throws(BreakError) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(rest[..<end])
            rest = rest[(end + 1)...]
            try append(line)
            size = end + 1
        }
        incompleteBytes = rest.count
    }

    private mutating func append(_ line: [UInt8]) throws(BreakError) {
        let number = entries.count + 1
        let entry: AuditEntry
        do throws(StoreDocumentError) {
            entry = try AuditEntry(line: line)
        } catch {
            throw BreakError(line: number, problem: error.description)
        }
        guard entry.number == number else {
            throw BreakError(line: number, problem: "expected entry \(number), found entry \(entry.number)")
        }
        guard entry.previous == head else {
            throw BreakError(line: number, problem: "the line before it was changed, removed or inserted")
        }
        entries.append(entry)
        head = SHA256Digest.digest(of: line)
        digests.insert(head)
    }

    /// Returns whether a log with this head is a beginning of this one, so that nothing of it was changed since.
    public func continues(_ head: SHA256Digest) -> Bool { digests.contains(head) }
}

extension SHA256Digest {
    fileprivate init(zeros: Void) {
        // All digits are valid.
        self = SHA256Digest(hex: String(repeating: "0", count: 64)) ?? SHA256Digest.digest(of: [])
    }
}
