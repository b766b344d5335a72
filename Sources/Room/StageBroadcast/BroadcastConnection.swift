import LocalHTTP
import SystemIO

/// A connection of a watcher: its request, and the bytes that wait for it.
struct BroadcastConnection: Sendable {
    /// The form in which a watcher gets the pictures.
    enum Form: Sendable {
        case events
        case terminal
    }

    /// Whether there is no place for another watcher.
    let isRefused: Bool
    /// The form of the pictures; `nil` before the request, and for a page.
    private(set) var form: Form?
    /// The bytes that are not sent yet.
    var output = BroadcastOutput()
    private var reader = RequestHeadReader()
    /// Whether the connection gets nothing more.
    private var isAnswered = false
    /// Whether the watcher has missed a picture, or has none yet.
    private var lacksPicture = false

    /// The most bytes that wait for a watcher; then it skips pictures.
    static let maxWaitingBytes = 1 << 18

    /// Creates a connection whose request is awaited.
    init(isRefused: Bool = false) { self.isRefused = isRefused }

    /// What the server can do with the connection.
    var status: SocketStatus {
        SocketStatus(
            canReceive: !isAnswered, hasOutput: !output.isEmpty, isClosing: isAnswered,
            isIdle: output.isEmpty && form == nil, givesWay: form == nil || lacksPicture && isBehind)
    }

    /// Whether so many bytes wait that a whole picture would be too early.
    private var isBehind: Bool { output.count >= Self.maxWaitingBytes / 4 }

    /// Adds received bytes; a watcher that sends more is not listened to.
    mutating func receive(_ bytes: [UInt8]) -> RequestHeadReader.Result {
        guard form == nil, !isAnswered else {
            // The end of what a browser sends is the end of its interest.
            if bytes.isEmpty {
                isAnswered = true
                output.removeAll()
            }
            return .incomplete
        }
        return reader.receive(bytes)
    }

    /// Sends a whole response, after which the connection ends.
    mutating func answer(_ response: [UInt8]) {
        output.append(response)
        isAnswered = true
    }

    /// Begins the stream of pictures.
    mutating func begin(_ form: Form) {
        self.form = form
        lacksPicture = true
        switch form {
        case .events: output.append(Response.streamHead("text/event-stream"))
        case .terminal: output.append(Response.streamHead("text/plain; charset=utf-8"))
        }
    }

    /// Adds the bytes that lead from the last picture to the next one, unless too many wait already.
    mutating func add(_ bytes: [UInt8]) {
        guard !lacksPicture, !isAnswered else { return }
        if output.count > Self.maxWaitingBytes { lacksPicture = true } else { output.append(bytes) }
    }

    /// Leaves out a picture, so that a whole one follows.
    mutating func skip() { lacksPicture = form != nil }

    /// Notes that a whole picture is added now, if the watcher lacks one and has read what came before.
    ///
    /// - Returns: The form of the picture; `nil` if none is to be added.
    mutating func catchUp() -> Form? {
        guard lacksPicture, !isAnswered, let form, !isBehind else { return nil }
        lacksPicture = false
        return form
    }
}
