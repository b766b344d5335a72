package import SystemIO

/// An address at which a room listens for the requests of other programs.
package enum ControlAddress: Hashable, Sendable, CustomStringConvertible {
    /// A socket in the file system, which only the same user can open.
    case unix(String)
    /// A WebSocket at an address that no other machine can reach; its clients need a token.
    case webSocket(LoopbackAddress)

    /// The forms of a text that names an address.
    package static let forms = "unix:PATH or ws://127.0.0.1:PORT"

    /// Creates the address of a text, such as `unix:/tmp/room` or `ws://127.0.0.1:7700`; `nil` if it has another form.
    package init?(_ text: String) {
        if text.hasPrefix("unix:"), text.utf8.count > "unix:".utf8.count {
            self = .unix(String(text.dropFirst("unix:".count)))
        } else if text.hasPrefix("ws://") {
            let rest = text.dropFirst("ws://".count)
            guard let address = LoopbackAddress(String(rest.hasSuffix("/") ? rest.dropLast() : rest)) else {
                return nil
            }
            self = .webSocket(address)
        } else {
            return nil
        }
    }

    /// The path, or the address as a URL.
    package var description: String {
        switch self {
        case .unix(let path): path
        case .webSocket(let address): "ws://\(address)"
        }
    }

    /// Listens at the address; the socket of a program that has ended is replaced, no other file is.
    func listen() throws(ControlServerError) -> OpenFile {
        if case .unix(let path) = self { try checkFree(path) }
        do throws(SystemError) {
            switch self {
            case .unix(let path): return try UnixSocket.listen(at: path)
            case .webSocket(let address): return try address.listen()
            }
        } catch {
            throw ControlServerError(description, "cannot be opened: \(error)")
        }
    }

    /// Returns the address with the port at which a listener listens, where the system has chosen it.
    func chosen(of listener: OpenFile) -> ControlAddress? {
        guard case .webSocket(let address) = self, address.port == 0 else { return nil }
        return .webSocket(address.with(port: LoopbackAddress.port(of: listener)))
    }

    /// The identity of the socket at the path, right after the room has begun to listen; `nil` for a WebSocket.
    var socketIdentity: FileStatus.Identity? {
        guard case .unix(let path) = self else { return nil }
        return try? FileStatus(of: path, followsLink: false).identity
    }

    /// Removes the socket of the room, if it is still the file at the path.
    func release(_ socket: FileStatus.Identity?) {
        guard case .unix(let path) = self, let socket, socketIdentity == socket else { return }
        try? FileSystem.removeFile(path)
    }

    private func checkFree(_ path: String) throws(ControlServerError) {
        let other: OpenFile?
        do throws(UnixSocketError) {
            other = try UnixSocket.connectIfListening(to: path)
        } catch {
            throw ControlServerError(path, error.description)
        }
        guard other == nil else { throw ControlServerError(path, "another program listens there") }
    }
}
