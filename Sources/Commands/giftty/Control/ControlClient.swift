import RoomControl
import SystemIO

/// A connection to a room that listens for requests.
struct ControlClient {
    private let socket: OpenFile
    private let path: String
    private var unread: [UInt8] = []

    private static let readSize = 65_536

    /// Connects to the room that listens at a path.
    ///
    /// - Throws: `CommandFailure` with exit status 69 if none does.
    init(path: String) throws(CommandFailure) {
        self.path = path
        guard path.utf8.count <= UnixSocket.maxPathBytes else {
            throw CommandFailure(.usage, "\(path): expected a path of at most \(UnixSocket.maxPathBytes) bytes")
        }
        do throws(SystemError) {
            socket = try UnixSocket.connect(to: path)
        } catch {
            throw CommandFailure(.unavailable, "\(path): no room listens there: \(error)")
        }
    }

    /// Sends a request.
    func send(_ request: ControlRequest) throws(CommandFailure) {
        do throws(SystemError) {
            try Descriptor.write(request.line, to: socket.descriptor)
        } catch {
            throw CommandFailure(.unavailable, "\(path): \(error)")
        }
    }

    /// Returns the next line without its line break; `nil` at the end, or after a signal.
    ///
    /// - Parameter stop: The signals that end the wait.
    mutating func readLine(_ stop: StopSignals) throws(CommandFailure) -> [UInt8]? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeFirst(end + 1) }
                return Array(unread[..<end])
            }
            if stop.wait(for: [socket.descriptor], until: nil) != nil { return nil }
            do throws(SystemError) {
                let bytes = try Descriptor.read(socket.descriptor, upTo: Self.readSize)
                guard !bytes.isEmpty else { return nil }
                unread += bytes
            } catch {
                if error.wouldBlock { continue }
                throw CommandFailure(.unavailable, "\(path): \(error)")
            }
        }
    }
}
