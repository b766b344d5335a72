import Presence

/// Returns where the heads of readers rest in a chat of messages with one row each, as `initials@row`.
///
/// - Parameters:
///   - readers: The names of the readers, each with the number of the last message that this reader has read.
///   - messages: The number of messages.
///   - rows: The rows of the screen; the last message is in the last row.
func restingHeads(of readers: KeyValuePairs<String, Int>, messages: Int, rows: Int) -> [String] {
    var presence = ViewerPresence(columns: 80, rows: rows)
    for number in 1...messages { presence.add("message \(number)", rows: 1) }
    for (name, number) in readers {
        presence.markRead(by: PresentViewer(id: name, name: name), upTo: "message \(number)")
    }
    var frame = PresenceFrame()
    var time: Int64 = 0
    repeat {
        presence.draw(into: &frame, at: time)
        time += 16_000_000
    } while frame.isMoving
    return frame.resting.map { "\($0.viewer.initials)@\(Int($0.y) / 2)" }.sorted()
}
