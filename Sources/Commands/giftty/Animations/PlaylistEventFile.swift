import CommandLineSupport
import RoomUI
import SystemIO

/// The file of `play --events`: a line of JSON for each event, as soon as it happens.
///
/// A reader that is slow, or does not read at all, does not delay the stage: lines wait for it, as answers wait for a
/// program that steers a room. One that lets 4 MiB wait gets no further lines.
struct PlaylistEventFile {
    private let path: String
    private let file: OpenFile
    private let channel: LineChannel

    /// How long the program waits at its end for a reader that has not read everything.
    private static let patience = Duration.seconds(2)
    /// How long it waits after a signal, to which it must react within a second.
    private static let patienceAfterSignal = Duration.milliseconds(300)

    /// Opens the file at `path`, which stays as it is until ``begin()``; a named pipe is open when somebody reads it.
    ///
    /// - Throws: `CommandFailure` with exit status 73 if it cannot be written, or another program writes it.
    init(path: String) throws(CommandFailure) {
        self.path = path
        file = try OpenFile.claimed(path)
        do throws(SystemError) {
            channel = try LineChannel(file)
        } catch {
            throw .unwritable(path, error)
        }
    }

    /// Empties the file, now that something is played, and returns what writes an event to it.
    ///
    /// - Throws: `CommandFailure` with exit status 73 if it cannot be emptied, and 64 if what is played was read from it.
    func begin() throws(CommandFailure) -> (PlaylistEvent) -> Void {
        try OutputFile.check([path])
        try file.empty(named: path)
        return { write($0) }
    }

    /// Writes an event, without waiting for the reader.
    private func write(_ event: PlaylistEvent) {
        var line: [UInt8] = []
        event.appendJSON(to: &line)
        channel.send(line)
    }

    /// Waits a while for the lines that are not read yet.
    ///
    /// - Parameter afterSignal: Whether a signal has ended the program, which waits for less time then.
    /// - Throws: `CommandFailure` with exit status 73 if lines were not written or the reader did not keep up; without a
    ///   message if it has closed the pipe.
    func close(afterSignal: Bool) throws(CommandFailure) {
        switch channel.close(patience: afterSignal ? Self.patienceAfterSignal : Self.patience) {
        case .complete: return
        case .failed(.brokenPipe): throw .silent(.brokenPipe)
        case .failed(let error): throw .unwritable(path, error)
        case .lost(let count):
            let lines = count == 1 ? "1 line is" : "\(count) lines are"
            throw CommandFailure(.cannotWrite, "\(path): \(lines) lost, as the reader does not keep up")
        }
    }
}

/// The events of `play --events -`, printed at once.
///
/// It is a class because a show keeps it and the command asks it afterwards.
final class PrintedPlaylistEvents {
    private var output = Output.standard()
    /// Why standard output could not be written; nothing more is written then.
    private(set) var failure: CommandFailure?

    /// Prints an event.
    func print(_ event: PlaylistEvent) {
        guard failure == nil else { return }
        do throws(CommandFailure) {
            try output.writeLine { event.appendJSON(to: &$0) }
        } catch {
            failure = error
        }
    }

    /// Prints what is left.
    ///
    /// - Throws: `CommandFailure` with exit status 73 if standard output could not be written.
    func finish() throws(CommandFailure) {
        if let failure { throw failure }
        try output.flush()
    }
}
