import Synchronization

/// A `CONNECT` proxy on a loopback port that leads every tunnel to one port of this machine, whatever the target.
///
/// It stops when the last reference is released.
package final class TunnelProxy: Sendable {
    private final class Log: Sendable {
        let targets = Mutex<[String]>([])
    }

    private let listener: LoopbackListener
    private let log = Log()

    /// Creates a proxy to a port.
    package init(to port: UInt16) throws(SocketError) {
        let log = log
        listener = try LoopbackListener { client, number, listener in
            var head: [UInt8] = []
            while head.endOfHead == nil {
                let more = client.read(upTo: 1)
                guard !more.isEmpty else { return }
                head += more
            }
            let words = String(decoding: head, as: UTF8.self).split(separator: " ")
            guard words.first == "CONNECT", words.count > 1 else { return }
            log.targets.withLock { $0.append(String(words[1])) }
            guard let server = try? LoopbackSocket.connected(to: port) else { return }
            listener.hold(server, for: number)
            client.write(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
            client.exchange(with: server)
        }
    }

    deinit { listener.stop() }

    /// The URL of the proxy.
    package var url: String { "http://127.0.0.1:\(listener.port)" }
    /// The requested targets so far, as `host:port`.
    package var targets: [String] { log.targets.withLock { $0 } }
}
