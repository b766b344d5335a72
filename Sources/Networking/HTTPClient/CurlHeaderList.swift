import CCurl

/// The header fields of a request as a libcurl list, which must outlive the transfer.
final class CurlHeaderList {
    private var list: UnsafeMutablePointer<curl_slist>?

    /// Creates the list from the request's fields, and disables fields that libcurl would otherwise add.
    ///
    /// - Throws: ``HTTPTransferError/invalidHeader(_:)`` if a name is not a token or a value has control characters.
    init(_ request: HTTPRequest) throws(HTTPTransferError) {
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
            guard Self.isToken(name), !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
                throw .invalidHeader("\(name): \(value)")
            }
            // libcurl sends a field with an empty value only if its line ends with a semicolon; a colon would remove
            // it.
            try append(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        let given = Set(request.headers.keys.map { $0.lowercased() })
        // Removes the wait for permission to send a body and libcurl's default content type.
        try append("Expect:")
        if !given.contains("content-type") { try append("Content-Type:") }
        let takesGzip = request.acceptsGzip && request.rangeStart == nil
        if !takesGzip, !given.contains("accept-encoding") { try append("Accept-Encoding: identity") }
    }

    deinit {
        // An empty list may mean that libcurl was never loaded, so the free function must not be called.
        if list != nil { giftty_curl_list_free(list) }
    }

    /// Sets the list as the request fields of the handle.
    func apply(to handle: CurlHandle) {
        giftty_curl_set_list(handle.easy, CURLOPT_HTTPHEADER, list)
    }

    private func append(_ line: String) throws(HTTPTransferError) {
        guard let longer = giftty_curl_list_append(list, line) else { throw .other("out of memory") }
        list = longer
    }

    /// Returns whether a name consists of the letters, digits and marks of a token (RFC 9110, section 5.6.2).
    private static func isToken(_ name: String) -> Bool {
        let marks = Array("!#$%&'*+-.^_`|~".utf8)
        return !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: marks.contains(byte)
                }
            }
    }
}
