import CommandLineSupport
import Foundation
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("A channel of lines does not wait for its reader")
struct LineChannelTests {
    /// The ends of a pipe.
    private func pipe() throws -> (reader: OpenFile, writer: OpenFile) {
        var ends: [Int32] = [-1, -1]
        try #require(Foundation.pipe(&ends) == 0)
        return (OpenFile(owning: ends[0]), OpenFile(owning: ends[1]))
    }

    private func lines(_ numbers: Range<Int>) -> [UInt8] { numbers.flatMap { Array("line \($0)\n".utf8) } }

    private func send(_ numbers: Range<Int>, to channel: LineChannel) {
        for number in numbers { channel.send(Array("line \(number)".utf8)) }
    }

    @Test("a file has all lines")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/lines"
        let channel = try LineChannel(OpenFile(path, [.writing, .creating]))
        send(0..<1_000, to: channel)
        #expect(channel.close(patience: .seconds(60)) == .complete)
        #expect(try Array(folder.read("lines").utf8) == lines(0..<1_000))
    }

    @Test("a reader that keeps up gets all lines at once, and the end after the last one")
    func fastReader() throws {
        let (reader, writer) = try pipe()
        let channel = try LineChannel(writer)
        channel.send(Array("line 0".utf8))
        #expect(try Descriptor.read(reader.descriptor, upTo: 100) == lines(0..<1))
        let received = LockedBytes()
        let thread = try SystemThread("reader") { received.bytes = (try? reader.rest()) ?? [] }
        send(1..<50_000, to: channel)
        #expect(channel.close(patience: .seconds(60)) == .complete)
        thread.join()
        #expect(received.bytes == lines(1..<50_000))
    }

    @Test("a reader that does not read delays nobody, and gets the beginning of the lines and then the end")
    func deadReader() throws {
        let (reader, writer) = try pipe()
        let channel = try LineChannel(writer, limit: 100_000)
        send(0..<200_000, to: channel)
        guard case .lost(let count) = channel.close(patience: .seconds(60)) else {
            Issue.record("nothing was lost")
            return
        }
        let read = try reader.rest()
        #expect(read == lines(0..<200_000 - count) && !read.isEmpty)
    }

    @Test("a reader that is slow at the end is given up after a while")
    func slowReader() throws {
        let (reader, writer) = try pipe()
        let channel = try LineChannel(writer)
        send(0..<20_000, to: channel)
        guard case .lost(let count) = channel.close(patience: .milliseconds(50)) else {
            Issue.record("nothing was lost")
            return
        }
        let read = try reader.rest()
        #expect(read == lines(0..<20_000 - count) && !read.isEmpty)
    }

    @Test("a reader that has gone is a broken pipe")
    func goneReader() throws {
        let (reader, writer) = try pipe()
        let channel = try LineChannel(writer)
        try reader.close()
        send(0..<10, to: channel)
        #expect(channel.close(patience: .seconds(60)) == .failed(.brokenPipe))
    }

    @Test("a full disk is an error", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDisk() throws {
        let channel = try LineChannel(OpenFile("/dev/full", .writing))
        send(0..<10, to: channel)
        guard case .failed(let error) = channel.close(patience: .seconds(60)) else {
            Issue.record("nothing failed")
            return
        }
        #expect(error.isFullDisk)
    }
}

/// Bytes that one thread writes and another one reads after it.
private final class LockedBytes: Sendable {
    private let value = Mutex<[UInt8]>([])

    var bytes: [UInt8] {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
