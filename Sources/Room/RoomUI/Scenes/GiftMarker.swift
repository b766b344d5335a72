import Budgets
import ExactNumbers
import LottieDocument

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
