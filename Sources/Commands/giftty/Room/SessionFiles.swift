import Playback
import Recordings
import RoomSession
import RoomUI

/// The files that a session writes while it runs: its recording and its screencast.
struct SessionFiles: SessionLog {
    let recording: RecordingFile?
    let screencast: LiveScreencast?

    /// Whether there is any file to write.
    var isEmpty: Bool { recording == nil && screencast == nil }

    /// Writes the header.
    func begin(_ header: RecordingHeader) {
        recording?.write(header)
        screencast?.append(header)
    }

    func record(_ decision: TraceEvent) {}

    func record(_ line: RecordedLine) {
        recording?.write(line)
        screencast?.append(line)
    }

    var problem: String? { recording?.failure?.message }
}
