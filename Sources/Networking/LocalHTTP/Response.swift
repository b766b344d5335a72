/// The answers to requests, after which the connection is closed.
///
/// - SeeAlso: RFC 9112, section 4; RFC 9110, section 15.
public enum Response {
    /// The result of a request.
    public enum Status: Int, Sendable {
        case ok = 200
        case badRequest = 400
        case unauthorized = 401
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case upgradeRequired = 426
        case serviceUnavailable = 503

        /// The phrase of the status line.
        var phrase: String {
            switch self {
            case .ok: "OK"
            case .badRequest: "Bad Request"
            case .unauthorized: "Unauthorized"
            case .forbidden: "Forbidden"
            case .notFound: "Not Found"
            case .methodNotAllowed: "Method Not Allowed"
            case .upgradeRequired: "Upgrade Required"
            case .serviceUnavailable: "Service Unavailable"
            }
        }
    }

    /// Returns the bytes of a whole response.
    ///
    /// - Parameters:
    ///   - status: The result.
    ///   - mediaType: The media type of the body.
    ///   - body: The body.
    ///   - fields: More fields, such as `("Allow", "GET")`.
    public static func bytes(
        _ status: Status, _ mediaType: String, body: [UInt8], fields: [(String, String)] = []
    ) -> [UInt8] {
        head(status, mediaType, fields + [("Content-Length", String(body.count))]) + body
    }

    /// Returns the bytes of a response with a text for people, such as an error.
    public static func bytes(_ status: Status, _ text: String, fields: [(String, String)] = []) -> [UInt8] {
        bytes(status, "text/plain; charset=utf-8", body: Array("\(text)\n".utf8), fields: fields)
    }

    /// Returns the bytes before a body that lasts until the connection is closed.
    public static func streamHead(_ mediaType: String) -> [UInt8] { head(.ok, mediaType, []) }

    private static func head(_ status: Status, _ mediaType: String, _ fields: [(String, String)]) -> [UInt8] {
        let all =
            [
                ("Content-Type", mediaType), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
                ("Cross-Origin-Resource-Policy", "same-origin"),
            ]
            + fields + [("Connection", "close")]
        let lines = ["HTTP/1.1 \(status.rawValue) \(status.phrase)"] + all.map { "\($0): \($1)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
