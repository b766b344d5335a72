import CPlatform

/// An address of this machine that no other machine can reach, with a port: `127.0.0.1:8080`, `[::1]:8080` or
/// `localhost:8080`.
public struct LoopbackAddress: Hashable, Sendable, CustomStringConvertible {
    /// The numeric address, such as `127.0.0.1` or `::1`.
    public let host: String
    /// The port; as an address to listen at, 0 stands for any free port.
    public let port: UInt16

    /// Creates the address of a text; `nil` if the text has another form, or names another machine.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        switch text[..<colon] {
        case "localhost": host = "127.0.0.1"
        case "[::1]": host = "::1"
        case let name:
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 4, parts.first == "127", parts.allSatisfy({ UInt8($0) != nil }) else { return nil }
            host = parts.compactMap { UInt8($0) }.map(String.init).joined(separator: ".")
        }
        self.port = port
    }

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Returns the address with another port, such as the one that the system has chosen.
    public func with(port: UInt16) -> LoopbackAddress { LoopbackAddress(host: host, port: port) }

    /// The address as in a URL.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Listens at the address.
    public func listen() throws(SystemError) -> OpenFile { try makeSocket(listens: true) }

    /// Connects to the program that listens at the address; the connection is non-blocking.
    public func connect() throws(SystemError) -> OpenFile { try makeSocket(listens: false) }

    /// The port at which a socket listens; 0 if it does not.
    public static func port(of listener: OpenFile) -> UInt16 { giftty_socket_port(listener.descriptor) }

    private func makeSocket(listens: Bool) throws(SystemError) -> OpenFile {
        let descriptor = giftty_internet_socket(host, port, listens)
        guard descriptor >= 0 else { throw .last }
        // A connection within the machine is made or refused at once, so only later calls must not block.
        Descriptor.makeNonBlocking(descriptor)
        return OpenFile(owning: descriptor)
    }
}
