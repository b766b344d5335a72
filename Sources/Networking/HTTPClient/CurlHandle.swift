import CCurl
import ExactNumbers

/// A libcurl handle and the connections that it keeps open.
///
/// It is `Sendable` because libcurl permits the use of a handle from different threads, one at a time, and the handle
/// holds only memory of its own. Whoever uses a handle has created it or removed it from the pool, and is its only
/// owner.
final class CurlHandle: @unchecked Sendable {
    /// The longest wait between two calls that ask whether the caller has cancelled.
    static let pollInterval: Duration = .milliseconds(100)
    /// The number of connections kept for later requests: enough for a store and the hosts to which it links.
    private static let maxIdleConnections = 4

    /// The easy handle, which describes the transfer.
    let easy: UnsafeMutableRawPointer
    /// The origin of the last request.
    var origin = ""
    private let multi: UnsafeMutableRawPointer
    /// libcurl's error buffer: `CURL_ERROR_SIZE` zero-initialised bytes that outlive both handles.
    private let errorBuffer: UnsafeMutablePointer<CChar>

    /// Creates a handle, and loads libcurl if it is not loaded yet.
    ///
    /// - Throws: ``HTTPTransferError/libraryMissing(reason:)`` if libcurl is missing.
    init() throws(HTTPTransferError) {
        if let reason = giftty_curl_load() { throw .libraryMissing(reason: String(cString: reason)) }
        guard let easy = giftty_curl_easy_init() else { throw .other("out of memory") }
        guard let multi = giftty_curl_multi_init() else {
            giftty_curl_easy_cleanup(easy)
            throw .other("out of memory")
        }
        giftty_curl_multi_keep(multi, Self.maxIdleConnections)
        self.easy = easy
        self.multi = multi
        errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        giftty_curl_easy_cleanup(easy)
        giftty_curl_multi_cleanup(multi)
        errorBuffer.deallocate()
    }

    /// libcurl's message about the last failure; empty if there is none.
    var errorMessage: String { String(cString: errorBuffer) }

    /// Resets the handle and sets the options that all requests share.
    func prepare(_ options: CurlOptions, url: String, connectTimeout: Duration) throws(HTTPTransferError) {
        giftty_curl_easy_reset(easy)
        errorBuffer.pointee = 0
        giftty_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorBuffer)
        guard giftty_curl_keep_to_http(easy) == CURLE_OK else { throw .other("libcurl speaks no HTTP") }
        set(CURLOPT_URL, url)
        set(CURLOPT_USERAGENT, options.userAgent)
        // Signals would interrupt system calls of the program; without them libcurl looks up names in a thread.
        set(CURLOPT_NOSIGNAL, 1)
        giftty_curl_leave_lookups(easy)
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, connectTimeout.wholeMilliseconds))
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let file = options.certificateFile { set(CURLOPT_CAINFO, file) }
        switch options.proxy {
        case .none: set(CURLOPT_PROXY, "")
        case .url(let proxy): set(CURLOPT_PROXY, proxy)
        case .environment: set(CURLOPT_NOPROXY, ProxyBypassHosts.noProxyList())
        }
    }

    /// Runs the transfer and returns its result code.
    ///
    /// - Parameter check: Called about ten times a second or more often; it ends the transfer by throwing.
    func run(_ check: () throws(HTTPTransferError) -> Void) throws(HTTPTransferError) -> CURLcode {
        guard giftty_curl_multi_add(multi, easy) == CURLM_OK else { throw .other("libcurl takes no request") }
        while true {
            try check()
            guard giftty_curl_multi_perform(multi) == CURLM_OK else { throw .other("libcurl gave up") }
            var code = CURLE_OK
            if giftty_curl_multi_ended(multi, &code) != 0 { return code }
            giftty_curl_multi_poll(multi, Int32(Self.pollInterval.wholeMilliseconds))
        }
    }

    /// Ends what `run(_:)` began, and closes a connection in the middle of an exchange.
    func stop() {
        giftty_curl_multi_remove(multi, easy)
    }

    /// Sets a numeric option.
    func set(_ option: CURLoption, _ value: Int) { giftty_curl_set_number(easy, option, value) }

    /// Sets a text option; libcurl copies the text.
    func set(_ option: CURLoption, _ value: String) { giftty_curl_set_text(easy, option, value) }

    /// Sets the request body; the bytes must stay valid until `stop()`.
    func setBody(_ body: UnsafeRawBufferPointer) {
        giftty_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        // Without a pointer libcurl would call a read callback for the body, so an empty body is an empty text.
        guard let start = body.baseAddress, !body.isEmpty else { return set(CURLOPT_COPYPOSTFIELDS, "") }
        giftty_curl_set_pointer(easy, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: start))
    }

    /// Returns a byte count or time of the transfer; 0 if libcurl has none.
    func offsetInfo(_ what: CURLINFO) -> Int {
        var value: curl_off_t = 0
        return giftty_curl_get_size(easy, what, &value) == CURLE_OK ? Int(value) : 0
    }

    /// Returns a number of the transfer; 0 if libcurl has none.
    func numberInfo(_ what: CURLINFO) -> Int {
        var value = 0
        return giftty_curl_get_number(easy, what, &value) == CURLE_OK ? value : 0
    }

    /// The socket of the open connection; `nil` if there is none.
    var socket: Int32? {
        var value: curl_socket_t = -1
        return giftty_curl_get_socket(easy, &value) == CURLE_OK && value >= 0 ? value : nil
    }

    /// The URL of the last request, after redirects.
    var url: String {
        var text: UnsafePointer<CChar>?
        guard giftty_curl_get_text(easy, CURLINFO_EFFECTIVE_URL, &text) == CURLE_OK, let text else { return "" }
        return String(cString: text)
    }
}

extension Duration {
    /// The duration in milliseconds, rounded down and clamped to the range from 0 to about 10⁹, which fits a C `int`.
    var wholeMilliseconds: Int {
        Int(min(max(inMilliseconds, 0), 1_000_000_000))
    }
}
