import FeedSources
import Foundation
import GiftFeed
import Testing

/// Who writes into a socket can be cut off, and may come again.
@Suite struct SocketCutTests {
    private static func connected(_ path: String) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(status == 0)
        return descriptor
    }

    private static func write(_ id: String, to descriptor: Int32) {
        let bytes = Array((#"{"at":0,"type":"retract","id":"\#(id)"}"# + "\n").utf8)
        #expect(send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    }

    /// Waits until the source has one more event.
    private static func id(of source: FeedSource) -> String? {
        while !source.isAtEnd {
            if case .retract(let id)? = source.nextEvent()?.kind { return id }
            var entry = pollfd(fd: source.wakeUpDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 20_000) > 0 else { return nil }
        }
        return nil
    }

    /// Whether the other side has closed.
    private static func isClosed(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        return poll(&entry, 1, 20_000) > 0 && read(descriptor, &byte, 1) <= 0
    }

    @Test func thoseWhoWriteAreCutOffAndOthersCanCome() throws {
        let path = "/tmp/giftty-cut-\(UUID().uuidString.prefix(8))"
        let source = try FeedSource(try #require(FeedEndpoint("unix:\(path)")), clock: { .zero }) {
            FeedLineAdapter(kinds: [], stream: $0)
        }
        #expect(source.canBeCut)
        let writers = [Self.connected(path), Self.connected(path)]
        for (index, writer) in writers.enumerated() {
            Self.write("w\(index)", to: writer)
            #expect(Self.id(of: source) == "w\(index)")
        }
        source.cut()
        for writer in writers {
            #expect(Self.isClosed(writer))
            close(writer)
        }
        while source.state == .open { usleep(1_000) }
        #expect(source.state == .waiting("cut off on purpose, nobody writes"))
        let next = Self.connected(path)
        Self.write("again", to: next)
        #expect(Self.id(of: source) == "again" && source.state == .open)
        close(next)
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
