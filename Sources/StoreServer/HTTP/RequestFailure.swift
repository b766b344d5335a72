import HTTPTypes
import Hummingbird
import NIOCore
import Playback

/// Why a request is refused: a status for programs, and a line for people that is sent as `{"error": "…"}`.
struct RequestFailure: Error, Equatable {
    let status: HTTPResponse.Status
    let message: String
    let headers: HTTPFields

    init(_ status: HTTPResponse.Status, _ message: String, headers: HTTPFields = [:]) {
        self.status = status
        self.message = message
        self.headers = headers
    }

    /// There is nothing at this address.
    static let nothingHere = RequestFailure(.notFound, "there is nothing at this address")

    /// The address takes only other methods.
    static func methodNotAllowed(_ method: HTTPRequest.Method, allowed: String) -> RequestFailure {
        RequestFailure(
            .methodNotAllowed, "\(method.rawValue) can't be done here: expected \(allowed)", headers: [.allow: allowed])
    }

    /// The document that says so.
    var body: [UInt8] { Self.document(message) }

    static func document(_ message: String) -> [UInt8] {
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
        // What is refused now may be there in a moment.
        fields[.cacheControl] = "no-store"
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension RequestFailure {
    /// What a client is told of an error of the store.
    init(_ error: RepositoryError) {
        switch error {
        case .noSuchGift: self.init(.notFound, error.description)
        case .noEarlierVersion: self.init(.conflict, error.description)
        case .changedMeanwhile: self.init(.preconditionFailed, error.description)
        case .disk, .brokenFile, .noStore, .isInUse:
            self.init(.internalServerError, "the store's disk does not do its part; nothing was published")
        }
    }
}

/// The types of what the store sends.
enum MediaType {
    static let json = "application/json"
    static let zip = "application/zip"
    static let dotLottie = "application/zip+dotlottie"
    static let png = "image/png"
    static let events = "text/event-stream"
}
