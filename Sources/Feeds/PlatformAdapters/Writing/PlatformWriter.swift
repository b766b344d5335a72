import JSON
import RoomEvents

/// A writer of events in the form of a platform. Its lines need not read back as the same event; ``FeedWriter`` checks
/// that.
protocol PlatformWriter: Sendable {
    /// A line that contains the start time of the feed and no event.
    var openingLine: String { get }

    /// Returns lines for an event at `time`, in milliseconds since 1970; nil if the platform has no representation of it.
    mutating func lines(for kind: FeedEvent.Kind, at time: Int64) -> [String]?
}

extension PlatformWriter {
    /// Returns a JSON object, whose members `fill` appends.
    func jsonObject(_ fill: (inout [UInt8]) -> Void) -> String {
        var json: [UInt8] = []
        json.appendObject(fill)
        return String(decoding: json, as: UTF8.self)
    }
}
