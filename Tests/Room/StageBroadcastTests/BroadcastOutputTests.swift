import SystemIO
import TestSupport
import Testing

@testable import StageBroadcast

@Suite("The bytes that wait for a watcher")
struct BroadcastOutputTests {
    /// The two ends of a connection.
    private func connection() throws -> (server: Int32, watcher: OpenFile) {
        let folder = try TemporaryFolder()
        let listener = try UnixSocket.listen(at: "\(folder.path)/s")
        let watcher = try UnixSocket.connect(to: "\(folder.path)/s")
        return (try UnixSocket.accept(listener.descriptor), watcher)
    }

    @Test("all pieces arrive in order, however few bytes the watcher takes at once")
    func pieces() throws {
        let (server, watcher) = try connection()
        defer { Descriptor.close(server) }
        var output = BroadcastOutput()
        #expect(output.isEmpty)
        var isGood = output.send(to: server)
        let pieces = (1...40).map { [UInt8](repeating: UInt8($0), count: $0 == 20 ? 0 : $0 * 20_000) }
        for piece in pieces { output.append(piece) }
        let expected = pieces.flatMap(\.self)
        #expect(output.count == expected.count)
        var received: [UInt8] = []
        while received.count < expected.count {
            isGood = output.send(to: server) && isGood
            received += (try? Descriptor.read(watcher.descriptor, upTo: 70_001)) ?? []
            #expect(output.count >= expected.count - received.count - (4 << 20))
        }
        #expect(received == expected && output.isEmpty && isGood)
    }

    @Test("a watcher that has gone is noticed, and removing all bytes leaves none of a piece that was begun")
    func gone() throws {
        let (server, watcher) = try connection()
        defer { Descriptor.close(server) }
        var output = BroadcastOutput()
        output.append([UInt8](repeating: 1, count: 4 << 20))
        let wasGood = output.send(to: server)
        #expect(wasGood && !output.isEmpty)
        output.removeAll()
        output.append([2])
        #expect(output.count == 1)
        try watcher.close()
        let isGood = output.send(to: server)
        #expect(!isGood)
    }
}
