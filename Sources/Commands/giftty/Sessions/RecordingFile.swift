import Recordings

/// A writer for a recording. Each line is written at once, so that a crash loses at most the last one.
final class RecordingFile {
    private var output: Output
    /// The error after which nothing more is written; `nil` without one.
    private(set) var failure: CommandFailure?

    /// Opens the file at `path`, which stays as it is until the header is written.
    ///
    /// - Throws: `CommandFailure` if the file cannot be opened, another session is recorded in it, or `path` is `-`.
    init(path: String) throws(CommandFailure) {
        guard path != "-" else {
            throw CommandFailure(.usage, "--record -: expected a file, as the terminal shows the stage")
        }
        output = try Output(claiming: path)
    }

    /// Writes the header.
    func write(_ header: RecordingHeader) { write(header.json) }

    /// Writes a line.
    func write(_ line: RecordedLine) { write(line.json) }

    private func write(_ text: String) {
        guard failure == nil else { return }
        do throws(CommandFailure) {
            try output.writeLine(encoded: text)
            try output.flush()
        } catch {
            failure = error
        }
    }
}
