import SystemIO

/// A connection of another program, used by the thread of the server only: it splits bytes into lines.
struct ControlConnection {
    /// The number of the connection.
    let number: Int
    let descriptor: Int32
    /// Whether the program sends no more requests.
    private(set) var hasEnded = false
    private var unread: [UInt8] = []

    /// The longest request, in bytes.
    static let maxLineLength = 65_536
    private static let readSize = 16_384

    init(number: Int, descriptor: Int32) {
        self.number = number
        self.descriptor = descriptor
    }

    /// What a reading found.
    enum ReadResult {
        case open
        /// The program sends no more requests; it may still read.
        case ended
        /// The connection has failed.
        case failed
        /// A line exceeds the limit, so the end of the request is unknown.
        case tooLong
    }

    /// Reads the available bytes and passes each complete line to `take`.
    mutating func read(_ take: (ArraySlice<UInt8>) -> Void) -> ReadResult {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Descriptor.read(descriptor, upTo: Self.readSize)
        } catch {
            return error.wouldBlock ? .open : .failed
        }
        guard !bytes.isEmpty else {
            hasEnded = true
            return .ended
        }
        unread += bytes
        var start = unread.startIndex
        while let end = unread[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = unread[start..<end]
            start = end + 1
            if line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) { take(line) }
        }
        unread.removeFirst(start - unread.startIndex)
        return unread.count > Self.maxLineLength ? .tooLong : .open
    }
}
