import Recordings
import RoomEvents

extension SessionInput {
    /// The input with texts of bounded length, whether it comes from a feed or from a recording.
    var withTruncatedTexts: SessionInput {
        switch self {
        case .room(let event): .room(event.withBoundedTexts)
        case .gift(let gift, let duration, let asset, let policy, let loop):
            .gift(gift.withBoundedTexts, duration: duration, asset: asset, policy: policy, loop: loop)
        case .banner(let gift): .banner(gift.withBoundedTexts)
        case .control, .speed, .seek, .settings, .asset, .enter, .end: self
        }
    }
}
