/// Reads a stream of server-sent events from its bytes, in whatever pieces they come (WHATWG HTML, section 9.2.6).
///
///     var parser = ServerSentEventParser()
///     for event in parser.take(chunk) { … }
///     request.headers["Last-Event-ID"] = parser.lastEventID
///
/// Memory is bounded: a message with a line or a whole beyond the limits is left out, and the next one is read again.
public struct ServerSentEventParser: Sendable {
    /// The longest line, in bytes: what a store says is a number, what others say fits as well.
    public static let longestLine = 1 << 16
    /// The most bytes of a message's data.
    public static let longestData = 1 << 20

    /// The id to go on from after a break; nil when there was none.
    public private(set) var lastEventID: String?
    /// How long to wait before connecting again, in milliseconds, if the server said so.
    public private(set) var retry: Int?
    /// How many messages were left out because they were too long.
    public private(set) var discarded = 0

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var line: [UInt8] = []
    /// The last id that was read: it counts with the end of its message, or a break before that would lose the message.
    private var id: String?
    private var event = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var isTooLong = false
    /// Whether the last byte was a CR, whose line a following LF belongs to.
    private var isAfterReturn = false
    private var isFirstLine = true

    /// A parser at the beginning of a stream.
    /// - Parameter lastEventID: the id that was known when the stream was asked for.
    public init(lastEventID: String? = nil) {
        self.lastEventID = lastEventID
        id = lastEventID
    }

    /// Takes the next bytes of the stream.
    /// - Returns: the messages that are whole with them.
    public mutating func take(_ bytes: [UInt8]) -> [ServerSentEvent] {
        bytes.withUnsafeBytes { take($0) }
    }

    /// Takes the next bytes of the stream.
    /// - Returns: the messages that are whole with them.
    public mutating func take(_ bytes: UnsafeRawBufferPointer) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            switch byte {
            case 0x0A where isAfterReturn: isAfterReturn = false
            case 0x0A, 0x0D:
                isAfterReturn = byte == 0x0D
                if let event = endLine() { events.append(event) }
            default:
                isAfterReturn = false
                if line.count < Self.longestLine {
                    line.append(byte)
                } else {
                    isTooLong = true
                }
            }
        }
        return events
    }

    /// Handles a line that is whole; gives the message that an empty one ends.
    private mutating func endLine() -> ServerSentEvent? {
        if isFirstLine, line.starts(with: Self.byteOrderMark) { line.removeFirst(Self.byteOrderMark.count) }
        isFirstLine = false
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return endEvent() }
        if isTooLong { return nil }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        var value = colon.map { line[($0 + 1)...] } ?? []
        if value.first == 0x20 { value.removeFirst() }
        takeField(line[..<(colon ?? line.endIndex)], value)
        return nil
    }

    private mutating func takeField(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        if name.elementsEqual("data".utf8) {
            guard data.count + value.count < Self.longestData else {
                isTooLong = true
                return
            }
            // A line feed between two lines, none behind the last.
            if hasData { data.append(0x0A) }
            hasData = true
            data += value
        } else if name.elementsEqual("event".utf8) {
            event = String(decoding: value, as: UTF8.self)
        } else if name.elementsEqual("id".utf8) {
            guard !value.contains(0) else { return }
            id = value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
        } else if name.elementsEqual("retry".utf8) {
            guard value.allSatisfy({ 0x30...0x39 ~= $0 }), let time = Int(String(decoding: value, as: UTF8.self)) else {
                return
            }
            retry = time
        }
    }

    private mutating func endEvent() -> ServerSentEvent? {
        defer {
            event = ""
            data.removeAll(keepingCapacity: data.count <= Self.longestLine)
            hasData = false
            isTooLong = false
        }
        lastEventID = id
        if isTooLong {
            discarded += 1
            return nil
        }
        guard hasData else { return nil }
        return ServerSentEvent(
            id: lastEventID, event: event.isEmpty ? "message" : event, data: String(decoding: data, as: UTF8.self))
    }
}
