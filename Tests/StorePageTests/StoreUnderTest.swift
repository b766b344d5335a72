import Configuration
import Foundation
import HTTPTransfer
import StoreDocuments
import Synchronization

/// A gift-store of a test's own on a folder of its own, and a client that isn't the page.
final class StoreUnderTest: Sendable {
    static let token = "a-token-for-tests"

    let address: String
    private let folder: TemporaryFolder
    private let arguments: [String]
    private let server: Mutex<BackgroundProgram>

    /// Starts a server.
    /// - Parameters:
    ///   - hasDemoGifts: whether it begins with the demo's gifts, as on an empty folder, or with none.
    ///   - isWritable: whether there is a token.
    init(hasDemoGifts: Bool = false, isWritable: Bool = true) throws {
        folder = try TemporaryFolder()
        let root = folder.path + "/store"
        if !hasDemoGifts {
            try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
            try Data(StoreCatalogue(revision: 0, gifts: []).json).write(
                to: URL(fileURLWithPath: root + "/catalogue.json"))
        }
        var arguments = ["--root", root]
        if isWritable { arguments += ["--token-file", try folder.write(Array(Self.token.utf8), to: "token")] }
        let server = try BackgroundProgram(Programs.built("gift-store"), arguments + ["--port", "0"])
        let port = try server.port(after: "http://127.0.0.1:")
        self.server = Mutex(server)
        self.arguments = arguments + ["--port", String(port)]
        address = "http://127.0.0.1:\(port)/"
    }

    /// Ends the server; the folder and the address stay.
    func stop() { server.withLock { $0.stop() } }

    /// Starts the server again where it was.
    func start() throws {
        let server = try BackgroundProgram(Programs.built("gift-store"), arguments)
        _ = try server.port(after: "http://127.0.0.1:")
        self.server.withLock { $0 = server }
    }

    /// A file for the page to take.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String { try folder.write(bytes, to: name) }

    // MARK: - Another client

    /// Publishes a gift behind the page's back.
    func publish(_ id: String, _ file: [UInt8]) throws {
        try send(.put, "gifts/\(id)", file)
    }

    func withdraw(_ id: String) throws {
        try send(.delete, "gifts/\(id)")
    }

    func catalogue() throws -> StoreCatalogue {
        try StoreCatalogue(json: try send(.get, "gifts").bytes)
    }

    func settings() throws -> PublishedSettings {
        try PublishedSettings(json: try send(.get, "settings").bytes)
    }

    /// Publishes settings behind the page's back.
    func publish(settings: String) throws {
        let tag = try send(.get, "settings").tag
        try send(.put, "settings", Array(settings.utf8), tag: tag)
    }

    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8] = [], tag: String? = nil
    ) throws -> (bytes: [UInt8], tag: String?) {
        var headers = ["Authorization": "Bearer \(Self.token)"]
        headers["If-Match"] = tag
        let (head, bytes) = try Self.transfer.answer(
            to: HTTPRequest(address + path, method: method, headers: headers, body: body))
        guard 200..<300 ~= head.status else {
            throw Refused(description: "\(method) \(path): \(String(decoding: bytes, as: UTF8.self))")
        }
        return (bytes, head["ETag"])
    }

    private static let transfer = CurlTransfer(CurlOptions(proxy: .none))
}

extension Assignment {
    /// The setting and its value, such as `mode=replace`.
    var line: String { "\(key.name)=\(value)" }
}

/// A folder that goes with the last reference to it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "store-page-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let place = "\(path)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: place))
        return place
    }
}
