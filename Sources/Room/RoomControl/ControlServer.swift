package import SystemIO

/// A server at which other programs of the same machine connect to steer a room.
///
/// The thread of the stage reads and writes without waiting, so neither a slow nor a dead program delays it. A thread of
/// its own would be woken for each request, and would have to wake the stage, which costs more than the request.
package final class ControlServer: ControlChannel {
    private let mailbox: ControlMailbox
    /// The addresses, with the identities of the sockets.
    private let addresses: [(address: ControlAddress, socket: FileStatus.Identity?)]
    private var connections: SocketConnections
    /// The WebSocket addresses whose port the system has chosen, with that port.
    package let chosenAddresses: [ControlAddress]

    /// The most programs at once; others are told so, unless one has not sent a request yet.
    package static let maxClients = 16

    /// Listens at addresses.
    ///
    /// - Parameters:
    ///   - addresses: The addresses. At a path no file must exist, or the socket of a program that has ended.
    ///   - token: The secret that the programs at WebSocket addresses must know; without one they are all refused.
    /// - Throws: `ControlServerError` if another program listens at an address, or it cannot be used.
    package init(at addresses: [ControlAddress], token: ControlToken? = nil) throws(ControlServerError) {
        var opened: [(address: ControlAddress, socket: FileStatus.Identity?, listener: OpenFile)] = []
        do throws(ControlServerError) {
            for address in addresses {
                let listener = try address.listen()
                opened.append((address, address.socketIdentity, listener))
            }
        } catch {
            for (address, socket, _) in opened { address.release(socket) }
            throw error
        }
        mailbox = ControlMailbox()
        self.addresses = opened.map { ($0.address, $0.socket) }
        chosenAddresses = opened.compactMap { $0.address.chosen(of: $0.listener) }
        connections = SocketConnections(
            listeners: opened.map(\.listener), maxConnections: Self.maxClients,
            ControlService(addresses: addresses, token: token, mailbox: mailbox))
    }

    deinit { end() }

    /// Closes all connections, after what can be sent at once is sent, and removes the sockets.
    package func end() {
        connections.end()
        for (address, socket) in addresses { address.release(socket) }
    }

    package func consumeRequests(ready: ArraySlice<AwaitedDescriptor>?) -> [ControlMessage] {
        if let ready { connections.serve(ready) } else { serve() }
        return mailbox.consumeRequests()
    }

    /// Accepts, receives and sends what can be without waiting.
    func serve() { connections.serve() }

    package var hasRequests: Bool { mailbox.hasRequests }

    package func send(_ line: [UInt8], to client: Int) { mailbox.update(client) { $0.answer(line) } }

    package func setSubscribed(_ isSubscribed: Bool, to topic: ControlTopic, client: Int) {
        mailbox.update(client) { program in
            if isSubscribed { program.topics.insert(topic) } else { program.topics.remove(topic) }
        }
    }

    package func hasSubscribers(to topic: ControlTopic) -> Bool { mailbox.hasSubscribers(to: topic) }

    package func publish(_ line: [UInt8], to topic: ControlTopic) { mailbox.publish(line, to: topic) }

    package func flush() { connections.flush() }

    package func prepareWait() -> [AwaitedDescriptor] { connections.prepare() }
}

/// The error that a room cannot listen for other programs, in one line.
package struct ControlServerError: Error, Equatable, CustomStringConvertible {
    /// The address and the problem.
    package let description: String

    init(_ address: String, _ problem: String) { description = "\(address): \(problem)" }
}
