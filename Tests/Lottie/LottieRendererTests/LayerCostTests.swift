import LottieDocument
import Synchronization
import Testing
import VectorGraphics

@testable import LottieRenderer

@Suite("The cost of each layer is measured")
struct LayerCostTests {
    /// A clock that advances by a millisecond with every reading.
    private final class SteppingClock: Clock {
        typealias Instant = ContinuousClock.Instant
        private let steps = Mutex(0)
        private let start = ContinuousClock.now
        var minimumResolution: Duration { .milliseconds(1) }
        var now: Instant {
            start
                + .milliseconds(
                    steps.withLock { steps in
                        steps += 1
                        return steps
                    })
        }
        func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
    }

    private static let square =
        #""ty":4,"ks":{},"shapes":[{"ty":"rc","p":{"k":[5,5]},"s":{"k":[10,10]},"r":{"k":0}},{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":80}}]"#

    /// Layers that are visible from frame 0, from frame 10 and never, one that is only a matte, and one that uses this
    /// matte.
    private let composition = try? Composition(
        json: Array(
            #"{"v":"5.7.4","fr":30,"ip":0,"op":60,"w":10,"h":10,"layers":[{"ip":0,"op":60,\#(square)},{"ip":10,"op":60,\#(square)},{"ip":0,"op":60,"hd":true,\#(square)},{"ip":0,"op":60,"td":1,\#(square)},{"ip":0,"op":60,"tt":1,\#(square)}]}"#
                .utf8))

    @Test("each visible layer is timed together with its matte, and an invisible one costs nothing")
    func visibleLayersAreTimedWithMattes() throws {
        let renderer = AnimationRenderer(try #require(composition), width: 10, height: 10)
        var pixmap = Pixmap(width: 10, height: 10)
        var costs: [LayerCost] = []
        for frame in [0.0, 9, 10] {
            renderer.draw(frame: frame, into: &pixmap, addingTo: &costs, clock: SteppingClock())
        }
        #expect(costs.map(\.frames) == [3, 1, 0, 0, 3])
        #expect(costs.map(\.evaluation) == [3, 1, 0, 0, 3].map { .milliseconds($0) })
        #expect(costs.map(\.drawing) == [3, 1, 0, 0, 3].map { .milliseconds($0) })
        #expect(costs[0].total == .milliseconds(6))
    }

    @Test("expressions have their full number of steps again in each frame")
    func expressionStepsAreResetForEachFrame() throws {
        let text =
            #"{"v":"5.7.4","fr":30,"ip":0,"op":60,"w":10,"h":10,"layers":[{"ty":1,"sw":9,"sh":9,"sc":"ff0000","ip":0,"op":60,"ks":{"r":{"k":0,"x":"var $bm_rt = time * 2;"}}}]}"#
        let renderer = AnimationRenderer(try Composition(json: Array(text.utf8)), width: 10, height: 10)
        var pixmap = Pixmap(width: 10, height: 10)
        var costs: [LayerCost] = []
        var left: [Int] = []
        for frame in [1.0, 2, 3] {
            renderer.draw(frame: frame, into: &pixmap, addingTo: &costs, clock: SteppingClock())
            left.append(try #require(renderer.expressionEnvironment).budget.steps)
        }
        #expect(left == [left[0], left[0], left[0]] && left[0] < ExpressionEnvironment.maxStepsPerFrame)
    }

    @Test("the picture is the same as without the measurement")
    func measurementDoesNotChangeImage() throws {
        let composition = try #require(composition)
        var measured = Pixmap(width: 10, height: 10)
        var plain = measured
        var costs: [LayerCost] = []
        AnimationRenderer(composition, width: 10, height: 10)
            .draw(frame: 12, into: &measured, addingTo: &costs, clock: SteppingClock())
        AnimationRenderer(composition, width: 10, height: 10).draw(frame: 12, into: &plain)
        #expect(measured.pixels == plain.pixels)
        #expect(plain.pixels.contains { $0 != 0 })
    }
}
