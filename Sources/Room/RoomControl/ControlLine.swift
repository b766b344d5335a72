import JSON
import Playback
import PlayerSettings
package import Recordings
package import RoomEvents
import StoreProtocol
import TerminalText

/// A request that is a line of a feed or of a recording, as it is. It counts at once, whatever its time.
package struct ControlLine: Equatable, Sendable {
    /// What a line asks for.
    package enum Content: Equatable, Sendable {
        /// An event of the room, as a feed has it.
        case event(FeedLine)
        /// An action or settings, as a recording has them.
        case input(SessionInput)
    }

    /// The line, without its line break.
    package let bytes: [UInt8]
    /// What it asks for.
    package let content: Content

    /// The types of a recording's lines that other programs can send. All other inputs of a recording are of the program
    /// that records: what its viewer does to the picture, and what its library has.
    private static let recordedTypes = ["do", "set"]

    /// Reads a line of this type.
    ///
    /// - Throws: `ControlRefusal` if a feed or a recording cannot have the line, or a request cannot ask for it.
    init(_ line: ArraySlice<UInt8>, type: String) throws(ControlRefusal) {
        bytes = Array(line)
        if Self.recordedTypes.contains(type) {
            content = try Self.input(line)
        } else if FeedLine.types.contains(type) {
            content = try Self.checked { () throws(FeedLineError) in
                .event(try line.withUnsafeBufferPointer { bytes throws(FeedLineError) in try FeedLine(bytes) })
            }
        } else {
            let known = FeedLine.types + Self.recordedTypes
            throw ControlRefusal("type: \(Suggestion.unknown("type", type, among: known, maxListed: known.count))")
        }
    }

    private static func input(_ line: ArraySlice<UInt8>) throws(ControlRefusal) -> Content {
        try checked { () throws(FeedLineError) in
            let input = try SessionInput(line: line)
            guard case .settings(let layer, let assignments) = input else { return .input(input) }
            guard layer == .key else { throw FeedLineError(problem: "layer: expected \"key\"") }
            if let fixed = assignments.first(where: { ControlRequest.fixedKeys.contains($0.key) }) {
                throw FeedLineError(problem: "set: \(SettingKey.fixedProblem(fixed.key.name))")
            }
            return .input(.settings(.key, assignments.map { Assignment($0.key, $0.value, origin: .control) }))
        }
    }

    /// Returns what `body` has read, with its errors as reasons to refuse the request.
    private static func checked(_ body: () throws(FeedLineError) -> Content) throws(ControlRefusal) -> Content {
        do throws(FeedLineError) {
            return try body()
        } catch {
            throw ControlRefusal(error.problem)
        }
    }

    /// Returns the members `type` and `id` of a line; `nil` if it has no type, or is not an object.
    static func head(of line: ArraySlice<UInt8>) -> (type: String, id: ControlID?)? {
        // Most requests have no such word, and are read only once.
        guard hasTypeName(line) else { return nil }
        var (type, id) = (String?.none, ControlID?.none)
        try? line.withUnsafeBufferPointer { text throws(JSONError) in
            var reader = JSONReader(text)
            try reader.readMembers { reader, name throws(JSONError) in
                switch (name, reader.peek()) {
                case ("type", UInt8(ascii: "\"")): type = try reader.readString()
                case ("id", UInt8(ascii: "\"")): id = .text(String(try reader.readString().prefix(ControlID.maxLength)))
                default: try reader.skipValue()
                }
            }
        }
        return type.map { ($0, id) }
    }

    private static let typeName = Array("\"type\"".utf8)

    /// Whether the name of the member `type` is somewhere in a line. A thousand requests a second are looked through, for
    /// which a search in any collection takes as long as all the rest.
    private static func hasTypeName(_ line: ArraySlice<UInt8>) -> Bool {
        line.withUnsafeBufferPointer { line in
            typeName.withUnsafeBufferPointer { name in
                guard line.count >= name.count else { return false }
                for start in 0...line.count - name.count where line[start] == name[0] {
                    var length = 1
                    while length < name.count, line[start + length] == name[length] { length += 1 }
                    if length == name.count { return true }
                }
                return false
            }
        }
    }
}
