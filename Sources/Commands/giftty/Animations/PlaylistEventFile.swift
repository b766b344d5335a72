import RoomUI

/// The file of `play --events`: a line of JSON for each event, written at once.
///
/// It is a class because a show keeps it and the command asks it afterwards.
final class PlaylistEventFile {
    private var output: Output
    /// Why the file could not be written; nothing more is written then.
    private(set) var failure: CommandFailure?

    /// Opens the file at `path`; `-` is standard output.
    init(path: String) throws(CommandFailure) { output = try Output(path: path) }

    /// Writes an event; with `isLive` at once, so that a reader of a pipe does not wait for it.
    func write(_ event: PlaylistEvent, isLive: Bool) {
        guard failure == nil else { return }
        do throws(CommandFailure) {
            try output.writeLine { event.appendJSON(to: &$0) }
            if isLive { try output.flush() }
        } catch {
            failure = error
        }
    }

    /// Writes what is left.
    ///
    /// - Throws: `CommandFailure` with exit status 73 if the file could not be written.
    func close() throws(CommandFailure) {
        if let failure { throw failure }
        try output.flush()
    }
}
