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

/// Returns what a screen shows when a loop is left for another part in mid-play: at the end of the iteration, and without
/// a jump, as the last frame of the loop fades into the part within 200 ms.
///
/// - Parameters:
///   - composition: The animation.
///   - loop: The marker that is played again and again.
///   - part: The marker that follows.
///   - time: When somebody wants the part, in nanoseconds.
///   - framesPerSecond: How often the screen is drawn.
/// - Throws: `PlaybackSegmentError` if the animation has no such marker.
func pictures(
    of composition: Composition, leaving loop: String, for part: String, at time: Int64, framesPerSecond: Int64
) throws(PlaybackSegmentError) -> [AnimationPicture] {
    let loop = PlaybackPlan(
        try PlaybackSegment(marker: loop, in: composition), of: composition, repeats: .forever)
    let part = PlaybackPlan(try PlaybackSegment(marker: part, in: composition), of: composition)
    var player = AnimationPlayer(composition, plan: loop, at: 0)
    _ = player.play(part, by: .blend(200_000_000), from: .iterationEnd, at: time)
    var pictures: [AnimationPicture] = []
    var now = time
    while player.completion == nil {
        pictures.append(player.picture)
        now += 1_000_000_000 / framesPerSecond
        _ = player.advance(to: now)
    }
    return pictures
}

/// Plays an animation once on a clock, and shows each frame when it is due.
func play(
    _ composition: Composition, on clock: some Clock<Duration>, show: (Double) -> Void
) async throws -> AnimationPlayer.Completion {
    let player = AnimationPlayer(composition, at: 0)
    return try await player.run(on: clock, framesPerSecond: 30) { player, _ in show(player.frame) }
}
