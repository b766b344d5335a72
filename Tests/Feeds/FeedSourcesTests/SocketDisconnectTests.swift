import FeedServers
import FeedSources
import Foundation
import RoomEvents
import TestSupport
import Testing

/// Tests of cutting off the programs that write into a socket.
@Suite struct SocketDisconnectTests {
    private static func line(_ id: String) -> String { #"{"at":0,"type":"retract","id":"\#(id)"}"# }

    /// Waits for the next event and returns its id, or `nil` at the end.
    private static func id(of source: FeedSource) throws -> String? {
        var found: String?
        try waitFor("an event") {
            if case .retract(let id)? = source.popEvent()?.kind { found = id }
            return found != nil || source.isAtEnd
        }
        return found
    }

    @Test func writersAreDisconnectedAndNewOnesCanConnect() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/s"
        let source = try FeedSource(try #require(FeedEndpoint("unix:\(path)")), clock: { .zero }) {
            FeedLineAdapter(kinds: [], stream: $0)
        }
        #expect(source.canDisconnect)
        let writers = [try UnixSocketWriter(path), try UnixSocketWriter(path)]
        for (index, writer) in writers.enumerated() {
            try writer.write(Self.line("w\(index)"))
            #expect(try Self.id(of: source) == "w\(index)")
        }
        source.disconnect()
        for writer in writers {
            #expect(writer.waitForEnd())
            writer.close()
        }
        try waitFor("the cut") { source.state == .waiting("disconnected on purpose, waiting for a writer") }
        let next = try UnixSocketWriter(path)
        try next.write(Self.line("again"))
        #expect(try Self.id(of: source) == "again" && source.state == .open)
        next.close()
        try waitFor("nobody to write") { source.state == .waiting("waiting for a writer") }
        source.stop()
    }

    @Test func clientConnectionsAndFilesAreNotDisconnected() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/s"
        let endpoint = try #require(FeedEndpoint("unix:\(path)"))
        let listener = try FeedSource(endpoint, clock: { .zero }) { FeedLineAdapter(kinds: [], stream: $0) }
        let other = try FeedSource(endpoint, clock: { .zero }) { FeedLineAdapter(kinds: [], stream: $0) }
        let file = try FeedSource(.path("/dev/null"), clock: { .zero }) { FeedLineAdapter(kinds: [], stream: $0) }
        #expect(listener.canDisconnect && !other.canDisconnect && !file.canDisconnect)
        other.stop()
        listener.stop()
    }
}
