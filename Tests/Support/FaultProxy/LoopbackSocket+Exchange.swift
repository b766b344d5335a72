import Dispatch
import Foundation

extension LoopbackSocket {
    /// Returns the two ends of a connection, one for this process and one for a child process.
    package static func pair() throws(SocketError) -> (LoopbackSocket, LoopbackSocket) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Self.stream, 0, &ends) == 0 else { throw SocketError("socketpair") }
        // Another process that inherits an end would keep the connection open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (LoopbackSocket(descriptor: ends[0]), LoopbackSocket(descriptor: ends[1]))
    }

    /// Forwards bytes between two sockets in both directions until one of them ends.
    package func exchange(with other: LoopbackSocket) {
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            other.forward(to: self)
            isDone.signal()
        }
        forward(to: other)
        isDone.wait()
    }

    private func forward(to other: LoopbackSocket) {
        while true {
            let bytes = read()
            guard !bytes.isEmpty, other.write(bytes) else { break }
        }
        other.interrupt()
        interrupt()
    }
}
