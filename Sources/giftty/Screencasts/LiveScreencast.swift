import Recordings
import Stage

/// Keeps what a running session writes down, and makes files of its screen when it is over.
///
/// The files are made as `replay` makes them of a recording: of the same lines, on the session's clock.
final class LiveScreencast {
    private let files: [ScreencastFile]
    private var text: [UInt8] = []

    init(_ files: [ScreencastFile]) {
        self.files = files
    }

    /// Takes the first line.
    func take(_ header: RecordingHeader) { text += Array("\(header.json)\n".utf8) }

    /// Takes what happened.
    func take(_ line: RecordedLine) { text += Array("\(line.json)\n".utf8) }

    /// Writes the files.
    /// - Parameter home: where gifts of a store are.
    func write(home: StoreHomeOption) throws(CommandFailure) {
        guard !text.isEmpty else { return }
        let recording: Recording
        do {
            recording = try Recording(text, path: "session")
        } catch {
            throw CommandFailure(.software, "\(error)")
        }
        for file in files {
            let setup = try RecordedRoom.setup(recording.header, home: home)
            try file.write(ScreencastFile.Request(recording: recording, setup: setup))
        }
    }
}
