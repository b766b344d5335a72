import CommandLineSupport
import LogImport
import PlayerSettings
import SystemIO

/// Production logs that are read with a mapping: files, possibly compressed, or standard input.
struct MappedLogs {
    let paths: [String]
    let mapping: LogMapping

    private static let chunkSize = 1 << 17

    /// Reads the mapping in the file at `mapping`.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if it cannot be read, and 65 if it is not valid.
    init(_ paths: [String], mapping path: String) throws(CommandFailure) {
        guard let text = String(validating: try InputFile.bytes(at: path), as: UTF8.self) else {
            throw CommandFailure(.badData, "\(path): expected UTF-8 text")
        }
        do throws(ConfigurationError) {
            mapping = try LogMapping(yaml: text, file: path)
        } catch {
            throw CommandFailure(.badData, error.description)
        }
        self.paths = paths
    }

    /// Imports the gifts of all logs; wrong rows are printed on standard error.
    ///
    /// - Parameters:
    ///   - session: The key of the only session that is imported; `nil` for all.
    ///   - write: Called with the next lines, and with the keys of all sessions so far.
    /// - Returns: The numbers of rows.
    /// - Throws: `CommandFailure` with exit status 66 if the logs have no such session.
    func importGifts(
        session: String?, write: ([LogImport.Line], [String]) throws(CommandFailure) -> Void
    ) throws(CommandFailure) -> LogImport.Counts {
        var log = LogImport(mapping, session: session)
        var names = SessionNames()
        for path in paths {
            log.begin(InputFile.name(of: path), session: names.unused(Self.stem(of: path)))
            try read(path) { rows throws(CommandFailure) in
                for row in rows { log.add(row) }
                for fault in log.takeFaults() { StandardError.write(line: "giftty: \(fault.description)") }
                try write(log.takeLines(), log.sessions)
            }
        }
        log.finish()
        if let session, !log.hasChosenSession { throw .unknownSession(session, among: log.otherSessions) }
        try write(log.takeLines(), log.sessions)
        return log.counts
    }

    /// Reads a log and hands over its rows, some at a time.
    func read(_ path: String, _ take: ([LogRow]) throws(CommandFailure) -> Void) throws(CommandFailure) {
        let file = try ReadableFile(argument: path)
        var bytes = ExpandedBytes(path: InputFile.name(of: path))
        var rows = LogRows(of: InputFile.name(of: path), mapping)
        do {
            while case let piece = try file.read(Self.chunkSize), !piece.isEmpty {
                var found: Result<[LogRow], ConfigurationError> = .success([])
                try bytes.expand(piece) { found = Self.added(found, &rows, $0) }
                try take(try found.get())
            }
            var found: Result<[LogRow], ConfigurationError> = .success([])
            try bytes.finish { found = Self.added(found, &rows, $0) }
            try take(try found.get() + (try rows.finish()))
        } catch let error as ConfigurationError {
            throw CommandFailure(.badData, error.description)
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure(.software, "\(error)")
        }
    }

    private static func added(
        _ found: Result<[LogRow], ConfigurationError>, _ rows: inout LogRows, _ bytes: UnsafeRawBufferPointer
    ) -> Result<[LogRow], ConfigurationError> {
        do throws(ConfigurationError) {
            return .success(try found.get() + rows.split(bytes))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the name of a log without folder, compression and ending.
    private static func stem(of path: String) -> String {
        guard path != InputFile.standardInput else { return "standard-input" }
        var name = path.split(separator: "/").last.map(String.init) ?? path
        for ending in [".gz", ".zst", ".zstd"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
        guard let point = name.lastIndex(of: "."), point > name.startIndex else { return name }
        return String(name[..<point])
    }
}

extension CommandFailure {
    /// The failure of the option `--session` with a key that no session of the logs has.
    static func unknownSession(_ key: String, among others: Set<String>) -> CommandFailure {
        CommandFailure(.noInput, "--session: \(Suggestion.unknown("session", key, among: others.sorted()))")
    }
}

/// Names of sessions, each given out once.
private struct SessionNames {
    private var counts: [String: Int] = [:]

    /// Returns the name, with a number if it was given out before.
    mutating func unused(_ name: String) -> String {
        counts[name, default: 0] += 1
        let count = counts[name] ?? 1
        return count == 1 ? name : "\(name)-\(count)"
    }
}
