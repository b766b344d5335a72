import SystemIO

/// The place of a session's line in a journal.
///
/// A line has three hashes of 16 hexadecimal digits and a JSON object, with spaces between them: the hash of all bytes
/// after it, those of the session's name and of its contents, and the result.
struct JournalLine {
    /// The place of its first byte in the file.
    let start: Int
    /// The number of its bytes, with the end of the line.
    let count: Int

    /// The number of bytes before the object.
    static let headCount = 51
    /// The number of bytes before those that the first hash covers.
    static let checkedFrom = 17

    /// Returns the bytes of a line.
    static func bytes(name: UInt64, contents: UInt64, json: String) -> [UInt8] {
        let rest = "\(StableHash.text(of: name)) \(StableHash.text(of: contents)) \(json)"
        return Array("\(StableHash(rest).text) \(rest)\n".utf8)
    }

    /// Returns the bytes of the object.
    func json(in file: OpenFile) throws(SystemError) -> [UInt8] {
        let size = count - Self.headCount - 1
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer { buffer.deallocate() }
        var done = 0
        while done < size {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let read = try file.read(into: rest, at: start + Self.headCount + done)
            guard read > 0 else { break }
            done += read
        }
        return Array(buffer.prefix(done))
    }
}

/// The lines of a journal, read once from its beginning in little memory.
struct JournalScan {
    /// The first line; `nil` if there is none.
    private(set) var head: String?
    /// The latest line of each session by the hash of its name, with the hash of its contents.
    private(set) var lines: [UInt64: (line: JournalLine, contents: UInt64)] = [:]
    /// The place after the last line that has an end.
    var end = 0
    private var damagedCount = 0
    /// The beginning of the last line if it has no end.
    private var cutOff: [UInt8] = []

    private static let pieceCount = 1 << 18
    /// The most bytes of the first line; a longer one is none of a journal.
    private static let maxHeadCount = 1 << 22

    /// The line that is being read.
    private struct Current {
        var start = 0
        var head: [UInt8] = []
        var count = 0
        var hash = StableHash()
    }

    /// Reads a file.
    init(_ file: OpenFile) throws(SystemError) {
        var current = Current()
        while true {
            let piece = try Descriptor.read(file.descriptor, upTo: Self.pieceCount)
            if piece.isEmpty { break }
            for byte in piece { add(byte, to: &current) }
        }
        cutOff = current.head
    }

    /// Checks that the file has results of `runs`, or nothing but the beginning of its first line.
    func check(_ runs: JournalRuns, _ path: String) throws(JournalFault) {
        guard let head else {
            guard runs.text.utf8.starts(with: cutOff) else { throw .foreign(path) }
            return
        }
        guard head.hasPrefix(JournalRuns.form) else { throw .foreign(path) }
        guard head == runs.text else { throw .otherRuns(path, JournalRuns.words(head)) }
    }

    private mutating func add(_ byte: UInt8, to line: inout Current) {
        line.count += 1
        guard byte == UInt8(ascii: "\n") else {
            if line.count <= (head == nil ? Self.maxHeadCount : JournalLine.headCount) { line.head.append(byte) }
            if line.count > JournalLine.checkedFrom { line.hash.add(byte) }
            return
        }
        if head == nil { head = String(decoding: line.head, as: UTF8.self) } else { finish(line) }
        end = line.start + line.count
        line = Current(start: end)
    }

    private mutating func finish(_ line: Current) {
        let fields = String(decoding: line.head, as: UTF8.self).split(separator: " ")
        guard fields.count == 3, let check = UInt64(fields[0], radix: 16), check == line.hash.number,
            let name = UInt64(fields[1], radix: 16), let contents = UInt64(fields[2], radix: 16)
        else {
            damagedCount += 1
            return
        }
        lines[name] = (JournalLine(start: line.start, count: line.count), contents)
    }

    /// Returns what was wrong with the file, one line each.
    func remarks(_ path: String) -> [String] {
        var remarks: [String] = []
        if head != nil, !cutOff.isEmpty {
            remarks.append("\(path): the last line is cut off, and its session is played again")
        }
        if damagedCount > 0 {
            let lines = damagedCount == 1 ? "1 damaged line" : "\(damagedCount) damaged lines"
            remarks.append("\(path): \(lines), whose sessions are played again")
        }
        return remarks
    }
}
