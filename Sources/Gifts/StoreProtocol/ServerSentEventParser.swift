/// An incremental parser for a stream of server-sent events (WHATWG HTML, section 9.2.6).
///
///     var parser = ServerSentEventParser()
///     for event in parser.parse(chunk) { … }
///     request.headers["Last-Event-ID"] = parser.lastEventID
///
/// Its memory is bounded: it drops an event with a line or data beyond the limits and continues with the next one.
public struct ServerSentEventParser: Sendable {
    /// The longest line, in bytes. A store sends only a number; the limit also suits other servers.
    public static let maxLineLength = 1 << 16
    /// The limit of an event's data, in bytes.
    public static let maxDataLength = 1 << 20

    /// The id with which to resume the stream; `nil` if there was none.
    public private(set) var lastEventID: String?
    /// The reconnection time that the server asked for, in milliseconds; `nil` if it sent none.
    public private(set) var retryMilliseconds: Int?
    /// The number of events dropped because they were too long.
    public private(set) var discardedCount = 0

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var line: [UInt8] = []
    /// The id that was read last. It counts only from the end of its event; otherwise a disconnection before the end
    /// would lose the event.
    private var id: String?
    private var event = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var isTooLong = false
    /// Whether the last byte was CR: a following LF belongs to the same line end.
    private var followsCarriageReturn = false
    private var isFirstLine = true

    /// Creates a parser for the beginning of a stream.
    ///
    /// - Parameter lastEventID: The id that the client sent with the request.
    public init(lastEventID: String? = nil) {
        self.lastEventID = lastEventID
        id = lastEventID
    }

    /// Parses the next bytes of the stream.
    ///
    /// - Returns: The events that these bytes complete.
    public mutating func parse(_ bytes: [UInt8]) -> [ServerSentEvent] {
        bytes.withUnsafeBytes { parse($0) }
    }

    /// Parses the next bytes of the stream.
    ///
    /// - Returns: The events that these bytes complete.
    public mutating func parse(_ bytes: UnsafeRawBufferPointer) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            switch byte {
            case 0x0A where followsCarriageReturn: followsCarriageReturn = false
            case 0x0A, 0x0D:
                followsCarriageReturn = byte == 0x0D
                if let event = processLine() { events.append(event) }
            default:
                followsCarriageReturn = false
                if line.count < Self.maxLineLength {
                    line.append(byte)
                } else {
                    isTooLong = true
                }
            }
        }
        return events
    }

    /// Processes a complete line and returns the event that an empty line ends.
    private mutating func processLine() -> ServerSentEvent? {
        if isFirstLine, line.starts(with: Self.byteOrderMark) { line.removeFirst(Self.byteOrderMark.count) }
        isFirstLine = false
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return finishEvent() }
        if isTooLong { return nil }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        var value = colon.map { line[($0 + 1)...] } ?? []
        if value.first == 0x20 { value.removeFirst() }
        processField(line[..<(colon ?? line.endIndex)], value)
        return nil
    }

    private mutating func processField(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        if name.elementsEqual("data".utf8) {
            guard data.count + value.count < Self.maxDataLength else {
                isTooLong = true
                return
            }
            // A line feed separates two lines; none follows the last.
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
            retryMilliseconds = time
        }
    }

    private mutating func finishEvent() -> ServerSentEvent? {
        defer {
            event = ""
            data.removeAll(keepingCapacity: data.count <= Self.maxLineLength)
            hasData = false
            isTooLong = false
        }
        lastEventID = id
        if isTooLong {
            discardedCount += 1
            return nil
        }
        guard hasData else { return nil }
        return ServerSentEvent(
            id: lastEventID, event: event.isEmpty ? "message" : event, data: String(decoding: data, as: UTF8.self))
    }
}
