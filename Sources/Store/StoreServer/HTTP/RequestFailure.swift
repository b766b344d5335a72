import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// The reason why a request is refused: a status for programs, and a message for people, sent as `{"error": "…"}`.
struct RequestFailure: Error, Equatable {
    let status: HTTPResponse.Status
    let message: String
    let headers: HTTPFields

    init(_ status: HTTPResponse.Status, _ message: String, headers: HTTPFields = [:]) {
        self.status = status
        self.message = message
        self.headers = headers
    }

    /// The failure for an address with no resource.
    static let noResource = RequestFailure(.notFound, "there is nothing at this address")

    /// The failure for a precondition that does not hold.
    static let changedMeanwhile = RequestFailure(.preconditionFailed, RepositoryError.changedMeanwhile.description)

    /// The failure for bytes that are no request.
    static let noRequest = RequestFailure(.badRequest, "expected a request of HTTP/1.1")

    /// Returns the failure for a method that no address supports.
    static func methodUnknown(_ name: String) -> RequestFailure {
        RequestFailure(.notImplemented, "there is no method \(name.prefix(32))")
    }

    /// Returns the failure for a method that the address does not support.
    static func methodNotAllowed(_ method: HTTPRequest.Method, allowed: String) -> RequestFailure {
        RequestFailure(
            .methodNotAllowed, "\(method.rawValue) can't be done here: expected \(allowed)", headers: [.allow: allowed])
    }

    /// The JSON document with the message.
    var body: [UInt8] { Self.errorDocument(message) }

    static func errorDocument(_ message: String) -> [UInt8] {
        var json: [UInt8] = []
        json.beginObject()
        json.add("error", message)
        json.endObject()
        json.append(UInt8(ascii: "\n"))
        return json
    }

    var response: Response {
        var fields = headers
        fields[.contentType] = MediaType.json
        // A refused request may succeed a moment later, so its response must not be cached.
        fields[.cacheControl] = "no-store"
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension RequestFailure {
    /// Creates the failure that a client receives for an error of the repository.
    init(_ error: RepositoryError) {
        switch error {
        case .noSuchGift: self.init(.notFound, error.description)
        case .noEarlierVersion: self.init(.conflict, error.description)
        case .changedMeanwhile: self.init(.preconditionFailed, error.description)
        case .unreadable: self.init(.unprocessableContent, error.description)
        case .tooLarge: self.init(.init(code: 507, reasonPhrase: "Insufficient Storage"), error.description)
        case .disk, .damagedFile, .notAStore, .inUse:
            self.init(.internalServerError, "the store's disk failed; nothing was published")
        }
    }
}

/// The media types that the store sends.
enum MediaType {
    static let json = "application/json"
    static let zip = "application/zip"
    static let dotLottie = "application/zip+dotlottie"
    static let png = "image/png"
    static let events = "text/event-stream"
}
