import LottieDocument
import LottieInspection
import LottieRenderer
import VectorGraphics

/// The measured times of an animation on this machine.
package struct FrameTiming: Sendable {
    /// The time to read the document and draw its first frame.
    package let load: Duration
    /// The mean time of a frame.
    package let mean: Duration
    /// The time of the slowest frame.
    package let worst: Duration
    /// The slowest frame.
    package let worstFrame: Double

    /// The number of times that each frame is measured; the shortest one counts, as other programs only delay.
    private static let rounds = 2
    /// The number of further times for the slowest frame.
    private static let worstRounds = 5
    /// The most frames that are measured again because they were the slowest one.
    private static let maxSlowest = 8

    /// Measures the frames that a survey has drawn; nil if there are none.
    init?(of subject: LintSubject, _ survey: FrameSurvey, _ options: LintOptions, clock: any Clock<Duration>) {
        guard let first = survey.frames.first else { return nil }
        let size = survey.size
        var picture = Pixmap(width: size.width, height: size.height)
        var made: AnimationRenderer?
        AnimationRenderer.prepare()
        load = clock.measure {
            _ = try? Composition(json: subject.json)
            let renderer = AnimationRenderer(
                subject.composition, width: size.width, height: size.height, compatibility: options.compatibility,
                properties: subject.properties)
            renderer.draw(frame: first.number, into: &picture)
            made = renderer
        }
        guard let renderer = made else { return nil }
        // The first pass fills the renderer's caches.
        for frame in survey.frames { renderer.draw(frame: frame.number, into: &picture) }
        func time(_ number: Double, rounds: Int) -> Duration {
            (0..<rounds).map { _ in clock.measure { renderer.draw(frame: number, into: &picture) } }.min() ?? .zero
        }
        var times = survey.frames.map { time($0.number, rounds: Self.rounds) }
        var slowest = 0
        // A frame that was only delayed is no longer the slowest one when it is measured again.
        for _ in 0..<Self.maxSlowest {
            slowest = times.indices.max { times[$0] < times[$1] } ?? 0
            let again = time(survey.frames[slowest].number, rounds: Self.worstRounds)
            guard again < times[slowest] else { break }
            times[slowest] = again
        }
        slowest = times.indices.max { times[$0] < times[$1] } ?? 0
        worstFrame = survey.frames[slowest].number
        worst = times[slowest]
        mean = times.reduce(.zero, +) / times.count
    }
}
