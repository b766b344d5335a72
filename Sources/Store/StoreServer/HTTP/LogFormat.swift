import JSON

/// The form of the lines of the log.
public enum LogFormat: String, CaseIterable, Sendable {
    /// Lines for people.
    case text
    /// One JSON object a line, for programs.
    case json

    /// Returns the line for a message that belongs to no request.
    public func line(_ message: String, at time: String) -> String {
        guard self == .json else { return message }
        var json: [UInt8] = []
        json.appendObject { json in
            json.add("time", time)
            json.add("event", "message")
            json.add("message", message)
        }
        return String(decoding: json, as: UTF8.self)
    }
}
