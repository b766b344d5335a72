/// A responder that answers requests for files as a server of static files does.
struct FileResponder {
    let files: [String: [UInt8]]

    func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        let path = String(request.target.prefix { $0 != "?" })
        guard let file = files[path] else { return .complete(404, body: Array("no such file\n".utf8)) }
        let tag = "\"\(String(Self.checksum(file), radix: 16))\""
        var headers = ["ETag": tag, "Accept-Ranges": "bytes", "Content-Type": "application/octet-stream"]
        if request.headers["if-none-match"] == tag { return .complete(304, headers: headers) }
        let holds = request.headers["if-range"].map { $0 == tag } ?? true
        guard holds, let range = request.headers["range"], let start = Self.start(of: range) else {
            return .complete(200, headers: headers, body: file)
        }
        guard start < file.count else {
            headers["Content-Range"] = "bytes */\(file.count)"
            return .complete(416, headers: headers)
        }
        headers["Content-Range"] = "bytes \(start)-\(file.count - 1)/\(file.count)"
        return .complete(206, headers: headers, body: Array(file[start...]))
    }

    /// Returns the start of a `bytes=N-` range, the only form that resuming a download needs.
    private static func start(of range: String) -> Int? {
        guard range.hasPrefix("bytes="), range.hasSuffix("-") else { return nil }
        return Int(range.dropFirst("bytes=".count).dropLast())
    }

    /// Returns the FNV-1a hash of the bytes.
    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
