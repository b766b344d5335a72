import ArgumentParser
import Recordings
import Scenarios

/// The options that read production logs as sessions.
struct MappingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the arguments as production logs, with this file that says what their columns mean.",
            valueName: "file"), completion: .yamlFiles)
    var mapping: String?

    @Option(help: ArgumentHelp("Of the logs, take only the session with this key.", valueName: "key"))
    var session: String?

    /// Checks that the options fit together.
    func validate() throws {
        guard session == nil || mapping != nil else {
            throw ValidationError("--session: expected --mapping too, which tells the sessions apart")
        }
    }
}

/// The sessions that the arguments of a command name, each opened when it is needed.
///
/// Sessions of production logs are kept in a temporary folder as feeds while they are in use: rows of one session lie
/// anywhere in a log.
final class SessionSet: Sendable {
    /// The names of the sessions.
    let names: [String]
    /// The paths of all files that are read: sessions or production logs, lists of them and the mapping.
    let inputs: [String]
    /// The number of wrong rows of production logs.
    let wrongRows: Int
    /// Whether each session is in a file of its own, and not in a production log.
    var isOfFiles: Bool { folder == nil }
    private let folder: SpillFolder?
    private let files: [String: String]
    private let catalogue: Scenarios.ScenarioCatalogue

    /// Finds the sessions.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is none.
    ///
    /// - Parameters:
    ///   - arguments: Files, folders, patterns and lists; with a mapping, logs, of which `-` is standard input.
    ///   - options: The mapping.
    ///   - endings: The endings of the files in folders.
    init(
        _ arguments: [String], _ options: MappingOptions, endings: [String] = SessionPaths.sessionEndings
    ) throws(CommandFailure) {
        catalogue = try ScenarioSource.catalogue()
        guard let mapping = options.mapping else {
            names = try SessionPaths.paths(arguments, endings: endings)
            inputs = SessionPaths.lists(in: arguments) + names
            (wrongRows, folder, files) = (0, nil, [:])
            // Of many sessions some may be broken, but there is nothing to report if none is there.
            let isAnyThere = names.contains { $0 == InputFile.standardInput || InputFile.exists(at: $0) }
            if let first = names.first, !isAnyThere { _ = try open(first) }
            return
        }
        let logs = try MappedLogs(
            SessionPaths.paths(arguments, endings: SessionPaths.logEndings), mapping: mapping)
        inputs = SessionPaths.lists(in: arguments) + logs.paths + [mapping]
        let spill = try SpillFolder()
        var target = try ImportFolder(spill.path)
        var keys: [String] = []
        let counts = try logs.importGifts(session: options.session) { lines, sessions throws(CommandFailure) in
            keys = sessions
            try target.write(lines, sessions)
        }
        try target.finish()
        var files: [String: String] = [:]
        for (index, key) in keys.enumerated() { files[key] = target.path(of: index) }
        (names, wrongRows, folder, self.files) = (keys, counts.wrong, spill, files)
    }

    /// Opens a session.
    func open(_ name: String) throws(CommandFailure) -> SessionSource {
        guard let folder else { return try ScenarioSource(argument: name, catalogue: catalogue).session }
        guard let file = files[name] else { throw CommandFailure(.noInput, "\(name): no such session") }
        return .feed(at: file, named: name, in: folder, catalogue)
    }

    /// Returns a number that the contents of a session make; `nil` if they cannot be read, or only once.
    func contents(of name: String) -> UInt64? { try? ScenarioSource.contents(of: files[name] ?? name) }

    /// The only session.
    ///
    /// - Throws: `CommandFailure` with exit status 65 if there are several.
    func only() throws(CommandFailure) -> SessionSource {
        guard names.count == 1 else {
            let found = names.isEmpty ? "none" : names.prefix(3).joined(separator: ", ")
            throw CommandFailure(.badData, "expected one session, found \(found); --session chooses one")
        }
        return try open(names[0])
    }
}

/// The options of commands that stop at wrong rows of production logs.
struct LogOptions: ParsableArguments {
    @OptionGroup var mapping: MappingOptions

    @Flag(help: "Continue although rows of the logs are wrong, which are named.")
    var keepGoing = false

    /// Returns the sessions that the arguments name.
    func sessions(_ arguments: [String]) throws(CommandFailure) -> SessionSet {
        let sessions = try SessionSet(arguments, mapping)
        if sessions.wrongRows > 0, !keepGoing { throw CommandFailure.silent(.badData) }
        return sessions
    }

    /// Returns the session that an argument names; of a production log, the only or the chosen one.
    func source(_ argument: String) throws(CommandFailure) -> ScenarioSource {
        guard mapping.mapping != nil else { return try ScenarioSource(argument: argument) }
        let sessions = try sessions([argument])
        return ScenarioSource(try sessions.only(), isRepeatable: true)
    }
}
