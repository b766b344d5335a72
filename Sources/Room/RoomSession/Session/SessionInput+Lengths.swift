import Recordings
import RoomEvents
import TerminalText

extension SessionInput {
    /// The input with texts of bounded length, whether it comes from a feed or from a recording.
    var withTruncatedTexts: SessionInput {
        switch self {
        case .room(let event): .room(event.withBoundedTexts)
        case .gift(let gift, let duration, let asset, let policy, let loop):
            .gift(gift.withBoundedTexts, duration: duration, asset: asset, policy: policy, loop: loop)
        case .banner(let gift): .banner(gift.withBoundedTexts)
        case .touch(let touch): .touch(touch.withTruncatedTexts)
        case .control, .speed, .seek, .settings, .asset, .enter, .end: self
        }
    }
}

extension StageTouch {
    /// The most layers under the pointer that count.
    private static let maxLayers = 64

    /// The touch with texts of bounded length.
    fileprivate var withTruncatedTexts: StageTouch {
        switch self {
        case .pointer(let pointer, let layers):
            .pointer(
                pointer.truncated(to: TextLimits.gift),
                layers: layers.prefix(Self.maxLayers).map { $0.truncated(to: TextLimits.message) })
        case .key(let key): .key(String(key.prefix(1)))
        }
    }
}
