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

    /// The number of entries.
    public private(set) var count = 0
    /// The digest of the last line: it stands for the whole log.
    public private(set) var head = AuditChain.origin
    /// Whether a log with the digest that was looked for is a beginning of this one, so that nothing of it was changed
    /// since.
    public private(set) var continues: Bool
    /// The number of bytes of the complete lines.
    private(set) var size = 0
    /// The number of bytes after them, which a crash left.
    private(set) var incompleteBytes = 0
    private let earlierHead: SHA256Digest?
    /// The first bytes of the line that is not complete yet, at most ``maxLineLength``.
    private var unfinished: [UInt8] = []

    /// What the first line has in place of a digest.
    static let origin = SHA256Digest(zeros: ())
    /// More bytes than any entry has, so that a damaged log of any size is read with bounded memory.
    static let maxLineLength = 1 << 20

    /// Creates the chain of an empty log.
    ///
    /// - Parameter earlierHead: The digest of an earlier log, to be looked for.
    init(continuing earlierHead: SHA256Digest? = nil) {
        self.earlierHead = earlierHead
        continues = earlierHead == Self.origin
    }

    /// Reads the next bytes of a log.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - onEntry: Gets each entry with its line.
    /// - Throws: `BreakError` for the first line that is no entry or does not continue the one before.
    mutating func read(_ bytes: [UInt8], onEntry: (AuditEntry, [UInt8]) -> Void) throws(BreakError) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = unfinished + rest[..<end]
            guard line.count == incompleteBytes + (end - rest.startIndex) else {
                throw BreakError(line: count + 1, problem: "longer than any entry")
            }
            size += incompleteBytes + (end - rest.startIndex) + 1
            rest = rest[(end + 1)...]
            (unfinished, incompleteBytes) = ([], 0)
            onEntry(try append(line), line)
        }
        incompleteBytes += rest.count
        unfinished += rest.prefix(max(0, Self.maxLineLength - unfinished.count))
    }

    private mutating func append(_ line: [UInt8]) throws(BreakError) -> AuditEntry {
        let number = count + 1
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
        count = number
        head = SHA256Digest.digest(of: line)
        if head == earlierHead { continues = true }
        return entry
    }
}

extension SHA256Digest {
    fileprivate init(zeros: Void) {
        // All digits are valid.
        self = SHA256Digest(hex: String(repeating: "0", count: 64)) ?? SHA256Digest.digest(of: [])
    }
}
