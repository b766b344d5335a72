import CCurl
import SystemIO

/// A byte stream to and from a server, for protocols other than HTTP.
///
/// The connection uses TLS and verifies the server's certificate for https URLs; it is plain TCP for http URLs. Only
/// the URL's scheme, host and port matter.
///
/// Use a connection from one thread at a time. After ``receive(upTo:timeout:wakeDescriptor:isCancelled:)`` throws an error other
/// than ``HTTPTransferError/cancelled``, the connection is unusable.
public final class CurlConnection {
    /// The result of waiting for bytes.
    public enum ReceiveResult: Hashable, Sendable {
        /// The received bytes, at least one.
        case bytes([UInt8])
        /// No bytes arrived within the time.
        case timedOut
        /// The peer closed its sending side.
        case end
    }

    /// The longest wait between two calls of `isCancelled` if the caller passes a wake-up descriptor.
    private static let maxWait: Duration = .seconds(60)

    private let handle: CurlHandle
    private let socket: Int32
    private var isClosed = false

    /// Connects to a server, through the proxy if the options have one.
    ///
    /// - Parameters:
    ///   - url: A URL with the scheme http or https; its path is ignored.
    ///   - options: The user agent, the certificates and the proxy.
    ///   - connectTimeout: The longest time for name lookup, connection and TLS handshake.
    ///   - isCancelled: Returns whether to give up; called at least five times a second.
    /// - Throws: ``HTTPTransferError/unsupportedURL(_:)``, ``HTTPTransferError/cancelled``, or the error that prevented
    ///   a connection within `connectTimeout`.
    public init(
        to url: String, options: CurlOptions = CurlOptions(), connectTimeout: Duration = .seconds(10),
        isCancelled: () -> Bool = { false }
    ) throws(HTTPTransferError) {
        let handle = try CurlHandle()
        guard URLOrigin(url) != nil else { throw .unsupportedURL(url) }
        try handle.prepare(options, url: url, connectTimeout: connectTimeout)
        handle.set(CURLOPT_CONNECT_ONLY, 1)
        handle.set(CURLOPT_HTTPPROXYTUNNEL, 1)
        // The protocol is not HTTP: a server that is offered HTTP in ALPN may close the connection or select HTTP.
        handle.set(CURLOPT_SSL_ENABLE_ALPN, 0)
        let code = try handle.run { () throws(HTTPTransferError) in
            if isCancelled() { throw .cancelled }
        }
        guard code == CURLE_OK else { throw HTTPTransferError(code, of: handle, nil, connectTimeout: connectTimeout) }
        guard let socket = handle.socket else { throw .connectionBroken(reason: "connection closed") }
        self.handle = handle
        self.socket = socket
    }

    deinit { close() }

    /// Closes the connection; it can neither send nor receive afterwards.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        handle.stop()
    }

    /// Sends all of `bytes`.
    ///
    /// If the call throws, an unknown part of the bytes has been sent, so the connection is closed.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to send.
    ///   - time: The longest time for all bytes.
    ///   - isCancelled: Returns whether to give up; called at least five times a second.
    /// - Throws: ``HTTPTransferError/timedOut(after:)`` if the peer does not accept all bytes within `time`,
    ///   ``HTTPTransferError/cancelled``, or the error of the connection.
    public func send(
        _ bytes: [UInt8], timeout time: Duration, isCancelled: () -> Bool = { false }
    ) throws(HTTPTransferError) {
        do throws(HTTPTransferError) {
            try bytes.withUnsafeBufferPointer { bytes throws(HTTPTransferError) in
                try send(UnsafeRawBufferPointer(bytes), timeout: time, isCancelled)
            }
        } catch {
            close()
            throw error
        }
    }

    private func send(
        _ bytes: UnsafeRawBufferPointer, timeout time: Duration, _ isCancelled: () -> Bool
    ) throws(HTTPTransferError) {
        var rest = bytes
        let end = SuspendingClock.now + time
        while let start = rest.baseAddress, !rest.isEmpty {
            try requireOpen()
            var count = 0
            let code = giftty_curl_easy_send(handle.easy, start, rest.count, &count)
            if code == CURLE_AGAIN {
                guard try waitUntilReady(for: .output, until: end, isCancelled) else { throw .timedOut(after: time) }
                continue
            }
            guard code == CURLE_OK else { throw HTTPTransferError(code, of: handle, nil, connectTimeout: time) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Waits for bytes and returns the ones that have arrived.
    ///
    /// - Parameters:
    ///   - count: The most bytes to return.
    ///   - time: The longest time to wait.
    ///   - wakeDescriptor: A descriptor that becomes readable when `isCancelled` starts to return `true`, so that the call need
    ///     not poll; negative for none.
    ///   - isCancelled: Returns whether to give up; called at least five times a second if `wakeDescriptor` is negative,
    ///     otherwise after each wake-up and about once a minute.
    /// - Throws: ``HTTPTransferError/cancelled``, or the error of the connection.
    public func receive(
        upTo count: Int = 16 << 10, timeout time: Duration, wakeDescriptor: Int32 = -1,
        isCancelled: () -> Bool = { false }
    ) throws(HTTPTransferError) -> ReceiveResult {
        let end = SuspendingClock.now + time
        while true {
            try requireOpen()
            var code = CURLE_OK
            // libcurl sets `filled` to the number of bytes that it wrote, and leaves it at 0 if it fails. The receive
            // call comes before the wait because bytes that libcurl has already decrypted do not make the socket
            // readable.
            let bytes = [UInt8](unsafeUninitializedCapacity: max(1, count)) { buffer, filled in
                code = giftty_curl_easy_recv(handle.easy, buffer.baseAddress, buffer.count, &filled)
            }
            switch code {
            case CURLE_OK: return bytes.isEmpty ? .end : .bytes(bytes)
            case CURLE_AGAIN:
                guard try waitUntilReady(for: .input, until: end, wakeDescriptor: wakeDescriptor, isCancelled) else {
                    return .timedOut
                }
            default: throw HTTPTransferError(code, of: handle, nil, connectTimeout: time)
            }
        }
    }

    private func requireOpen() throws(HTTPTransferError) {
        if isClosed { throw .connectionBroken(reason: "connection closed") }
    }

    /// Returns whether the socket becomes ready before `end`.
    private func waitUntilReady(
        for readiness: AwaitedDescriptor.Readiness, until end: SuspendingClock.Instant, wakeDescriptor: Int32 = -1,
        _ isCancelled: () -> Bool
    ) throws(HTTPTransferError) -> Bool {
        while true {
            if isCancelled() { throw .cancelled }
            let left = end - SuspendingClock.now
            guard left > .zero else { return false }
            // Rounded up: a wait of 0 ms would spin during the last millisecond.
            let wait = min(left, wakeDescriptor < 0 ? CurlHandle.pollInterval : Self.maxWait).wholeMilliseconds + 1
            let watched = [AwaitedDescriptor(socket, for: readiness), AwaitedDescriptor(wakeDescriptor)]
            if !Descriptor.wait(for: watched, milliseconds: Int32(wait))[0].isEmpty { return true }
        }
    }
}
