import Foundation
import LottieDocument
import LottieRenderer
import TestSupport
import Testing
import VectorGraphics

/// A measure of work that does not depend on the machine's speed and load.
///
/// The unit is one frame of an ordinary gift. The measurement uses the processor time of the drawing thread.
enum OrdinaryFrames {
    /// The processor time in seconds of one frame of a gift with fireworks, at the size of a common terminal.
    private static let unit = Result {
        let file = ProjectFolder.file("Demo/gifts/castle.json")
        let composition = try Composition(json: [UInt8](Data(contentsOf: file)))
        let renderer = AnimationRenderer(composition, width: 80, height: 56)
        var pixmap = Pixmap(width: 80, height: 56)
        let count = 30
        func draw() {
            for step in 0..<count {
                renderer.draw(frame: composition.frame(atProgress: Double(step) / Double(count)), into: &pixmap)
            }
        }
        // The first run creates the renderer's caches, which are not part of a frame's cost.
        draw()
        return time(draw) / Double(count)
    }

    /// Returns the cost of `body`, in ordinary frames.
    static func cost(_ body: () throws -> Void) throws -> Double {
        let unit = try unit.get()
        return try time(body) / unit
    }

    /// Returns the processor time in seconds that this thread spends in `body`.
    private static func time(_ body: () throws -> Void) rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        try body()
        return now() - start
    }
}
