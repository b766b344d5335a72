import FeedServers
import FeedSources
import Foundation
import GiftFeed
import Testing

/// Who writes into a socket can be cut off, and may come again.
@Suite struct SocketCutTests {
    private static func line(_ id: String) -> String { #"{"at":0,"type":"retract","id":"\#(id)"}"# }

    /// Waits until the source has one more event.
    private static func id(of source: FeedSource) -> String? {
        while !source.isAtEnd {
            if case .retract(let id)? = source.nextEvent()?.kind { return id }
            var entry = pollfd(fd: source.wakeUpDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 20_000) > 0 else { return nil }
        }
        return nil
    }

    @Test func thoseWhoWriteAreCutOffAndOthersCanCome() throws {
        let path = "/tmp/giftty-cut-\(UUID().uuidString.prefix(8))"
        let source = try FeedSource(try #require(FeedEndpoint("unix:\(path)")), clock: { .zero }) {
            FeedLineAdapter(kinds: [], stream: $0)
        }
        #expect(source.canBeCut)
        let writers = [try UnixSocketWriter(path), try UnixSocketWriter(path)]
        for (index, writer) in writers.enumerated() {
            try writer.write(Self.line("w\(index)"))
            #expect(Self.id(of: source) == "w\(index)")
        }
        source.cut()
        for writer in writers {
            #expect(writer.waitForEnd())
            writer.close()
        }
        while source.state == .open { usleep(1_000) }
        #expect(source.state == .waiting("cut off on purpose, nobody writes"))
        let next = try UnixSocketWriter(path)
        try next.write(Self.line("again"))
        #expect(Self.id(of: source) == "again" && source.state == .open)
        next.close()
        while source.state == .open { usleep(1_000) }
        #expect(source.state == .waiting("nobody writes"))
        source.stop()
    }

    @Test func thoseWhoConnectToSomebodyElseAndFilesAreNot() throws {
        let path = "/tmp/giftty-cut-\(UUID().uuidString.prefix(8))"
        let endpoint = try #require(FeedEndpoint("unix:\(path)"))
        let listener = try FeedSource(endpoint, clock: { .zero }) { FeedLineAdapter(kinds: [], stream: $0) }
        let other = try FeedSource(endpoint, clock: { .zero }) { FeedLineAdapter(kinds: [], stream: $0) }
        let file = try FeedSource(.path("/dev/null"), clock: { .zero }) { FeedLineAdapter(kinds: [], stream: $0) }
        #expect(listener.canBeCut && !other.canBeCut && !file.canBeCut)
        other.stop()
        listener.stop()
    }
}
