import Budgets
import ExactNumbers
import LottieDocument

/// The state of the gallery.
struct GalleryScreen: Equatable {
    /// The id of the chosen kind.
    private(set) var chosen: String
    /// The playback position of the chosen kind.
    var player: GalleryPlayer
    /// Whether the mouse drags the progress bar.
    var isDraggingBar = false

    /// Creates the state that shows a kind: from its beginning, or if `startsPaused` is `true`, paused at its middle.
    init(_ gift: RoomGift?, at time: Nanoseconds, startsPaused: Bool) {
        chosen = gift?.id ?? ""
        player = GalleryPlayer(at: time, elapsed: startsPaused ? (gift?.duration ?? 0) / 2 : 0, isPaused: startsPaused)
    }

    /// Returns the index of the chosen kind in a list, or 0 if it is not in the list.
    func index(in gifts: [RoomGift]) -> Int { gifts.firstIndex { $0.id == chosen } ?? 0 }
}

/// A named moment of a gift kind's animation.
struct GiftMarker: Equatable {
    let name: String
    /// The time of the marker, in stage time from the beginning.
    let time: Nanoseconds

    /// Returns the markers of an animation that plays for `duration`, in order of time.
    static func all(of composition: Composition, duration: Nanoseconds) -> [GiftMarker] {
        let length = composition.outPoint - composition.inPoint
        return composition.markers.compactMap { marker in
            let share = (marker.time - composition.inPoint) / length
            guard share >= 0, share <= 1 else { return nil }
            // The conversion of the longest durations to `Double` may round up beyond the range of `Nanoseconds`; hence
            // the clamping.
            let time = Nanoseconds(clamped: (share * Double(duration)).rounded(.up))
            return GiftMarker(name: marker.name, time: min(time, duration))
        }
        .sorted { $0.time < $1.time }
    }
}
