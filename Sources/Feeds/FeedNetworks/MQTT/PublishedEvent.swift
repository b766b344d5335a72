import ExactNumbers
import JSON
public import RoomEvents

/// An event in published form: a feed line with the time of day, because publishers and readers have no common start
/// time.
public enum PublishedEvent {
    /// Returns the line for an event.
    ///
    /// - Parameters:
    ///   - kind: The event.
    ///   - date: The time of day, in nanoseconds since 1970.
    ///   - idPrefix: The prefix for all ids, so that readers do not treat a second publication as a repetition; nil to keep
    ///     the ids.
    public static func line(_ kind: FeedEvent.Kind, date: Int64, idPrefix: String? = nil) -> [UInt8] {
        var line: [UInt8] = []
        line.beginObject()
        line.add("time", Timestamp(millisecondsSince1970: date / 1_000_000).textWithMilliseconds)
        // The ids of viewers stay: they are the same people.
        let published = idPrefix.map { prefix in kind.mappingIDs(includesViewers: false) { "\(prefix)-\($0)" } }
        (published ?? kind).appendMembers(to: &line)
        line.endObject()
        return line
    }
}
