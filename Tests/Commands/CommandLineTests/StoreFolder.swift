import FaultProxy
import Foundation
import StoreProtocol
import Synchronization
import TestSupport
import ZIPFixtures

/// A folder that publishes gift kinds, as a user would assemble it.
struct StoreFolder {
    private let folder: TemporaryFolder
    private let name: String
    private var catalogue = StoreCatalogue(revision: 0, gifts: [])

    /// The argument of `--store`.
    var url: String { "file://\(folder.path)/\(name)" }

    /// Creates the folder `name` inside another one, with an empty catalogue.
    init(_ name: String, in folder: TemporaryFolder) throws {
        self.folder = folder
        self.name = name
        try writeCatalogue()
    }

    /// Publishes a gift kind that shows a square of one color, such as `#ff0000`, for some seconds.
    ///
    /// - Parameter manifest: The contents of `gift.yaml`, or `nil`.
    mutating func publish(
        _ id: String, version: Int = 1, color: String, seconds: Int64 = 60, manifest: String? = nil
    ) throws {
        let document = """
            {"v":"5.7.0","fr":30,"ip":0,"op":\(30 * seconds),"w":40,"h":40,"layers":[
              {"ty":1,"ip":0,"op":\(30 * seconds),"st":0,"sr":1,"sw":40,"sh":40,"sc":"\(color)","ks":{}}]}
            """
        try publish(id, version: version, seconds: seconds, document: document, manifest: manifest)
    }

    /// Publishes a gift kind from a Lottie document of this duration, with pictures by their paths in the package.
    mutating func publish(
        _ id: String, version: Int = 1, seconds: Int64, document: String, manifest: String? = nil,
        pictures: [String: [UInt8]] = [:]
    ) throws {
        let yaml = manifest.map { [ZIPWriter.File("gift.yaml", $0)] } ?? []
        let images = pictures.sorted { $0.key < $1.key }.map { ZIPWriter.File($0.key, $0.value) }
        let package = ZIPWriter(files: [.init("data.json", document, isDeflated: true)] + images + yaml).bytes
        let path = "gifts/\(id)-\(version).zip"
        try write(package, to: path)
        catalogue.gifts.removeAll { $0.id == id }
        catalogue.gifts.append(
            StoreGift(
                id: id, name: id.capitalized, version: version, value: 50, duration: seconds * 1_000_000_000,
                package: path, size: package.count, sha256: SHA256Digest.digest(of: package),
                format: StoreGift.Format(width: 40, height: 40, frameRate: 30)))
        try writeCatalogue()
    }

    /// Removes a gift kind from the catalogue.
    mutating func withdraw(_ id: String) throws {
        catalogue.gifts.removeAll { $0.id == id }
        try writeCatalogue()
    }

    /// Publishes settings.
    func publish(settings: String) throws { try write(Array(settings.utf8), to: "settings.json") }

    private mutating func writeCatalogue() throws {
        catalogue.revision += 1
        try write(catalogue.json, to: "catalogue.json")
    }

    /// Returns a server of the folder that streams an event for every change.
    func server() throws -> LoopbackServer {
        let path = "\(folder.path)/\(name)"
        return try LoopbackServer { StoreResponder(path: path).answer(to: $0) }
    }

    /// Writes a file atomically, so that readers see either the old or the new contents.
    private func write(_ bytes: [UInt8], to path: String) throws {
        let url = URL(fileURLWithPath: "\(folder.path)/\(name)/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url, options: .atomic)
    }
}

/// The responses of a store whose files are in a folder.
private struct StoreResponder {
    let path: String

    func answer(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        switch request.target.prefix(while: { $0 != "?" }) {
        case "/gifts": file("catalogue.json")
        case "/settings": file("settings.json")
        case "/events": stream
        case let target: file(String(target.dropFirst()))
        }
    }

    private func file(_ name: String) -> LoopbackServer.Response {
        guard let body = FileManager.default.contents(atPath: "\(path)/\(name)") else { return .complete(404) }
        return .complete(200, body: [UInt8](body))
    }

    /// A stream that sends an event of each kind when one of the two documents has changed, for at most five minutes.
    private var stream: LoopbackServer.Response {
        let path = path
        let documents: @Sendable () -> [Data?] = {
            ["catalogue.json", "settings.json"].map { FileManager.default.contents(atPath: "\(path)/\($0)") }
        }
        let told = Mutex(documents())
        let next: @Sendable () -> [UInt8] = {
            for _ in 0..<100 {
                let now = documents()
                let before = told.withLock { told in
                    defer { told = now }
                    return told
                }
                if before != now {
                    return ["catalogue", "settings"].flatMap { kind in
                        ServerSentEvent(event: kind, data: #"{"revision": 1}"#).encoded()
                    }
                }
                usleep(50_000)
            }
            return ServerSentEvent.encodedComment("here")
        }
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
        return .raw([.bytes(Array(head.utf8))] + Array(repeating: .deferred(next), count: 60))
    }
}
