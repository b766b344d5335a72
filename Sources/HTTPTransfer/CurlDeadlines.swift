import CCurl

/// The deadlines of a transfer, except the connection timeout, which libcurl enforces itself.
struct CurlDeadlines {
    private let limits: HTTPLimits
    private let now: CurlTransfer.Now
    private let start: SuspendingClock.Instant
    private var stall: StallWatch?

    /// Creates the deadlines of a transfer that begins now.
    init(_ limits: HTTPLimits, _ now: @escaping CurlTransfer.Now) {
        self.limits = limits
        self.now = now
        start = now()
    }

    /// Checks the deadlines.
    ///
    /// - Throws: ``HTTPTransferError/timedOut(after:)`` or ``HTTPTransferError/stalled(_:)`` if a deadline has passed.
    mutating func check(_ exchange: CurlExchange, over handle: CurlHandle) throws(HTTPTransferError) {
        let time = now() - start
        if let whole = limits.wholeTime, time >= whole { throw .timedOut(after: whole) }
        // Until then no connection exists that could stall.
        guard let pace = limits.stall, handle.size(CURLINFO_PRETRANSFER_TIME_T) > 0 else { return }
        let moved =
            exchange.headBytes + handle.size(CURLINFO_SIZE_DOWNLOAD_T) + handle.size(CURLINFO_SIZE_UPLOAD_T)
        let serverTime = time - exchange.timeAway
        if stall == nil { stall = StallWatch(pace, at: serverTime, moved: moved) }
        if stall?.isStalled(at: serverTime, moved: moved) == true { throw .stalled(pace) }
    }
}
