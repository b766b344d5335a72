import CCurl

/// The deadlines of a transfer, except the connection timeout, which libcurl enforces itself.
struct CurlDeadlines {
    private let limits: HTTPLimits
    private let now: CurlTransfer.Now
    private let start: SuspendingClock.Instant
    private var stallDetector: StallDetector?

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
        if let whole = limits.totalTimeout, time >= whole { throw .timedOut(after: whole) }
        // Until then no connection exists that could stall.
        guard let pace = limits.minSpeed, handle.offsetInfo(CURLINFO_PRETRANSFER_TIME_T) > 0 else { return }
        let moved =
            exchange.headBytes + handle.offsetInfo(CURLINFO_SIZE_DOWNLOAD_T) + handle.offsetInfo(CURLINFO_SIZE_UPLOAD_T)
        let serverTime = time - exchange.callerTime
        if stallDetector == nil { stallDetector = StallDetector(pace, at: serverTime, totalBytes: moved) }
        if stallDetector?.updateStall(at: serverTime, totalBytes: moved) == true { throw .stalled(pace) }
    }
}
