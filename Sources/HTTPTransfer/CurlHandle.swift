import CCurl

/// A handle of libcurl with the connections that it keeps.
///
/// It may go from thread to thread, which libcurl allows, as it holds only memory of its own: whoever uses it has
/// taken it out of the pool, or made it, and is the only one to hold it.
final class CurlHandle: @unchecked Sendable {
    /// The longest time in which nobody looks whether the caller still wants it.
    static let glance: Duration = .milliseconds(100)
    /// Connections kept for the next request: a store and those it points to are no more.
    private static let keptConnections = 4

    /// The transfer itself.
    let easy: UnsafeMutableRawPointer
    /// Where the last request went.
    var origin = ""
    private let multi: UnsafeMutableRawPointer
    private let words: UnsafeMutablePointer<CChar>

    /// A new handle, for which the library is loaded if it isn't yet.
    init() throws(HTTPTransferError) {
        if let reason = giftty_curl_load() { throw .noLibrary(reason: String(cString: reason)) }
        guard let easy = giftty_curl_easy_init() else { throw .other("out of memory") }
        guard let multi = giftty_curl_multi_init() else {
            giftty_curl_easy_cleanup(easy)
            throw .other("out of memory")
        }
        giftty_curl_multi_keep(multi, Self.keptConnections)
        self.easy = easy
        self.multi = multi
        words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        giftty_curl_easy_cleanup(easy)
        giftty_curl_multi_cleanup(multi)
        words.deallocate()
    }

    /// What the library says of the last failure, empty when it has nothing to say.
    var said: String { String(cString: words) }

    /// Forgets the last request and sets what holds for all.
    func prepare(_ options: CurlOptions, url: String, connectTime: Duration) throws(HTTPTransferError) {
        giftty_curl_easy_reset(easy)
        words.pointee = 0
        giftty_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, words)
        guard giftty_curl_keep_to_http(easy) == CURLE_OK else { throw .other("libcurl speaks no HTTP") }
        set(CURLOPT_URL, url)
        set(CURLOPT_USERAGENT, options.userAgent)
        // Signals would interrupt the program's own waiting; the price is that names are looked up in a thread.
        set(CURLOPT_NOSIGNAL, 1)
        giftty_curl_leave_lookups(easy)
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, connectTime.wholeMilliseconds))
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let file = options.certificateFile { set(CURLOPT_CAINFO, file) }
        switch options.proxy {
        case .none: set(CURLOPT_PROXY, "")
        case .url(let proxy): set(CURLOPT_PROXY, proxy)
        case .environment: set(CURLOPT_NOPROXY, DirectHosts.listed())
        }
    }

    /// Carries out what was set, and returns how it ended. `check` is asked again and again and ends it by throwing.
    func run(_ check: () throws(HTTPTransferError) -> Void) throws(HTTPTransferError) -> CURLcode {
        guard giftty_curl_multi_add(multi, easy) == CURLM_OK else { throw .other("libcurl takes no request") }
        while true {
            try check()
            guard giftty_curl_multi_perform(multi) == CURLM_OK else { throw .other("libcurl gave up") }
            var code = CURLE_OK
            if giftty_curl_multi_ended(multi, &code) != 0 { return code }
            giftty_curl_multi_poll(multi, Int32(Self.glance.wholeMilliseconds))
        }
    }

    /// Ends what `run` began; a connection in the middle of something is closed.
    func stop() {
        giftty_curl_multi_remove(multi, easy)
    }

    /// Sets an option that is a number.
    func set(_ option: CURLoption, _ value: Int) { giftty_curl_set_number(easy, option, value) }

    /// Sets an option that is text, of which the library makes a copy.
    func set(_ option: CURLoption, _ value: String) { giftty_curl_set_text(easy, option, value) }

    /// Sets what is sent along; the bytes must stay until the handle is stopped.
    func send(_ body: UnsafeRawBufferPointer) {
        giftty_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        // An empty body is text without characters: without any pointer the library would ask for one.
        guard let start = body.baseAddress, !body.isEmpty else { return set(CURLOPT_COPYPOSTFIELDS, "") }
        giftty_curl_set_pointer(easy, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: start))
    }

    /// A number about the transfer, 0 when there is none.
    func size(_ what: CURLINFO) -> Int {
        var value: curl_off_t = 0
        return giftty_curl_get_size(easy, what, &value) == CURLE_OK ? Int(value) : 0
    }

    /// A number about the transfer, 0 when there is none.
    func number(_ what: CURLINFO) -> Int {
        var value = 0
        return giftty_curl_get_number(easy, what, &value) == CURLE_OK ? value : 0
    }

    /// The socket of the connection that stands.
    var socket: Int32? {
        var value: curl_socket_t = -1
        return giftty_curl_get_socket(easy, &value) == CURLE_OK && value >= 0 ? value : nil
    }

    /// The address that was asked last, after redirects.
    var url: String {
        var text: UnsafePointer<CChar>?
        guard giftty_curl_get_text(easy, CURLINFO_EFFECTIVE_URL, &text) == CURLE_OK, let text else { return "" }
        return String(cString: text)
    }
}

extension Duration {
    /// Rounded down, within what C takes.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(min(max(seconds, 0), 1_000_000)) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
