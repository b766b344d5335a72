/// The error with which a WebSocket fails, in one line.
public struct WebSocketError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The problem and what was expected.
    public let description: String
    /// The code for the close frame; nil if there is no connection to close.
    ///
    /// - SeeAlso: RFC 6455, section 7.4.1.
    public let closeCode: UInt16?
    /// The status of the HTTP response that refused to open a connection; `nil` for another error.
    public let httpStatus: Int?

    init(_ description: String, closeCode: UInt16?, httpStatus: Int? = nil) {
        self.description = description
        self.closeCode = closeCode
        self.httpStatus = httpStatus
    }

    static func handshake(_ problem: String, httpStatus: Int? = nil) -> WebSocketError {
        WebSocketError(problem, closeCode: nil, httpStatus: httpStatus)
    }
    static func protocolError(_ problem: String) -> WebSocketError { WebSocketError(problem, closeCode: 1002) }
    static let notUTF8 = WebSocketError("expected a text in UTF-8", closeCode: 1007)
    static func tooLong(_ limit: Int) -> WebSocketError {
        WebSocketError("expected a message of at most \(limit) bytes", closeCode: 1009)
    }
}
