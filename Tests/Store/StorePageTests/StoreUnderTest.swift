import Foundation
import HTTPClient
import PlayerSettings
import StoreProtocol
import Synchronization
import TestSupport

/// A gift store with its own folder, and a client that is not the page.
final class StoreUnderTest: Sendable {
    static let token = "a-token-for-tests"

    let address: String
    private let folder: TemporaryFolder
    private let arguments: [String]
    private let server: Mutex<BackgroundProgram>

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - hasDemoGifts: Whether the store starts with the demo gifts, as in an empty folder, or with none.
    ///   - isWritable: Whether the store has a token file.
    ///   - options: Further options of the program.
    init(hasDemoGifts: Bool = false, isWritable: Bool = true, options: [String] = []) throws {
        folder = try TemporaryFolder()
        let root = folder.path + "/store"
        if !hasDemoGifts {
            try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
            try Data(StoreCatalogue(revision: 0, gifts: []).json).write(
                to: URL(fileURLWithPath: root + "/catalogue.json"))
        }
        var arguments = ["--root", root] + options
        if isWritable { arguments += ["--token-file", try folder.write(Self.token, to: "token")] }
        let server = try BackgroundProgram([Programs.built("gift-store"), "--port", "0"] + arguments)
        let port = try server.number(after: "http://127.0.0.1:")
        self.server = Mutex(server)
        self.arguments = arguments + ["--port", String(port)]
        address = "http://127.0.0.1:\(port)/"
    }

    /// Stops the server; its folder and address stay the same.
    func stop() { _ = server.withLock { try? $0.end(by: SIGTERM) } }

    /// Starts the server again at the same address.
    func start() throws {
        let server = try BackgroundProgram([Programs.built("gift-store")] + arguments)
        _ = try server.number(after: "http://127.0.0.1:")
        self.server.withLock { $0 = server }
    }

    /// Writes a file that the page can upload, and returns its path.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String { try folder.write(bytes, to: name) }

    // MARK: - The other client

    /// Publishes a gift without using the page.
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

    /// Publishes settings without using the page.
    func publish(settings: String) throws {
        let tag = try send(.get, "settings").tag
        try send(.put, "settings", Array(settings.utf8), tag: tag)
    }

    struct RejectedError: Error, CustomStringConvertible {
        let description: String
    }

    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8] = [], tag: String? = nil
    ) throws -> (bytes: [UInt8], tag: String?) {
        var headers = ["Authorization": "Bearer \(Self.token)"]
        headers["If-Match"] = tag
        let (head, bytes) = try Self.transfer.fetch(
            HTTPRequest(address + path, method: method, headers: headers, body: body))
        guard 200..<300 ~= head.status else {
            throw RejectedError(description: "\(method) \(path): \(String(decoding: bytes, as: UTF8.self))")
        }
        return (bytes, head["ETag"])
    }

    private static let transfer = CurlTransfer(CurlOptions(proxy: .none))
}

extension Assignment {
    /// The setting and its value, such as `mode=replace`.
    var line: String { "\(key.name)=\(value)" }
}
