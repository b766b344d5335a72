import SystemIO

/// A server at which other programs of the same machine connect to steer a room.
///
/// A thread of its own reads and writes. The stage takes requests and gives answers without waiting, so neither a slow
/// nor a dead program delays it.
package final class ControlServer: ControlChannel {
    private let mailbox: ControlMailbox
    private let addresses: [ControlAddress]
    private let server: SocketServer
    /// The ports at which the server listens, in the order of its WebSocket addresses.
    package let ports: [UInt16]

    /// The most programs at once; others wait, unless one has not opened its WebSocket yet.
    package static let maxClients = 16

    /// Listens at addresses and starts the thread.
    ///
    /// - Parameters:
    ///   - addresses: The addresses. At a path no file must exist, or the socket of a program that has ended.
    ///   - token: The secret that the programs at WebSocket addresses must know; without one they are all refused.
    /// - Throws: `ControlServerError` if another program listens at an address, or it cannot be used.
    package init(at addresses: [ControlAddress], token: ControlToken? = nil) throws(ControlServerError) {
        var opened: [(address: ControlAddress, listener: OpenFile)] = []
        do throws(ControlServerError) {
            for address in addresses { opened.append((address, try address.listen())) }
            do throws(SystemError) {
                let mailbox = try ControlMailbox()
                let service = ControlService(addresses: addresses, token: token, mailbox: mailbox)
                self.mailbox = mailbox
                self.addresses = addresses
                ports = opened.map { LoopbackAddress.port(of: $0.listener) }.filter { $0 != 0 }
                server = try SocketServer(
                    "control", listeners: opened.map(\.listener), maxConnections: Self.maxClients, service)
            } catch {
                throw ControlServerError("\(addresses[0])", "cannot be opened: \(error)")
            }
        } catch {
            for (address, _) in opened { address.release() }
            throw error
        }
    }

    deinit { end() }

    /// Closes all connections, after what can be sent at once is sent, and removes the sockets.
    package func end() {
        server.end()
        for address in addresses { address.release() }
    }

    package func consumeRequests() -> [ControlMessage] { mailbox.consumeRequests() }

    package func send(_ line: [UInt8], to client: Int) { mailbox.answer(line, to: client) }

    package func setSubscribed(_ isSubscribed: Bool, to topic: ControlTopic, client: Int) {
        mailbox.setSubscribed(isSubscribed, to: topic, client: client)
    }

    package func hasSubscribers(to topic: ControlTopic) -> Bool { mailbox.hasSubscribers(to: topic) }

    package func publish(_ line: [UInt8], to topic: ControlTopic) { mailbox.publish(line, to: topic) }

    package func flush() { mailbox.flush() }

    package var wakeUpDescriptor: Int32? { mailbox.requestSignal.descriptor }
}

/// The error that a room cannot listen for other programs, in one line.
package struct ControlServerError: Error, Equatable, CustomStringConvertible {
    /// The address and the problem.
    package let description: String

    init(_ address: String, _ problem: String) { description = "\(address): \(problem)" }
}
