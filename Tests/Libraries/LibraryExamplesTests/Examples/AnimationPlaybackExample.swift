import AnimationPlayback
import LottieDocument

/// Returns the frames that a screen shows while the part of a marker is played there and back.
///
/// - Parameters:
///   - composition: The animation.
///   - marker: The name of the marker.
///   - count: How often the part is played there and back.
///   - framesPerSecond: How often the screen is drawn.
/// - Throws: `PlaybackSegmentError` if the animation has no such marker.
func frames(
    of composition: Composition, marker: String, repeats count: Int, framesPerSecond: Int
) throws(PlaybackSegmentError) -> [Double] {
    let segment = try PlaybackSegment(marker: marker, in: composition)
    let plan = PlaybackPlan(segment, of: composition, repeats: .times(count), autoReverses: true)
    var player = AnimationPlayer(composition, plan: plan, at: 0)
    var frames: [Double] = []
    while player.completion == nil {
        frames.append(player.frame)
        _ = player.advance(to: Int64(frames.count) * 1_000_000_000 / Int64(framesPerSecond))
    }
    return frames
}

/// Plays an animation once on a clock, and shows each frame when it is due.
func play(
    _ composition: Composition, on clock: some Clock<Duration>, show: (Double) -> Void
) async throws -> AnimationPlayer.Completion {
    let player = AnimationPlayer(composition, at: 0)
    return try await player.run(on: clock, framesPerSecond: 30) { player, _ in show(player.frame) }
}
