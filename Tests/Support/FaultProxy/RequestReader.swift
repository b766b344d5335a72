/// A reader of consecutive HTTP requests on a connection.
struct RequestReader {
    let socket: LoopbackSocket
    let connection: Int
    private var pending: [UInt8] = []

    init(socket: LoopbackSocket, connection: Int) {
        self.socket = socket
        self.connection = connection
    }

    /// Returns the next request, or `nil` if the connection ends first.
    mutating func readNext() -> LoopbackServer.Request? {
        while pending.endOfHead == nil {
            guard readMore() else { return nil }
        }
        guard let end = pending.endOfHead else { return nil }
        let lines = String(decoding: pending[..<end], as: UTF8.self).split(separator: "\r\n")
        pending.removeFirst(end)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        while pending.count < length {
            guard readMore() else { return nil }
        }
        let body = Array(pending.prefix(length))
        pending.removeFirst(length)
        return LoopbackServer.Request(
            line: lines.first.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } ?? "",
            headers: headers, body: body, connection: connection)
    }

    private mutating func readMore() -> Bool {
        let more = socket.read()
        pending += more
        return !more.isEmpty
    }
}

extension Array<UInt8> {
    /// The index after the first empty line, or `nil` if there is none.
    var endOfHead: Int? {
        let mark = Array("\r\n\r\n".utf8)
        return firstRange(of: mark)?.upperBound
    }
}
