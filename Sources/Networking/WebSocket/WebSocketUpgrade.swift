public import LocalHTTP

/// The server side of the opening handshake, without a socket.
///
/// - SeeAlso: RFC 6455, section 4.2.
public struct WebSocketUpgrade: Sendable {
    /// The bytes of the answer that opens the connection.
    public let response: [UInt8]

    /// Creates the answer to a request.
    ///
    /// - Throws: `WebSocketError` if the request does not ask to open a WebSocket of version 13.
    public init(_ request: RequestHead) throws(WebSocketError) {
        guard request.method == "GET" else { throw .handshake("expected GET, found \(request.method)") }
        guard request.field("upgrade", contains: "websocket"), request.field("connection", contains: "upgrade") else {
            throw .handshake("expected a request to open a WebSocket")
        }
        guard request.fields["sec-websocket-version"] == "13" else {
            throw .handshake("Sec-WebSocket-Version: expected 13")
        }
        // 16 bytes in Base64.
        guard let key = request.fields["sec-websocket-key"], key.utf8.count == 24, key.hasSuffix("==") else {
            throw .handshake("Sec-WebSocket-Key: expected 16 bytes in Base64")
        }
        let lines = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(WebSocketKey.acceptKey(for: key))",
        ]
        response = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
