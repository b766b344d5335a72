import ArgumentParser

/// The options `--record`, `--cast` and `--statistics`: what remains of a session.
struct SessionOutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Record the session in this file, for giftty replay.", valueName: "file.jsonl"),
        completion: .file())
    var record: String?

    @Option(
        help: ArgumentHelp("Write a recording of the screen for asciinema on exit.", valueName: "file.cast"),
        completion: .file())
    var cast: String?

    @Flag(help: "Print the frame cost on exit.")
    var statistics = false

    /// Creates the file of `--record`; `nil` without the option.
    func recordingFile() throws(CommandFailure) -> RecordingFile? {
        guard let record else { return nil }
        return try RecordingFile(path: record)
    }

    /// Returns the recording of the screen; `nil` without `--cast`.
    func screencast() throws(CommandFailure) -> LiveScreencast? {
        guard let cast else { return nil }
        guard cast != "-" else {
            throw CommandFailure(.usage, "--cast -: expected a file, as the terminal shows the stage")
        }
        let file = ScreencastFile(kind: .cast, path: cast)
        try file.check()
        return LiveScreencast([file])
    }
}
