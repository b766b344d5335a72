import ExactNumbers
import Foundation
import Playback
import PlayerSettings
import RoomEvents

@testable import Recordings

/// Recordings for tests.
enum SampleRecordings {
    static let ann = Viewer(id: "u-1", name: "ann \"☃\"")

    static func gift(_ id: String, _ kind: String = "rocket") -> GiftArrival {
        GiftArrival(id: id, gift: kind, name: kind.capitalized, from: ann, count: 2, value: 500)
    }

    static let replaceByKey = Assignment(.mode, .choice("replace"), origin: .key("m"))

    /// Returns the recording of a session with these lines, including the trace.
    static func recorded(
        _ lines: [RecordedLine], settings: LayeredSettings = LayeredSettings()
    ) -> Recording {
        var result: [RecordedLine] = []
        var layers = settings
        var controller = PlaybackController(settings: settings.playback)
        for line in lines {
            result += controller.advance(to: line.at).map { RecordedLine($0) }
            result.append(line)
            guard let input = line.input?.controllerInput(changing: &layers) else { continue }
            result += controller.handle(input, at: line.at).map { RecordedLine($0) }
        }
        return Recording(header: header(settings), lines: result)
    }

    static func header(_ settings: LayeredSettings = LayeredSettings()) -> RecordingHeader {
        RecordingHeader(
            program: "giftty 0.1.0", seed: "18446744073709551615", profile: "party", host: "Mika", title: "Pixel café",
            viewers: 12, columns: 80, rows: 24, settings: settings)
    }

    /// A session with a rocket, an early second one, a switch to replace mode, and a third one that replaces the first.
    static let short = recorded([
        RecordedLine(at: 0, .gift(gift("a"), duration: 4 * .second, asset: .ready)),
        RecordedLine(at: 400_000_001, .gift(gift("b"), duration: 4 * .second, asset: .ready)),
        RecordedLine(at: .second, .terminalInput(.key("m"))),
        RecordedLine(at: .second, .settings(.key, [replaceByKey])),
        RecordedLine(at: 2 * .second, .gift(gift("c"), duration: .second, asset: .ready)),
        RecordedLine(at: 3 * .second, .end),
    ])

    static func text(_ recording: Recording) -> String {
        ([recording.header.json] + recording.lines.map(\.json)).map { $0 + "\n" }.joined()
    }
}

extension Recording {
    init(_ text: String) throws(ConfigurationError) {
        try self.init(Array(text.utf8), path: "a.jsonl")
    }
}
