import Synchronization
import SystemIO

/// The results of sessions in a file, so that a run that was interrupted goes on with the sessions that are missing.
///
/// The file is `results.journal` in a folder: a line that says what runs there are, then a line per session. A line is
/// written at once when its session is played, with a hash of its bytes. So a program that is killed at any
/// moment loses the sessions that it was playing, and no more; a line that is cut off or damaged is left out.
///
/// It keeps three numbers per session in memory, whatever its results are.
public final class ResultJournal: Sendable {
    /// Where the line of a session is.
    private struct Place {
        let line: JournalLine
        let contents: UInt64
    }

    private struct State {
        var places: [UInt64: Place]
        var end: Int
        var reused = 0
        var changed = 0
        var fault: SystemError?
    }

    /// The path of the file.
    public let path: String
    /// What was wrong with the file, one line each.
    public let remarks: [String]
    /// The number of sessions in the file that are not among those of the run.
    public let unusedCount: Int
    private let runs: Int
    private let file: OpenFile
    private let contents: @Sendable (String) -> UInt64?
    private let state: Mutex<State>

    /// Opens the file in a folder, which is made if it is missing.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - runs: What is played, which must be the same for all results of the file.
    ///   - sessions: The names of the sessions.
    ///   - contents: Returns a hash of the contents of a session; `nil` if they cannot be read, or only once, so
    ///     that the session is not kept.
    /// - Throws: ``JournalFault`` if the file has results of other runs, is used by another program, or cannot be written.
    public init(
        in folder: String, of runs: JournalRuns, sessions: [String],
        contents: @escaping @Sendable (String) -> UInt64?
    ) throws(JournalFault) {
        path = "\(folder)/results.journal"
        self.contents = contents
        self.runs = runs.settings.count
        var scan: JournalScan
        do {
            try FileSystem.makeFolders(folder)
            file = try OpenFile(path, [.readingAndWriting, .creating])
            try file.lock()
            scan = try JournalScan(file)
        } catch let error as DiskError {
            throw .unwritable(error.path, error.reason)
        } catch let error as SystemError {
            throw error.wouldBlock ? .used(path) : .unwritable(path, error.description)
        } catch {
            throw .unwritable(path, "\(error)")
        }
        try scan.check(runs, path)
        do throws(SystemError) {
            // A line without an end would go on in the next one.
            try file.truncate(to: scan.end)
            if scan.end == 0 { scan.end = try runs.write(to: file) }
        } catch {
            throw .unwritable(path, error.description)
        }
        remarks = scan.remarks(path)
        let names = Set(sessions.map { StableHash($0).number })
        unusedCount = scan.lines.keys.count { !names.contains($0) }
        state = Mutex(
            State(places: scan.lines.mapValues { Place(line: $0.line, contents: $0.contents) }, end: scan.end))
    }

    // MARK: - Results

    /// Returns the kept result of a session; if there is none, or the session has changed, that of `play`, and keeps it.
    ///
    /// A session with warnings is not kept, so that they are shown by each run.
    func result(of session: String, _ play: () throws -> SessionResult) throws -> SessionResult {
        let name = StableHash(session).number
        guard let contents = contents(session) else { return try play() }
        let place = state.withLock { $0.places[name] }
        if let place, place.contents == contents, let result = kept(place.line, session) {
            state.withLock { $0.reused += 1 }
            return result
        }
        if place != nil { state.withLock { $0.changed += 1 } }
        let result = try play()
        if result.warnings.isEmpty { keep(result, of: session, name, contents) }
        return result
    }

    private func kept(_ line: JournalLine, _ session: String) -> SessionResult? {
        guard let bytes = try? line.json(in: file) else { return nil }
        return SessionResult(json: bytes, of: session, runs: runs)
    }

    private func keep(_ result: SessionResult, of session: String, _ name: UInt64, _ contents: UInt64) {
        let bytes = JournalLine.bytes(name: name, contents: contents, json: result.json(of: session))
        state.withLock { state in
            guard state.fault == nil else { return }
            do throws(SystemError) {
                try file.write(bytes)
                state.places[name] = Place(
                    line: JournalLine(start: state.end, count: bytes.count), contents: contents)
                state.end += bytes.count
            } catch {
                // The run goes on: its report does not need the file.
                state.fault = error
            }
        }
    }

    // MARK: - What became of the sessions

    /// The number of sessions whose results were there already.
    public var reusedCount: Int { state.withLock { $0.reused } }
    /// The number of sessions that have changed since, or whose line cannot be read, and were played again.
    public var changedCount: Int { state.withLock { $0.changed } }

    /// The error because of which no more results are kept; `nil` if all were.
    public var fault: JournalFault? {
        state.withLock { $0.fault }.map { .unwritable(path, $0.description) }
    }
}

extension ResultJournal? {
    /// Returns the kept result of a session, or that of `play`; without a journal always that.
    package func result(of session: String, _ play: () throws -> SessionResult) throws -> SessionResult {
        guard let self else { return try play() }
        return try self.result(of: session, play)
    }
}
