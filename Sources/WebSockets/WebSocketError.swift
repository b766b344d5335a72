/// Why a connection can't go on, in one line.
public struct WebSocketError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What happened and what was expected.
    public let description: String
    /// The code that the other side is told with the close; nil where there is no connection to close.
    /// - SeeAlso: RFC 6455, section 7.4.1.
    public let closeCode: UInt16?

    init(_ description: String, closeCode: UInt16?) {
        self.description = description
        self.closeCode = closeCode
    }

    static func handshake(_ problem: String) -> WebSocketError { WebSocketError(problem, closeCode: nil) }
    static func protocolError(_ problem: String) -> WebSocketError { WebSocketError(problem, closeCode: 1002) }
    static let notUTF8 = WebSocketError("expected a text in UTF-8", closeCode: 1007)
    static func tooLong(_ limit: Int) -> WebSocketError {
        WebSocketError("expected a message of at most \(limit) bytes", closeCode: 1009)
    }
}
