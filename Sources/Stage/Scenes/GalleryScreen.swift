import Lottie
import Playback

/// Where somebody is in the gallery.
struct GalleryScreen: Equatable {
    /// The id of the gift that is looked at.
    private(set) var chosen: String
    /// How far it has come.
    var player: GalleryPlayer
    /// Whether the mouse holds its bar.
    var isHeld = false

    /// Looks at a gift from its beginning, or where motion is reduced at the picture from its middle.
    init(_ gift: RoomGift?, at time: Nanoseconds, isStill: Bool) {
        chosen = gift?.id ?? ""
        player = GalleryPlayer(at: time, elapsed: isStill ? (gift?.duration ?? 0) / 2 : 0, isPaused: isStill)
    }

    /// The gift's place in a list; where it isn't there any more, the first.
    func place(in gifts: [RoomGift]) -> Int { gifts.firstIndex { $0.id == chosen } ?? 0 }
}

/// A named moment of a gift.
struct GiftMarker: Equatable {
    let name: String
    /// When it is, on the time that the gift plays.
    let at: Nanoseconds

    /// The markers of an animation that plays for `duration`, in order.
    static func all(of composition: Composition, duration: Nanoseconds) -> [GiftMarker] {
        let length = composition.outPoint - composition.inPoint
        return composition.markers.compactMap { marker in
            let share = (marker.time - composition.inPoint) / length
            guard share >= 0, share <= 1 else { return nil }
            return GiftMarker(name: marker.name, at: Nanoseconds((share * Double(duration)).rounded(.up)))
        }
        .sorted { $0.at < $1.at }
    }
}
