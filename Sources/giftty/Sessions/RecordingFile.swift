import Recordings

/// A session that is being written down. Each line is handed over at once, so that a crash loses none but the last.
final class RecordingFile {
    private var output: Output
    /// Why nothing is written any more.
    private(set) var failure: CommandFailure?

    /// Makes the file at `path` anew.
    init(path: String) throws(CommandFailure) {
        guard path != "-" else {
            throw CommandFailure(.usage, "--record -: expected a file, as the terminal shows the stage")
        }
        output = try Output(path: path)
    }

    /// Writes the first line.
    func write(_ header: RecordingHeader) { write(header.json) }

    /// Writes what happened.
    func write(_ line: RecordedLine) { write(line.json) }

    private func write(_ text: String) {
        guard failure == nil else { return }
        do throws(CommandFailure) {
            try output.line(text)
            try output.flush()
        } catch {
            failure = error
        }
    }
}
