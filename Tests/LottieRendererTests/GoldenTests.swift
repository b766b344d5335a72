import Foundation
import Lottie
import LottieRenderer
import Testing
import VectorGraphics

/// Frames as text, kept in the folder `Goldens`.
///
/// `GIFTTY_UPDATE_GOLDENS=1 swift test --filter GoldenTests` writes them anew.
@Suite("Frames look as they did")
struct GoldenTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
    private static let isUpdating = ProcessInfo.processInfo.environment["GIFTTY_UPDATE_GOLDENS"] != nil

    @Test("each showcase", arguments: Showcase.all.map(\.name))
    func golden(name: String) throws {
        let document = try #require(Showcase.all.first { $0.name == name }).document
        let found = try [0.0, 6, 13, 20].flatMap { time in
            try ["frame \(Int(time))"] + Frame(document, at: time).pixmap.art
        }
        try hold(found, to: "\(name).txt")
    }

    private static let gifts = folder.appending(path: "../../../Demo/gifts").standardizedFileURL

    @Test("each gift, as large as in a small terminal")
    func gifts() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.gifts, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
        #expect(!files.isEmpty)
        for file in files {
            let composition = try Composition(json: [UInt8](Data(contentsOf: file)))
            let renderer = AnimationRenderer(composition, width: 24, height: 20)
            var pixmap = Pixmap(width: 24, height: 20)
            let found = [0.25, 0.5, 0.9].flatMap { progress in
                renderer.draw(frame: composition.frame(atProgress: progress).rounded(), into: &pixmap)
                return ["frame at \(progress)"] + pixmap.art
            }
            try hold(found, to: "gift-\(file.deletingPathExtension().lastPathComponent).txt")
        }
    }

    private func hold(_ found: [String], to name: String) throws {
        let file = Self.folder.appending(path: name)
        if Self.isUpdating {
            try (found.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
            return
        }
        let golden = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(found == golden, "\(name): \(Self.difference(golden, found))")
    }

    /// The lines that differ, one above the other.
    private static func difference(_ golden: [String], _ found: [String]) -> String {
        var lines = ["-: golden, +: now"]
        var frame = ""
        for index in 0..<max(golden.count, found.count) {
            let before = index < golden.count ? golden[index] : "(no line)"
            let now = index < found.count ? found[index] : "(no line)"
            if now.hasPrefix("frame") { frame = now }
            if before != now { lines += ["\(frame), line \(index + 1)", "- \(before)", "+ \(now)"] }
        }
        return lines.joined(separator: "\n")
    }
}

extension Pixmap {
    /// Rows of pixels, each as the upper four bits of red, green, blue and alpha; clear ones as dots.
    fileprivate var art: [String] {
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
