import FeedServers
import FeedSources
import Foundation
import RoomEvents
import Synchronization
import TestSupport
import Testing

/// Tests of feeds from real files, pipes and sockets.
@Suite struct FeedSourceTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    private func source(
        _ name: String, _ options: FeedSource.Options = .init(), at time: Duration = .seconds(7)
    ) throws -> FeedSource {
        let endpoint = try #require(FeedEndpoint(name))
        return try FeedSource(endpoint, options, clock: { time }) { FeedLineAdapter(kinds: [], stream: $0) }
    }

    private static func line(_ id: String, at seconds: Double = 0) -> String {
        #"{"at":\#(seconds),"type":"retract","id":"\#(id)"}"# + "\n"
    }

    private static func id(_ event: FeedEvent) -> String {
        if case .retract(let id) = event.kind { id } else { "" }
    }

    /// Returns the next `count` events, or fewer if the feed ends or the wait takes too long.
    private func events(_ count: Int, of source: FeedSource) -> [FeedEvent] {
        var events: [FeedEvent] = []
        let end = ContinuousClock.now + defaultTimeout
        while events.count < count, .now < end {
            if let event = source.popEvent() {
                events.append(event)
            } else if source.isAtEnd {
                break
            } else {
                var entry = pollfd(fd: source.wakeDescriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&entry, 1, 1_000)
            }
        }
        return events
    }

    private func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        #expect(Foundation.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    private func append(_ text: String, to path: String) {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        write(text, to: descriptor)
        close(descriptor)
    }

    @Test func fileHasOwnTimesAndEnds() throws {
        append(Self.line("a", at: 1) + "\nnonsense\n" + #"{"at":2.5,"type":"retract","id":"b"}"#, to: path("f"))
        let source = try source(path("f"))
        let events = events(9, of: source)
        #expect(events.map(Self.id) == ["a", "b"] && events.map(\.at) == [.seconds(1), .seconds(2.5)])
        #expect(source.isAtEnd && source.failure == nil && source.counts.invalidLines == 1)
        #expect(source.consumeFaults().map(\.description) == ["\(path("f")):3:1: expected \"{\", found nonsense"])
        #expect(source.consumeFaults().isEmpty)
    }

    @Test(arguments: [("missing", "no such file"), ("folder", "expected a file, found a folder")])
    func missingFileIsReported(name: String, problem: String) throws {
        try FileManager.default.createDirectory(atPath: path("folder"), withIntermediateDirectories: true)
        do {
            _ = try source(path(name))
            Issue.record("it is one")
        } catch let error as FeedSourceError {
            #expect(error.description == "\(path(name)): \(problem)")
        }
    }

    @Test func growingFileIsFollowed() throws {
        append(Self.line("a") + #"{"at":0,"type":"ret"#, to: path("f"))
        let source = try source(path("f"), .init(isFollowing: true))
        #expect(events(1, of: source).map(Self.id) == ["a"])
        append(#"ract","id":"b"}"# + "\n" + Self.line("c", at: 900), to: path("f"))
        let more = events(2, of: source)
        #expect(more.map(Self.id) == ["b", "c"] && more.map(\.at) == [.seconds(7), .seconds(7)])
        #expect(!source.isAtEnd)
        source.stop()
        #expect(source.isAtEnd && source.counts.invalidLines == 0)
    }

    @Test func rotatedOrTruncatedFileIsFollowed() throws {
        append(Self.line("a"), to: path("f"))
        let source = try source(path("f"), .init(isFollowing: true))
        #expect(events(1, of: source).map(Self.id) == ["a"])
        #expect(rename(path("f"), path("f.1")) == 0)
        append(Self.line("b"), to: path("f.1"))
        append(Self.line("c"), to: path("f"))
        #expect(events(2, of: source).map(Self.id) == ["b", "c"])
        append(Self.line("longer than what comes"), to: path("f"))
        #expect(events(1, of: source).count == 1)
        #expect(truncate(path("f"), 0) == 0)
        append(Self.line("d"), to: path("f"))
        #expect(events(1, of: source).map(Self.id) == ["d"])
    }

    @Test func fifoEndsWithItsWriter() throws {
        #expect(mkfifo(path("p"), 0o600) == 0)
        let source = try source(path("p"))
        let writer = open(path("p"), O_WRONLY)
        write(Self.line("a", at: 3600), to: writer)
        #expect(events(1, of: source).map(\.at) == [.seconds(7)])
        write(Self.line("b", at: 3601) + "torn", to: writer)
        close(writer)
        #expect(events(9, of: source).map(\.at) == [.seconds(8)])
        #expect(source.isAtEnd && source.counts.invalidLines == 1)
    }

    @Test func followedFIFOWaitsForNextWriter() throws {
        #expect(mkfifo(path("p"), 0o600) == 0)
        let source = try source(path("p"), .init(isFollowing: true))
        for id in ["a", "b", "c"] {
            let writer = open(path("p"), O_WRONLY)
            write(Self.line(id), to: writer)
            #expect(events(1, of: source).map(Self.id) == [id])
            close(writer)
        }
        #expect(!source.isAtEnd)
    }

    @Test func fifoWriterWaitsUntilEventsAreRead() throws {
        #expect(mkfifo(path("p"), 0o600) == 0)
        let source = try source(path("p"), .init(capacity: 10))
        let writer = open(path("p"), O_WRONLY | O_NONBLOCK)
        let line = Array(Self.line("x").utf8)
        var sent = 0
        // Write until the pipe is full: the reader has then read no more than the queue and its buffers hold.
        while sent < 1_000_000, Foundation.write(writer, line, line.count) == line.count { sent += 1 }
        #expect(sent < 20_000)
        close(writer)
        #expect(events(.max, of: source).count == sent && source.counts.totalDropped == 0)
    }

    @Test func socketAcceptsManyWritersAtOnce() throws {
        let source = try source("unix:" + path("s"))
        let first = try UnixSocketWriter(path("s"))
        try first.write(text: #"{"at":0,"type":"ret"#)
        let second = try UnixSocketWriter(path("s"))
        try second.write(text: Self.line("b"))
        #expect(events(1, of: source).map(Self.id) == ["b"])
        second.close()
        try first.write(text: #"ract","id":"a"}"# + "\nbad\n")
        #expect(events(1, of: source).map(Self.id) == ["a"])
        let third = try UnixSocketWriter(path("s"))
        try third.write(text: Self.line("c"))
        #expect(events(1, of: source).map(Self.id) == ["c"])
        #expect(source.consumeFaults().map(\.source) == ["unix:\(path("s"))#1"])
        source.stop()
        #expect(!FileManager.default.fileExists(atPath: path("s")))
        first.close()
        third.close()
    }

    @Test func futureEventsOfOneWriterDoNotDelayOthers() throws {
        let clock = Mutex(Duration.seconds(7))
        let endpoint = try #require(FeedEndpoint("unix:" + path("s")))
        let source = try FeedSource(endpoint, clock: { clock.withLock { $0 } }) {
            FeedLineAdapter(kinds: [], stream: $0)
        }
        let first = try UnixSocketWriter(path("s"))
        try first.write(text: Self.line("a", at: 0) + Self.line("c", at: 0.05) + Self.line("e", at: 3_600))
        #expect(events(1, of: source).map(Self.id) == ["a"])
        first.close()
        let second = try UnixSocketWriter(path("s"))
        try second.write(text: Self.line("b"))
        #expect(events(1, of: source).map(Self.id) == ["b"])
        clock.withLock { $0 += .seconds(1) }
        #expect(events(1, of: source).map(\.at) == [.milliseconds(7_050)])
        #expect(source.state == .open && source.counts.arrived == 3)
        source.stop()
        second.close()
    }

    @Test func closedPipeWriterIsNoticed() throws {
        #expect(mkfifo(path("p"), 0o600) == 0)
        let source = try source(path("p"), .init(isFollowing: true))
        for _ in 0..<2 {
            try waitFor("nobody to write") { source.state == .waiting("waiting for a writer") }
            let writer = open(path("p"), O_WRONLY)
            write(Self.line("a"), to: writer)
            try waitFor("somebody who writes") { source.state == .open }
            close(writer)
        }
        source.stop()
    }

    @Test func giftsWithoutIDsOfSeveralWritersAreDistinct() throws {
        let source = try source("unix:" + path("s"))
        let writers = try (0..<3).map { _ in try UnixSocketWriter(path("s")) }
        let gift = #"{"at":0,"type":"gift","gift":"rose","from":"ann"}"# + "\n"
        for writer in writers { try writer.write(text: gift) }
        let ids = events(3, of: source).map { event in
            if case .gift(let gift) = event.kind { gift.id } else { "" }
        }
        #expect(Set(ids).count == 3)
        for writer in writers { writer.close() }
    }

    @Test func abandonedSocketIsReplacedAndOtherFilesAreNot() throws {
        let gone = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path("s").utf8)) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(gone, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(status == 0)
        close(gone)
        let source = try source("unix:" + path("s"))
        let writer = try UnixSocketWriter(path("s"))
        try writer.write(text: Self.line("a"))
        #expect(events(1, of: source).count == 1)
        writer.close()
        append("precious", to: path("f"))
        #expect(throws: FeedSourceError.self) { try self.source("unix:" + path("f")) }
        #expect(try String(contentsOfFile: path("f"), encoding: .utf8) == "precious")
    }

    @Test func connectsToListeningSocket() throws {
        let listener = try source("unix:" + path("s"))
        let client = try source("unix:" + path("s"))
        // The listener reads lines and sends none, so that the client gets nothing until the listener stops.
        listener.stop()
        #expect(events(9, of: client).isEmpty && client.isAtEnd)
    }

    @Test func tooLongSocketPathIsReported() {
        #expect(throws: FeedSourceError.self) { try source("unix:/tmp/" + String(repeating: "x", count: 200)) }
    }

    @Test func pipeKeepsQueueSmall() throws {
        #expect(mkfifo(path("p"), 0o600) == 0)
        let source = try source(path("p"), .init(overflow: .drop, capacity: 100))
        let text = String(repeating: Self.line("x"), count: 10_000)
        let path = path("p")
        // On a thread of its own, because writing blocks until the reader reads.
        Thread.detachNewThread {
            try? FileHandle(forWritingTo: URL(fileURLWithPath: path)).write(contentsOf: Data(text.utf8))
        }
        try waitFor("the end", every: .zero) {
            while source.popEvent() != nil {}
            return source.isAtEnd
        }
        let counts = source.counts
        #expect(
            counts.arrived == 10_000 && counts.delivered + counts.totalDropped == 10_000 && counts.peakWaiting <= 100)
    }

    @Test(
        arguments: [
            ("-", .standardInput), ("unix:/a", .unixSocket("/a")), ("x:y", .path("x:y")), ("unix:", nil), ("", nil),
        ] as [(String, FeedEndpoint?)])
    func endpointNamesAreParsed(text: String, endpoint: FeedEndpoint?) {
        #expect(FeedEndpoint(text) == endpoint)
    }
}
