import CommandLineSupport
import LogImport
import PlayerSettings
import PolicyConformance

extension AppLog {
    /// Reads the log at `path`, or standard input for `-`.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is no such log, and 65 if it is invalid or has no line.
    init(path: String) throws(CommandFailure) {
        let bytes = try InputFile.bytes(of: path)
        do throws(ConfigurationError) {
            self = try AppLog(bytes, path: InputFile.name(of: path))
        } catch {
            throw CommandFailure(.badData, error.description)
        }
        guard !lines.isEmpty else { throw .emptyLog(InputFile.name(of: path)) }
    }
}

extension CommandFailure {
    /// The failure of a log without events: a log that was lost must not be one that conforms.
    fileprivate static func emptyLog(_ name: String) -> CommandFailure {
        CommandFailure(.badData, "\(name): expected a log with events, found nothing")
    }
}

extension MappedLogs {
    /// Returns the sessions of all logs, as apps log them; wrong rows are printed on standard error.
    ///
    /// - Parameters:
    ///   - chosen: The key of the only session; `nil` for all.
    ///   - keepGoing: Whether wrong rows are left out.
    /// - Throws: `CommandFailure` with exit status 65 if a row is wrong or the logs have no event, and 66 if they have no
    ///   such session.
    func appLogs(session chosen: String?, keepGoing: Bool) throws(CommandFailure) -> [AppLog] {
        guard mapping.hasEvents else {
            throw CommandFailure(
                .badData, "--mapping: expected \"event\", which tells arrived, started and ended apart")
        }
        var result: [AppLog] = []
        var others: Set<String> = []
        var isWrong = false
        for path in paths {
            let name = InputFile.name(of: path)
            var keys: [String] = []
            var lines: [String: [(number: Int, text: [UInt8])]] = [:]
            try read(path) { rows throws(CommandFailure) in
                for row in rows {
                    switch mapping.appRow(row) {
                    case .line(let text, let session):
                        let key = session ?? ""
                        guard chosen == nil || chosen == key else {
                            others.insert(key)
                            continue
                        }
                        if lines[key] == nil { keys.append(key) }
                        lines[key, default: []].append((row.line, text))
                    case .leftOut: continue
                    case .wrong(let problem):
                        isWrong = true
                        StandardError.write(line: "giftty: \(name):\(row.line): \(problem)")
                    }
                }
            }
            for key in keys {
                do throws(ConfigurationError) {
                    result.append(try AppLog(lines[key] ?? [], path: key.isEmpty ? name : "\(name)[\(key)]"))
                } catch {
                    throw CommandFailure(.badData, error.description)
                }
            }
        }
        if isWrong, !keepGoing { throw CommandFailure.silent(.badData) }
        if let chosen, result.isEmpty { throw .unknownSession(chosen, among: others) }
        guard !result.isEmpty else { throw .emptyLog(paths.map(InputFile.name).joined(separator: ", ")) }
        return result
    }
}
