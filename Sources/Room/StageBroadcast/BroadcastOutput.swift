import SystemIO

/// The bytes that wait for a watcher, as pieces that it shares with the others: a picture is not copied for each one.
struct BroadcastOutput: Sendable {
    private var pieces: [[UInt8]] = []
    /// The number of bytes of the first piece that are sent.
    private var sentCount = 0
    /// The number of bytes.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds bytes at the end.
    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        pieces.append(bytes)
        count += bytes.count
    }

    /// Removes all bytes.
    mutating func removeAll() { self = BroadcastOutput() }

    /// Sends the first bytes over a non-blocking socket and removes those that it accepts.
    ///
    /// - Returns: Whether the connection is still good.
    mutating func send(to descriptor: Int32) -> Bool {
        var finished = 0
        defer { pieces.removeFirst(finished) }
        while finished < pieces.count {
            let sent: Int
            do throws(SystemError) {
                sent = try pieces[finished][sentCount...].withUnsafeBufferPointer { (rest) throws(SystemError) in
                    try Descriptor.sendSome(UnsafeRawBufferPointer(rest), to: descriptor)
                }
            } catch {
                return error.wouldBlock
            }
            sentCount += sent
            count -= sent
            // The socket is full, which another call would only find again.
            guard sentCount == pieces[finished].count else { return true }
            sentCount = 0
            finished += 1
        }
        return true
    }
}
