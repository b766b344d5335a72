import Hummingbird
import NIOCore
import SystemIO

/// Sends files piece by piece.
///
/// The next piece is read when the network has accepted the one before, and the file is not open in between. So a
/// client that does not read costs one piece of memory.
struct FileSender: Sendable {
    let work: WorkThreadPool
    /// Called with the reason if a file cannot be sent to its end, which the client cannot see.
    let log: @Sendable (String) -> Void

    /// The number of bytes that are read and sent at once.
    private static let chunkSize = 32 << 10

    /// Returns a response body with a range of a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which must not change while it is sent.
    ///   - range: The non-empty range of bytes.
    ///   - channel: The connection over which the body is sent.
    func body(of path: String, _ range: Range<Int>, over channel: any Channel) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            var place = range.lowerBound
            while place < range.upperBound {
                let (start, count) = (place, min(Self.chunkSize, range.upperBound - place))
                let bytes = try await bytes(of: path, at: start, count: count)
                try await writer.write(bytes)
                // `write` only schedules the write on the event loop. Without waiting for the loop, about twenty pieces
                // would be read before the back-pressure of the network shows.
                try await channel.eventLoop.submit {}.get()
                place += bytes.readableBytes
            }
            try await writer.finish(nil)
        }
    }

    private func bytes(of path: String, at place: Int, count: Int) async throws -> ByteBuffer {
        do {
            return try await work.run { try Self.read(path, at: place, count: count) }
        } catch let error as DiskError {
            log(error.description)
            throw error
        }
    }

    /// Reads up to `count` bytes of a file, at least one.
    static func read(
        _ path: String, at place: Int, count: Int, by calls: SystemCalls = .system
    ) throws(DiskError) -> ByteBuffer {
        var buffer = ByteBuffer()
        var failure: SystemError?
        do throws(SystemError) {
            let file = try OpenFile(path, .nonBlocking)
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { target in
                do throws(SystemError) {
                    let room = UnsafeMutableRawBufferPointer(rebasing: target[..<count])
                    return try file.read(into: room, at: place, by: calls)
                } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
        } catch {
            throw DiskError(path: path, error)
        }
        guard buffer.readableBytes > 0 else {
            throw DiskError(path: path, reason: "ends before its \(place + count) bytes")
        }
        return buffer
    }
}
