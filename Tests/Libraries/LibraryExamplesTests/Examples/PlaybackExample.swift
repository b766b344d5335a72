import ExactNumbers
import Playback

/// Returns the trace of a session in which gifts arrive, one JSON object a line.
///
/// - Parameters:
///   - gifts: The gifts in the order of their times: when each arrives, its kind, and how long it plays.
///   - replaceAt: The progress from which the running gift may be replaced; `nil` for a queue.
func trace(
    of gifts: [(at: Nanoseconds, kind: String, duration: Nanoseconds)], replaceAt: Millionths?
) -> [String] {
    var settings = Settings()
    settings.mode = replaceAt == nil ? .queue : .replace
    if let replaceAt { settings.replaceAt = replaceAt }
    var controller = PlaybackController(settings: settings)
    var lines: [TraceEvent] = []
    for gift in gifts {
        let arrival = Arrival(kind: gift.kind, sender: "ann", duration: gift.duration)
        lines += controller.handle(.arrival(arrival), at: gift.at)
    }
    // A program with a clock would wait until each of these times.
    while let due = controller.nextDue { lines += controller.advance(to: due) }
    lines += controller.handle(.end, at: controller.now)
    return lines.map(\.json)
}
