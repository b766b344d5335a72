import CCurl

/// The header fields of a request as libcurl takes them: lines in a list that must outlive the transfer.
final class CurlHeaderList {
    private var list: UnsafeMutablePointer<curl_slist>?

    /// The request's own fields and those without which the library would add others.
    init(_ request: HTTPRequest) throws(HTTPTransferError) {
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
            guard Self.isName(name), !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
                throw .invalidHeader("\(name): \(value)")
            }
            // A field without a value is written with a semicolon: with a colon it would be one to leave out.
            try append(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        let given = Set(request.headers.keys.map { $0.lowercased() })
        // Left out: the wait for permission to send a body, and a type of body that nobody has claimed.
        try append("Expect:")
        if !given.contains("content-type") { try append("Content-Type:") }
        let takesGzip = request.acceptsGzip && request.rangeFrom == nil
        if !takesGzip, !given.contains("accept-encoding") { try append("Accept-Encoding: identity") }
    }

    deinit {
        // Without a line there was no need for the library, and there is nothing to free.
        if list != nil { giftty_curl_list_free(list) }
    }

    /// Has the handle send the fields.
    func send(with handle: CurlHandle) {
        giftty_curl_set_list(handle.easy, CURLOPT_HTTPHEADER, list)
    }

    private func append(_ line: String) throws(HTTPTransferError) {
        guard let longer = giftty_curl_list_append(list, line) else { throw .other("out of memory") }
        list = longer
    }

    /// Letters, digits and the marks that RFC 9110, section 5.1 allows.
    private static func isName(_ name: String) -> Bool {
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
