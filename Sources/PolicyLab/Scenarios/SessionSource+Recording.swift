import Playback
import PlayerSettings
public import Recordings

extension SessionSource {
    /// Creates a session from a recording that was read from the file `path`.
    ///
    /// The session replays the recorded inputs. It expects every gift to end as recorded, except the gifts that were
    /// `unplayed`.
    public init(_ recording: Recording, path: String) {
        let events = recording.inputs.map { Scenario.Event(at: $0.at, $0.input) }
        self.init(
            path: path, name: recording.name,
            settings: recording.header.settings.playback.differences(from: Settings()),
            expectations: recording.lines.compactMap { Expectation($0, path: path) }
        ) { EventStream(events) }
    }
}

extension Expectation {
    fileprivate init?(_ line: RecordedLine, path: String) {
        guard case .decision(let decision) = line.kind, let ending = decision.ending, ending.outcome != .unplayed else {
            return nil
        }
        var end = GiftEnd()
        end.outcome = ending.outcome
        end.reason = ending.reason
        end.progress = ending.progress
        end.at = line.at
        end.by = ending.by
        end.into = ending.into
        self.init(
            .gift(number: ending.gift, end), place: .file(path: path, line: line.number, column: 1))
    }
}
