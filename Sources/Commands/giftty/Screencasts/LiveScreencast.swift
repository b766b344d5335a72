import Recordings
import RoomUI

/// A screencast of a running session, written to files at its end.
///
/// The recorded lines are kept in memory, and the files are created from them as `giftty replay` does from a recording.
final class LiveScreencast {
    private let files: [ScreencastFile]
    private var text: [UInt8] = []

    init(_ files: [ScreencastFile]) {
        self.files = files
    }

    /// Adds the header.
    func append(_ header: RecordingHeader) { text += Array("\(header.json)\n".utf8) }

    /// Adds a line.
    func append(_ line: RecordedLine) { text += Array("\(line.json)\n".utf8) }

    /// Writes the files.
    ///
    /// - Parameter home: The folder of the library.
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
