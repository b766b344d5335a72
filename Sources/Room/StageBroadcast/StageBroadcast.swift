package import SystemIO
package import TerminalCells

/// A web server at which browsers of the same machine watch a stage: read-only, live, any of them from any moment on.
///
/// - `/` is a page that draws the stage.
/// - `/events` has its pictures as server-sent events, for this and other pages.
/// - `/terminal` has them as control sequences, for `curl -N` in a terminal.
///
/// A thread of its own serves the watchers. A slow one skips pictures and then gets a whole one, so none delays the
/// stage, and each keeps a limited number of bytes waiting.
package final class StageBroadcast: Sendable {
    private let mailbox: BroadcastMailbox
    private let server: SocketServer
    /// The port at which the server listens.
    package let port: UInt16

    /// The most watchers at once; others are told so, unless one of them reads nothing.
    package static let maxWatchers = 64

    /// Listens at an address and starts the thread.
    ///
    /// - Parameter address: The address; the port 0 stands for any free one.
    /// - Throws: `SystemError` if another program listens there, or there is no thread left.
    package init(at address: LoopbackAddress) throws(SystemError) {
        let listener = try address.listen()
        mailbox = try BroadcastMailbox()
        port = LoopbackAddress.port(of: listener)
        server = try SocketServer(
            "broadcast", listeners: [listener], maxConnections: Self.maxWatchers, BroadcastService(mailbox: mailbox))
    }

    deinit { end() }

    /// Shows a picture to all watchers. It returns at once.
    package func show(_ picture: CellGrid) { mailbox.put(picture) }

    /// Ends the streams and closes all connections.
    package func end() { server.end() }
}
