import CCurl
import SystemIO

extension HTTPTransferError {
    /// Creates the error for a libcurl result code.
    ///
    /// The details come from the handle and the exchange, which know more than the code says.
    init(_ code: CURLcode, of handle: CurlHandle, _ exchange: CurlExchange?, connectTimeout: Duration) {
        let reason = handle.failureReason(code)
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: self = .hostNotFound(handle.host)
        case CURLE_COULDNT_CONNECT where handle.systemError == .connectionRefused:
            self = .connectionRefused(by: handle.failedPeer)
        case CURLE_COULDNT_CONNECT:
            self = .unreachable(handle.failedPeer, reason: handle.systemError?.description ?? reason)
        case CURLE_OPERATION_TIMEDOUT: self = .connectTimedOut(handle.peer, after: connectTimeout)
        case CURLE_TOO_MANY_REDIRECTS: self = .tooManyRedirects(handle.numberInfo(CURLINFO_REDIRECT_COUNT))
        // libcurl uses this code also for a response without a head; only the message shows which case it is.
        case CURLE_UNSUPPORTED_PROTOCOL where handle.errorMessage.contains("HTTP/0.9"):
            self = .notHTTP(from: handle.peer)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT:
            self = exchange?.redirectTarget.map { .redirectRejected($0) } ?? .unsupportedURL(handle.url)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            self = .certificate(host: handle.host, reason: reason)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED:
            self = .encryption(host: handle.host, reason: reason)
        case CURLE_PARTIAL_FILE:
            let announced = exchange?.head?["Content-Length"].flatMap { Int($0) }
            self = .truncated(received: handle.offsetInfo(CURLINFO_SIZE_DOWNLOAD_T), announced: announced)
        case CURLE_GOT_NOTHING: self = .noResponse(from: handle.peer)
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            self = .connectionBroken(reason: reason)
        case CURLE_WEIRD_SERVER_REPLY: self = .notHTTP(from: handle.peer)
        case CURLE_BAD_CONTENT_ENCODING: self = .undecodable
        default: self = .other(reason)
        }
    }
}

extension CurlHandle {
    /// The host and port of the last request.
    var peer: String { URLOrigin(url)?.hostAndPort ?? url }

    fileprivate var host: String { URLOrigin(url)?.host ?? url }

    fileprivate var systemError: SystemError? {
        let code = Int32(truncatingIfNeeded: numberInfo(CURLINFO_OS_ERRNO))
        return code == 0 ? nil : SystemError(code: code)
    }

    /// The address to which the connection failed.
    ///
    /// With a proxy this is the proxy, which only libcurl's message names.
    fileprivate var failedPeer: String {
        let prefix = "Failed to connect to "
        let words = errorMessage.hasPrefix(prefix) ? errorMessage.dropFirst(prefix.count).split(separator: " ") : []
        guard words.count > 2, words[1] == "port", Int(words[2]) != nil else { return peer }
        return words[0].contains(":") ? "[\(words[0])]:\(words[2])" : "\(words[0]):\(words[2])"
    }

    /// Returns libcurl's message without the prefixes that the error's own text repeats.
    fileprivate func failureReason(_ code: CURLcode) -> String {
        var text = errorMessage.isEmpty ? String(cString: giftty_curl_easy_strerror(code)) : errorMessage
        for prefix in ["SSL certificate problem: ", "SSL: "] where text.hasPrefix(prefix) {
            text.removeFirst(prefix.count)
        }
        while let last = text.last, last == "\n" || last == "." { text.removeLast() }
        return text.lowercasingFirst
    }
}

extension String {
    /// The text with a lower-case first letter, to stand after a colon; abbreviations stay as they are.
    fileprivate var lowercasingFirst: String {
        guard let first, !(dropFirst().first?.isUppercase ?? false) else { return self }
        return first.lowercased() + dropFirst()
    }
}
