import Foundation
import LottieDocument
import LottieRenderer
import SeededRandomness
import Testing
import VectorGraphics

@Suite("A frame has the same picture in any order as in a new renderer")
struct DeterminismTests {
    @Test(
        "frames in random order equal those of new renderers", arguments: Showcase.all.indices,
        1...3 as ClosedRange<UInt64>)
    func framesInRandomOrderMatchNewRenderers(index: Int, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (name, document) = Showcase.all[index]
        let composition = try Composition(document)
        let renderer = AnimationRenderer(composition, width: 20, height: 13)
        var pixmap = Pixmap(width: 20, height: 13)
        var times = stride(from: 0.0, through: 22, by: 2.5) + [3, 3, 20, 0]
        times.shuffle(using: &random)
        for time in times {
            renderer.draw(frame: time, into: &pixmap)
            #expect(
                try pixmap == Frame(document, at: time, width: 20, height: 13).pixmap,
                "\(name) at \(time), seed \(seed)")
        }
    }

    @Test("the previous content of the pixmap has no effect")
    func previousPixmapContentHasNoEffect() throws {
        let composition = try Composition(Showcase.layers)
        var pixmap = Pixmap(width: 16, height: 10)
        for index in pixmap.pixels.indices { pixmap.pixels[index] = 0xFF12_3456 }
        AnimationRenderer(composition, width: 16, height: 10).draw(frame: 7, into: &pixmap)
        #expect(try pixmap == Frame(Showcase.layers, at: 7).pixmap)
    }

    @Test("no color component exceeds its alpha", arguments: Showcase.all.indices)
    func colorComponentsDoNotExceedAlpha(index: Int) throws {
        for time in stride(from: 0.0, through: 20, by: 4) {
            for pixel in try Frame(Showcase.all[index].document, at: time, width: 31, height: 19).pixmap.pixels {
                let alpha = pixel >> 24
                #expect(pixel & 0xFF <= alpha && pixel >> 8 & 0xFF <= alpha && pixel >> 16 & 0xFF <= alpha)
            }
        }
    }
}

@Suite("Files of a real corpus are drawn")
struct CorpusTests {
    private static let folder = ProcessInfo.processInfo.environment["GIFTTY_CORPUS"]

    private static func files() throws -> [URL] {
        let folder = URL(fileURLWithPath: try #require(folder))
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
    }

    @Test(
        "each Lottie file in the folder GIFTTY_CORPUS is drawn the same in any order of frames",
        .enabled(if: folder != nil))
    func corpusIsDrawnTheSameInAnyOrder() throws {
        let files = try Self.files()
        #expect(!files.isEmpty)
        for file in files {
            let composition = try Composition(json: [UInt8](Data(contentsOf: file)))
            let renderer = AnimationRenderer(composition, width: 48, height: 32)
            var pixmap = Pixmap(width: 48, height: 32)
            for progress in [0.9, 0, 0.5] {
                renderer.draw(frame: composition.frame(atProgress: progress), into: &pixmap)
            }
            var fresh = Pixmap(width: 48, height: 32)
            AnimationRenderer(composition, width: 48, height: 32).draw(
                frame: composition.frame(atProgress: 0.5), into: &fresh)
            #expect(pixmap == fresh, "\(file.lastPathComponent)")
        }
    }

    @Test(
        "each frame that a picture shows already is the one that a new renderer draws",
        .enabled(if: folder != nil))
    func shownFramesOfCorpusAreThoseOfNewRenderers() throws {
        let files = try Self.files()
        var (shown, all) = (0, 0)
        for file in files {
            guard let composition = try? Composition(json: [UInt8](Data(contentsOf: file))) else { continue }
            let renderer = AnimationRenderer(composition, width: 48, height: 32)
            // It draws each frame, with caches of its own.
            let other = AnimationRenderer(composition, width: 48, height: 32)
            var (pixmap, expected) = (Pixmap(width: 48, height: 32), Pixmap(width: 48, height: 32))
            for index in 0..<min(composition.frameCount, 150) {
                let frame = composition.inPoint + Double(index)
                all += 1
                if renderer.isShown(frame: frame, in: pixmap) {
                    shown += 1
                } else {
                    renderer.draw(frame: frame, into: &pixmap)
                }
                other.draw(frame: frame, into: &expected)
                #expect(pixmap == expected, "\(file.lastPathComponent) at \(frame)")
            }
        }
        print("\(shown) of \(all) frames were not drawn again")
    }
}
