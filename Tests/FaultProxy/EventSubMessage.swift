import WebSockets

/// Messages of Twitch EventSub as a server sends them, each in a frame of a WebSocket.
package enum EventSubMessage {
    /// Any text.
    package static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        let length =
            bytes.count < 126 ? [UInt8(bytes.count)] : [126, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
        return [0x81] + length + bytes
    }

    /// A message of a type.
    package static func message(_ type: String, _ payload: String, id: String = "i") -> [UInt8] {
        text(
            #"{"metadata":{"message_id":"\#(id)","message_type":"\#(type)","message_timestamp":"2026-01-01T00:00:00Z"},"#
                + #""payload":\#(payload)}"#)
    }

    /// The first, which asks to subscribe.
    package static func welcome(_ session: String, keepalive: Int = 10) -> [UInt8] {
        message(
            "session_welcome",
            #"{"session":{"id":"\#(session)","status":"connected","keepalive_timeout_seconds":\#(keepalive)}}"#)
    }

    /// A notification of a type, with the members of its event.
    package static func notification(_ type: String, _ event: String, id: String) -> [UInt8] {
        message("notification", #"{"subscription":{"type":"\#(type)"},"event":{\#(event)}}"#, id: id)
    }

    /// Bob cheers.
    package static func cheer(_ id: String, bits: Int) -> [UInt8] {
        text(
            #"{"metadata":{"message_id":"\#(id)","message_type":"notification","message_timestamp":"2026-01-01T00:00:00Z","#
                + #""subscription_type":"channel.cheer"},"payload":{"event":{"is_anonymous":false,"user_id":"4","#
                + #""user_login":"bob","user_name":"Bob","message":"","bits":\#(bits)}}}"#)
    }
}

extension LoopbackPeer.Talk {
    /// Answers the opening of a WebSocket; what was asked for.
    package func openWebSocket() -> String {
        var path = ""
        var key = ""
        while let line = line(), !line.isEmpty {
            if line.hasPrefix("GET ") { path = String(line.split(separator: " ")[1]) }
            if line.hasPrefix("Sec-WebSocket-Key: ") { key = String(line.dropFirst(19)) }
        }
        send(
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(WebSocketHandshake.accept(key))", "")
        return path
    }
}
