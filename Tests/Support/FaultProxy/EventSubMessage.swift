import WebSocket

/// Messages of Twitch EventSub as a server sends them, each in a WebSocket frame.
package enum EventSubMessage {
    /// Returns a text frame.
    package static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        let length =
            bytes.count < 126 ? [UInt8(bytes.count)] : [126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        return [0x81] + length + bytes
    }

    /// Returns a message of a given type.
    package static func message(_ type: String, _ payload: String, id: String = "i") -> [UInt8] {
        text(
            #"{"metadata":{"message_id":"\#(id)","message_type":"\#(type)","message_timestamp":"2026-01-01T00:00:00Z"},"#
                + #""payload":\#(payload)}"#)
    }

    /// Returns the welcome message, the first of a connection, after which the client subscribes.
    package static func welcome(_ session: String, keepalive: Int = 10) -> [UInt8] {
        message(
            "session_welcome",
            #"{"session":{"id":"\#(session)","status":"connected","keepalive_timeout_seconds":\#(keepalive)}}"#)
    }

    /// Returns a notification of a given type, with the members of its event.
    package static func notification(_ type: String, _ event: String, id: String) -> [UInt8] {
        message("notification", #"{"subscription":{"type":"\#(type)"},"event":{\#(event)}}"#, id: id)
    }

    /// Returns a notification that Bob cheers with some bits.
    package static func cheer(_ id: String, bits: Int) -> [UInt8] {
        text(
            #"{"metadata":{"message_id":"\#(id)","message_type":"notification","message_timestamp":"2026-01-01T00:00:00Z","#
                + #""subscription_type":"channel.cheer"},"payload":{"event":{"is_anonymous":false,"user_id":"4","#
                + #""user_login":"bob","user_name":"Bob","message":"","bits":\#(bits)}}}"#)
    }
}

extension LoopbackPeer.Dialogue {
    /// Answers the opening handshake of a WebSocket, and returns the requested path.
    package func openWebSocket() -> String {
        var path = ""
        var key = ""
        while let line = readLine(), !line.isEmpty {
            if line.hasPrefix("GET ") { path = String(line.split(separator: " ")[1]) }
            if line.hasPrefix("Sec-WebSocket-Key: ") { key = String(line.dropFirst(19)) }
        }
        send(
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(WebSocketHandshake.acceptKey(key))", "")
        return path
    }
}
