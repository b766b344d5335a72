import Foundation

/// A parsed recording in asciinema's file format, version 2.
package struct Asciicast {
    /// An output event, with its time in seconds.
    package struct Event: Equatable {
        package let time: Double
        package let text: String
    }

    /// The error that is thrown if a line is not valid.
    package struct ParseError: Error {
        package let line: String
    }

    package let columns: Int
    package let rows: Int
    package let duration: Double
    package let title: String?
    package let events: [Event]

    package init(_ text: String) throws {
        let lines = text.split(separator: "\n").map(String.init)
        func json(_ line: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        guard let first = lines.first, let header = try json(first) as? [String: Any],
            header["version"] as? Int == 2, let columns = header["width"] as? Int,
            let rows = header["height"] as? Int, let duration = header["duration"] as? Double
        else { throw ParseError(line: lines.first ?? "") }
        (self.columns, self.rows, self.duration) = (columns, rows, duration)
        title = header["title"] as? String
        events = try lines.dropFirst().map { line in
            guard let event = try json(line) as? [Any], event.count == 3, let time = event[0] as? Double,
                event[1] as? String == "o", let text = event[2] as? String
            else { throw ParseError(line: line) }
            return Event(time: time, text: text)
        }
    }
}
