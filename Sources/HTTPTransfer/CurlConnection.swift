import CCurl

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A stream of bytes to a server and back, encrypted and with the server proven for https URLs, plain for http: for
/// what is spoken over a socket besides HTTP. Of the URL only scheme, host and port count.
///
/// One thread at a time may use it. After an error other than ``HTTPTransferError/cancelled`` from
/// ``receive(upTo:within:isCancelled:)`` it is of no more use.
public final class CurlConnection {
    /// What came of waiting for bytes.
    public enum Arrival: Hashable, Sendable {
        /// These, at least one.
        case bytes([UInt8])
        /// Nothing in that time.
        case nothing
        /// The other side sends no more.
        case end
    }

    /// The longest time in which nobody looks whether the caller still wants it, where a descriptor says so.
    private static let longestWait: Duration = .seconds(60)

    private let handle: CurlHandle
    private let socket: Int32
    private var isClosed = false

    /// Connects.
    ///
    /// - Throws: What kept it from connecting within the time, or ``HTTPTransferError/cancelled``.
    public init(
        to url: String, options: CurlOptions = CurlOptions(), connectTime: Duration = .seconds(10),
        isCancelled: () -> Bool = { false }
    ) throws(HTTPTransferError) {
        let handle = try CurlHandle()
        guard WebAddress(url) != nil else { throw .unsupportedURL(url) }
        try handle.prepare(options, url: url, connectTime: connectTime)
        handle.set(CURLOPT_CONNECT_ONLY, 1)
        handle.set(CURLOPT_HTTPPROXYTUNNEL, 1)
        // Offering HTTP's protocols would have servers of others hang up, or agree on the wrong one.
        handle.set(CURLOPT_SSL_ENABLE_ALPN, 0)
        let code = try handle.run { () throws(HTTPTransferError) in
            if isCancelled() { throw .cancelled }
        }
        guard code == CURLE_OK else { throw HTTPTransferError(code, of: handle, nil, connectTime: connectTime) }
        guard let socket = handle.socket else { throw .broken(reason: "connection closed") }
        self.handle = handle
        self.socket = socket
    }

    deinit { close() }

    /// Ends the connection; nothing can be sent or received any more.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        handle.stop()
    }

    /// Sends all of it.
    ///
    /// - Throws: ``HTTPTransferError/timedOut(after:)`` when the other side doesn't take it in that time. How much of it
    ///   went out is then unknown, as after being cancelled, so the connection is closed.
    public func send(
        _ bytes: [UInt8], within time: Duration, isCancelled: () -> Bool = { false }
    ) throws(HTTPTransferError) {
        do throws(HTTPTransferError) {
            try bytes.withUnsafeBufferPointer { bytes throws(HTTPTransferError) in
                try send(UnsafeRawBufferPointer(bytes), within: time, isCancelled)
            }
        } catch {
            close()
            throw error
        }
    }

    private func send(
        _ bytes: UnsafeRawBufferPointer, within time: Duration, _ isCancelled: () -> Bool
    ) throws(HTTPTransferError) {
        var rest = bytes
        let end = SuspendingClock.now + time
        while let start = rest.baseAddress, !rest.isEmpty {
            try requireOpen()
            var count = 0
            let code = giftty_curl_easy_send(handle.easy, start, rest.count, &count)
            if code == CURLE_AGAIN {
                guard try waits(for: POLLOUT, until: end, isCancelled) else { throw .timedOut(after: time) }
                continue
            }
            guard code == CURLE_OK else { throw HTTPTransferError(code, of: handle, nil, connectTime: time) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Waits for bytes at most that long and takes those that came, up to `count`.
    /// - Parameter wakeUp: a descriptor that is readable from the moment on at which `isCancelled` says yes, so that
    ///   nobody has to look again and again; below 0 for none.
    public func receive(
        upTo count: Int = 16 << 10, within time: Duration, wakeUp: Int32 = -1, isCancelled: () -> Bool = { false }
    ) throws(HTTPTransferError) -> Arrival {
        let end = SuspendingClock.now + time
        while true {
            try requireOpen()
            var code = CURLE_OK
            // Bytes that are decrypted already can't be seen at the socket, so taking comes before waiting.
            let bytes = [UInt8](unsafeUninitializedCapacity: max(1, count)) { buffer, filled in
                code = giftty_curl_easy_recv(handle.easy, buffer.baseAddress, buffer.count, &filled)
            }
            switch code {
            case CURLE_OK: return bytes.isEmpty ? .end : .bytes(bytes)
            case CURLE_AGAIN:
                guard try waits(for: POLLIN, until: end, wakeUp: wakeUp, isCancelled) else { return .nothing }
            default: throw HTTPTransferError(code, of: handle, nil, connectTime: time)
            }
        }
    }

    private func requireOpen() throws(HTTPTransferError) {
        if isClosed { throw .broken(reason: "connection closed") }
    }

    /// Whether the socket got ready in time.
    private func waits(
        for events: Int32, until end: SuspendingClock.Instant, wakeUp: Int32 = -1, _ isCancelled: () -> Bool
    ) throws(HTTPTransferError) -> Bool {
        while true {
            if isCancelled() { throw .cancelled }
            let left = end - SuspendingClock.now
            guard left > .zero else { return false }
            // Rounded up: to wait for none of the last millisecond would be to spin through it.
            let wait = min(left, wakeUp < 0 ? CurlHandle.glance : Self.longestWait).wholeMilliseconds + 1
            var watched = [
                pollfd(fd: socket, events: Int16(events), revents: 0),
                pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&watched, 2, Int32(wait)) > 0, watched[0].revents != 0 { return true }
        }
    }
}
