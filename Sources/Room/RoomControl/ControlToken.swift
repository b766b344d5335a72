import LocalHTTP

/// The secret that gives other programs access to a room.
package struct ControlToken: Equatable, Sendable {
    private let bytes: [UInt8]

    /// The shortest token, in characters; a shorter one could be guessed.
    package static let minLength = 16

    /// Creates the token of a text; `nil` unless it is one word of at least ``minLength`` visible ASCII characters, with
    /// or without white space around it.
    package init?(_ text: [UInt8]) {
        let words = text.split { $0 <= 0x20 }
        guard words.count == 1, words[0].count >= Self.minLength, words[0].allSatisfy({ 0x21...0x7E ~= $0 }) else {
            return nil
        }
        bytes = Array(words[0])
    }

    /// The token as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns whether a request has the token: in `Authorization: Bearer TOKEN`, or, from a browser, which cannot send
    /// that field with a WebSocket, as the parameter `token` of the query.
    func gives(access request: RequestHead) -> Bool {
        if let field = request.fields["authorization"] {
            return BearerSecret(authorization: field)?.bytes.isSameSecret(as: bytes) ?? false
        }
        return request.query["token"]?.utf8.isSameSecret(as: bytes) ?? false
    }
}
