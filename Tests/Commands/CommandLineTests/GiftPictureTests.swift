import Foundation
import TerminalCells
import TestSupport
import Testing

@Suite(
    "Pictures and animations that a manifest gives to a layer, in a real terminal", .serialized,
    .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct GiftPictureTests {
    private static let orange = CellColor(0xFF8800)
    private static let blue = CellColor(0x0000FF)
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// An animation whose picture layer covers everything.
    private static let document = """
        {"v":"5.7.0","fr":30,"ip":0,"op":600,"w":40,"h":40,"assets":[{"id":"a","w":40,"h":40,"p":"blue.png"}],\
        "layers":[{"ty":2,"nm":"Badge","refId":"a","ip":0,"op":600,"ks":{}}]}
        """

    /// Returns PNG files of one pixel.
    private static func pictures() throws -> [String: [UInt8]] {
        let orange = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP438EAAAQRAYhPXesHAAAAAElFTkSuQmCC"
        let blue = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNgYPgPAAEDAQA2dBFAAAAAAElFTkSuQmCC"
        return [
            "images/orange.png": [UInt8](try #require(Data(base64Encoded: orange))),
            "images/blue.png": [UInt8](try #require(Data(base64Encoded: blue))),
            "animations/orange.json": Array(
                """
                {"v":"5.7.0","fr":30,"ip":0,"op":9,"w":4,"h":4,"layers":[\
                {"ty":1,"ip":0,"op":9,"sw":4,"sh":4,"sc":"#ff8800","ks":{}}]}
                """.utf8),
        ]
    }

    @Test(
        "a file of the manifest replaces the layer's own picture on the stage, or is drawn over it",
        arguments: [
            ("properties: {Badge.Image: images/orange.png}", orange, blue),
            ("properties: {Badge.Opacity: 100%}", blue, orange), ("insert: {Badge: images/orange.png}", orange, blue),
            ("insert: {Badge: animations/orange.json}", orange, blue),
            ("insert: {Badge: {file: animations/orange.json, order: below}}", blue, orange),
        ])
    func manifestFileIsShown(entry: String, shown: CellColor, hidden: CellColor) throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish(
            "comet", seconds: 20, document: Self.document,
            manifest: "\(entry)\nenter: [wait: 10ms]", pictures: Self.pictures())
        let room = try RoomTerminal(with: store, in: folder)
        try room.send("Comet")
        try room.wait(for: "the picture") { cells in
            cells.rows(of: shown).count > 8 && cells.rows(of: hidden).isEmpty
        }
    }

    @Test("an installed gift is drawn with what its manifest inserts, also by commands")
    func installedGiftKeepsItsInsertions() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish(
            "comet", seconds: 20, document: Self.document, manifest: "insert: {Badge: animations/orange.json}",
            pictures: Self.pictures())
        #expect(try Program.run(["gifts", "sync", "--store", store.url, "--home", "gifts"], in: folder).status == 0)
        let drawn = try Program.run(
            ["render", "comet", "--home", "gifts", "--pixels", "2x2", "--colors", "truecolor"], in: folder)
        #expect(drawn.status == 0 && drawn.output.contains("255;136;0"), "\(drawn.errors)")
        let report = try Program.run(["inspect", "comet", "--home", "gifts", "--no-cost"], in: folder)
        #expect(
            report.lines.contains(
                "inserted      Badge: animation animations/orange.json, 4 × 4, above the content, in its box"))
    }

    @Test("a picture that is not in the package is reported before the package is installed")
    func missingPictureIsReported() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish(
            "comet", seconds: 20, document: Self.document, manifest: "properties:\n  Badge.Image: images/ornge.png",
            pictures: Self.pictures())
        let sync = try Program.run(["gifts", "sync", "--store", store.url, "--home", "gifts"], in: folder)
        let message = "gift.yaml:2:16: properties: Badge.Image: expected the path of a picture in the package or {head}"
        #expect((sync.output + sync.errors).contains(message), "\(sync.errors)")
        #expect((sync.output + sync.errors).contains(#"did you mean "images/orange.png"?"#), "\(sync.errors)")
    }
}
