import AnimationPlayback
import Budgets
import ExactNumbers
import LottieDocument

/// A named moment of a gift kind's animation.
struct GiftMarker: Equatable {
    let name: String
    /// The time of the marker, in stage time from the beginning.
    let time: Nanoseconds

    /// Returns the markers of an animation that plays for `duration`, in order of time.
    ///
    /// - Parameters:
    ///   - composition: The animation.
    ///   - course: What is played of it; `nil` for the whole. Markers outside of that are left out.
    ///   - duration: The length of the presentation, in stage time.
    static func all(
        of composition: Composition, _ course: PlaybackCourse? = nil, duration: Nanoseconds
    ) -> [GiftMarker] {
        let length = composition.outPoint - composition.inPoint
        return composition.markers.compactMap { marker in
            if let course {
                return course.time(of: marker.time).map { time in
                    let scaled = Int128(time) * Int128(duration) / Int128(course.duration)
                    return GiftMarker(name: marker.name, time: Nanoseconds(clamping: scaled))
                }
            }
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
