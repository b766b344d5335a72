import CCurl

/// The times after which a transfer is given up, apart from that for connecting, which the library keeps itself.
struct CurlDeadlines {
    private let limits: HTTPLimits
    private let now: CurlTransfer.Now
    private let start: SuspendingClock.Instant
    private var stall: StallWatch?

    /// Deadlines of a transfer that begins now.
    init(_ limits: HTTPLimits, _ now: @escaping CurlTransfer.Now) {
        self.limits = limits
        self.now = now
        start = now()
    }

    /// Throws when one has passed.
    mutating func check(_ exchange: CurlExchange, over handle: CurlHandle) throws(HTTPTransferError) {
        let time = now() - start
        if let whole = limits.wholeTime, time >= whole { throw .timedOut(after: whole) }
        // Before this moment there is no connection that could stall.
        guard let pace = limits.stall, handle.size(CURLINFO_PRETRANSFER_TIME_T) > 0 else { return }
        let moved =
            exchange.headBytes + handle.size(CURLINFO_SIZE_DOWNLOAD_T) + handle.size(CURLINFO_SIZE_UPLOAD_T)
        let serverTime = time - exchange.timeAway
        if stall == nil { stall = StallWatch(pace, at: serverTime, moved: moved) }
        if stall?.isStalled(at: serverTime, moved: moved) == true { throw .stalled(pace) }
    }
}
