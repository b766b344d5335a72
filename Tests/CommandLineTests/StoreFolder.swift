import Foundation
import StoreDocuments
import ZIPFixtures

/// A folder that publishes gifts, as people would copy one together.
struct StoreFolder {
    private let folder: TemporaryFolder
    private let name: String
    private var catalogue = StoreCatalogue(revision: 0, gifts: [])

    /// What `--store` takes.
    var url: String { "file://\(folder.path)/\(name)" }

    /// The folder `name` in another one, which publishes nothing.
    init(_ name: String, in folder: TemporaryFolder) throws {
        self.folder = folder
        self.name = name
        try writeCatalogue()
    }

    /// Publishes a square of one colour, such as `#ff0000`, that stands for some seconds.
    mutating func publish(_ id: String, version: Int = 1, color: String, seconds: Int64 = 60) throws {
        let document = """
            {"v":"5.7.0","fr":30,"ip":0,"op":\(30 * seconds),"w":40,"h":40,"layers":[
              {"ty":1,"ip":0,"op":\(30 * seconds),"st":0,"sr":1,"sw":40,"sh":40,"sc":"\(color)","ks":{}}]}
            """
        let package = ZIPWriter(.init("data.json", document, isDeflated: true)).bytes
        let path = "gifts/\(id)-\(version).zip"
        try write(package, to: path)
        catalogue.gifts.removeAll { $0.id == id }
        catalogue.gifts.append(
            StoreGift(
                id: id, name: id.capitalized, version: version, value: 50, duration: seconds * 1_000_000_000,
                package: path, size: package.count, sha256: SHA256Digest.of(package), width: 40, height: 40,
                frameRate: 30))
        try writeCatalogue()
    }

    /// Takes a gift back.
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

    /// Whoever looks sees a file whole, or the one before it.
    private func write(_ bytes: [UInt8], to path: String) throws {
        let url = URL(fileURLWithPath: "\(folder.path)/\(name)/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url, options: .atomic)
    }
}
