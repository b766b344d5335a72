import JSON
import PlayerSettings
public import RoomEvents

/// A search for what a valid feed line has that no version of giftty reads, and which is probably a mistake.
public enum FeedLineReview {
    private static let members = [
        "at", "time", "type", "id", "from", "gift", "name", "count", "value", "duration", "streak", "batch", "total",
        "text", "message",
    ]
    private static let inner = ["from": ["id", "name"], "streak": ["id", "total", "final"]]
    private static let types = ["gift", "streak", "batch", "chat", "retract", "seen", "like", "join", "leave"]

    /// Returns the unknown members and the unknown type of a line, each as an error that nothing stops at.
    public static func warnings(about line: UnsafeBufferPointer<UInt8>) -> [FeedLineError] {
        var found: [FeedLineError] = []
        var reader = JSONReader(line)
        // What is not JSON, or not an object, is an error of the line itself.
        do throws(JSONError) {
            try review(&reader, in: line, below: "", among: members, &found)
        } catch {
            return []
        }
        return found
    }

    private static func review(
        _ reader: inout JSONReader, in line: UnsafeBufferPointer<UInt8>, below path: String, among known: [String],
        _ found: inout [FeedLineError]
    ) throws(JSONError) {
        var place = reader.offset
        try reader.readMembers { reader, name throws(JSONError) in
            defer { place = reader.offset }
            let kind = try reader.peekKind()
            if path.isEmpty, let inner = inner[name], kind == .object {
                return try review(&reader, in: line, below: "\(name).", among: inner, &found)
            }
            if path.isEmpty, name == "type", kind == .string {
                let start = reader.offset
                let type = try reader.readString()
                if !types.contains(type) {
                    found.append(
                        FeedLineError(at: start, in: line, problem: "the line is ignored: unknown type \"\(type)\""))
                }
                return
            }
            if !known.contains(name) {
                let start = offset(of: name, after: place, in: line)
                found.append(
                    FeedLineError(
                        at: start, in: line,
                        problem: "ignored: unknown member \"\(path + name)\""
                            + Suggestion.hint(for: name, among: known)))
            }
            try reader.skipValue()
        }
    }

    /// Returns the place of a member's name: the first quotation mark after the member before it.
    private static func offset(of name: String, after place: Int, in line: UnsafeBufferPointer<UInt8>) -> Int {
        line[min(place, line.count)...].firstIndex(of: UInt8(ascii: "\"")) ?? place
    }
}
