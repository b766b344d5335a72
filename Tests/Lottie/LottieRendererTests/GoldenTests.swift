import Foundation
import LottieDocument
import LottieRenderer
import TestSupport
import Testing
import VectorGraphics

/// Comparisons of frames with text files in the folder `Goldens`.
///
/// `GIFTTY_UPDATE_GOLDENS=1 swift test --filter GoldenTests` rewrites the files that differ, and fails with the
/// changes.
@Suite("Frames equal their goldens")
struct GoldenTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Goldens")

    @Test("each showcase document looks as in its golden", arguments: Showcase.all.map(\.name))
    func showcaseMatchesGolden(name: String) throws {
        let document = try #require(Showcase.all.first { $0.name == name }).document
        let found = try [0.0, 6, 13, 20].flatMap { time in
            try ["frame \(Int(time))"] + Frame(document, at: time).pixmap.textRows
        }
        try compareWithGolden(found, named: "\(name).txt")
    }

    private static let giftsFolder = ProjectFolder.file("Demo/gifts")

    @Test("each gift looks as in its golden at the size of a small terminal")
    func giftsMatchGoldens() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.giftsFolder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
        #expect(!files.isEmpty)
        for file in files {
            let composition = try Composition(json: [UInt8](Data(contentsOf: file)))
            let renderer = AnimationRenderer(composition, width: 24, height: 20)
            var pixmap = Pixmap(width: 24, height: 20)
            let found = [0.25, 0.5, 0.9].flatMap { progress in
                renderer.draw(frame: composition.frame(atProgress: progress).rounded(), into: &pixmap)
                return ["frame at \(progress)"] + pixmap.textRows
            }
            try compareWithGolden(found, named: "gift-\(file.deletingPathExtension().lastPathComponent).txt")
        }
    }

    private func compareWithGolden(_ found: [String], named name: String) throws {
        let difference = try Golden.difference(of: found, from: Self.folder.appending(path: name))
        #expect(difference == nil, "\(difference ?? "")")
    }
}

extension Pixmap {
    /// The rows of pixels, each pixel as the upper four bits of red, green, blue and alpha; transparent pixels as dots.
    fileprivate var textRows: [String] {
        (0..<height).map { y in
            (0..<width).map { x in
                let pixel = self[x, y]
                if pixel == 0 { return "...." }
                return stride(from: UInt32(0), to: 32, by: 8).map { String((pixel >> $0) >> 4 & 0xF, radix: 16) }
                    .joined()
            }.joined(separator: " ")
        }
    }
}
