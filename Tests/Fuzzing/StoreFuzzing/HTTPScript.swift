import SeededRandomness

/// The bytes that a hostile client sends over one connection: nearly valid requests in pieces, sometimes cut off at the
/// end.
struct HTTPScript {
    /// The pieces, in the order of sending.
    let pieces: [[UInt8]]

    private static let methods = [
        "GET", "GET", "HEAD", "PUT", "PUT", "POST", "DELETE", "OPTIONS", "TRACE", "BREW", "get",
    ]
    private static let paths = [
        "/", "/gifts", "/gifts/heart", "/gifts/rose", "/gifts/new-gift", "/gifts/HEART", "/gifts/..%2f..",
        "/gifts/heart/1.zip",
        "/gifts/heart/9223372036854775808.zip", "/gifts/heart/01.zip", "/gifts/rose/1.lottie",
        "/gifts/heart/1/still.png", "/gifts/heart/1/findings.json",
        "/gifts/heart/1/preview.png", "/animation/heart.json", "/gifts/heart/rollback", "/settings", "/settings?room=a",
        "/settings?room=%00", "/settings?room=", "/settings/preview", "/audit", "/health", "/ready", "/metrics",
        "/openapi.json", "/events", "/page/access", "/page/nothing", "//", "*",
        "http://store/gifts", "/gifts?%zz", "/gifts/new-gift?name=%FF&value=-1", "/gifts/new-gift?value=7&tags=a,b",
    ]
    private static let headers = [
        "Host: store", "Host: a, b", "Connection: close", "Connection: Keep-Alive, x", "Connection: upgrade",
        "Upgrade: h2c", "Authorization: Bearer \(HTTPTrial.token)", "Authorization: Bearer", "Authorization: Basic x",
        "Accept-Encoding: gzip;q=0, *", "Accept-Encoding: gzip", "Range: bytes=0-", "Range: bytes=9-3",
        "Range: bytes=-9223372036854775808", "Range: bytes=1-2,4-5", "Range: bytes=99999999999999999999-",
        "If-Range: \"x\"",
        "If-Match: *", "If-Match: \"x", "If-None-Match: W/\"x\", *", "If-None-Match: *", "Last-Event-ID: -1",
        "Last-Event-ID: 9223372036854775807", "Content-Type: text/html", "Content-Encoding: gzip",
        "Expect: 100-continue",
        "Expect: 200-ok", "Transfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: identity",
        "Content-Length: 5", "Content-Length: -1", "Content-Length: 99999999999999999999",
        "X: \(String(repeating: "x", count: 9_000))",
        " folded: x", "No-Colon", ": empty", "X\u{0}Y: z",
    ]

    init(_ random: inout SeededGenerator) {
        var bytes: [UInt8] = []
        for _ in 0...random.next(below: 3) { bytes += Self.request(&random) }
        if random.next(below: 3) == 0 { HostileText.mutate(&bytes, &random) }
        if random.next(below: 8) == 0 { bytes.removeLast(random.next(below: bytes.count + 1)) }
        var pieces: [[UInt8]] = []
        while !bytes.isEmpty {
            let count = random.next(below: 2) == 0 ? bytes.count : 1 + random.next(below: bytes.count)
            pieces.append(Array(bytes.prefix(count)))
            bytes.removeFirst(count)
        }
        self.pieces = pieces
    }

    private static func request(_ random: inout SeededGenerator) -> [UInt8] {
        let isPublishing = random.next(below: 3) == 0
        let method = isPublishing ? "PUT" : HostileText.pick(methods, &random)
        var path =
            isPublishing
            ? HostileText.pick(["/gifts/rose", "/gifts/new-gift", "/settings"], &random)
            : HostileText.pick(paths, &random)
        if random.next(below: 40) == 0 { path += String(repeating: "a", count: 1 << random.next(below: 18)) }
        let version = random.next(below: 12) == 0 ? HostileText.pick(["1.0", "0.9", "2.0", "1.2"], &random) : "1.1"
        var lines = ["\(method) \(path) HTTP/\(version)"]
        if random.next(below: 10) > 0 { lines.append("Host: store") }
        if isPublishing { lines.append("Authorization: Bearer \(HTTPTrial.token)") }
        if path == "/settings" { lines.append("If-Match: *") }
        if random.next(below: 2) == 0 {
            for _ in 0...random.next(below: 3) { lines.append(HostileText.pick(headers, &random)) }
        }
        var body: [UInt8] = []
        if method == "PUT" || random.next(below: 10) == 0 {
            body = path == "/settings" ? settings(&random) : HostilePackage.small(&random)
            if random.next(below: 4) == 0 {
                lines.append("Transfer-Encoding: chunked")
                body = Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
            } else {
                lines.append(
                    "Content-Length: \(random.next(below: 12) == 0 ? body.count + random.next(below: 9) : body.count)")
            }
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    private static func settings(_ random: inout SeededGenerator) -> [UInt8] {
        let value = HostileText.pick(HostileText.values, &random)
        let other = HostileText.pick(HostileText.values, &random)
        return Array(
            HostileText.pick(
                [
                    "{\"revision\":\(value),\"default\":{\"mode\":\(other)}}",
                    "{\"revision\":1,\"rooms\":{\"a\":{\"replaceAt\":\(value)},\"b\":\(other)}}",
                    "{\"revision\":1,\"rollout\":[{\"arm\":\(value),\"share\":\(other),\"settings\":{}}]}",
                    "{\"revision\":1,\"rollout\":[{\"arm\":\"a\",\"share\":50},{\"arm\":\"b\",\"share\":50}]}", value,
                ], &random
            ).utf8)
    }
}
