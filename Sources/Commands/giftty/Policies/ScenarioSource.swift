import BuiltInGifts
import PlayerSettings
import Recordings
import Scenarios
import SessionResults
import Synchronization
import SystemIO

/// A session that an argument names: a scenario file, a built-in scenario, a feed or a recording.
struct ScenarioSource: Sendable {
    /// The session.
    let session: SessionSource
    /// Whether the events can be read several times, which is not possible for a feed from a pipe.
    let isRepeatable: Bool

    /// The name in error messages: the path as it was given.
    var path: String { session.path }

    /// Opens the session that `argument` names: a file, standard input for `-`, or a built-in scenario if there is no such
    /// file.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is no such session, and 65 if it is invalid.
    init(argument: String, catalogue: Scenarios.ScenarioCatalogue) throws(CommandFailure) {
        if Self.isFile(argument) {
            try self.init(try ReadableFile(argument: argument), catalogue)
        } else if let embedded = Self.embedded.first(where: { $0.name == argument || $0.file == argument }) {
            let text = EmbeddedFiles.bytes(at: embedded.path) ?? []
            self.init(try Self.scenario(text, path: embedded.file, catalogue: catalogue), isRepeatable: true)
        } else {
            throw Self.unknownScenarioFailure(argument)
        }
    }

    /// Opens the session that `argument` names, with the built-in gift kinds as its catalogue.
    init(argument: String) throws(CommandFailure) {
        try self.init(argument: argument, catalogue: try Self.catalogue())
    }

    /// Returns a number that the contents of the session that `argument` names make.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is no such session, and 65 if it can be read only once.
    static func contents(of argument: String) throws(CommandFailure) -> UInt64 {
        var hash = StableHash()
        let embedded = embedded.first { $0.name == argument || $0.file == argument }
        if let embedded, !argument.contains("/"), !InputFile.exists(at: argument) {
            for byte in EmbeddedFiles.bytes(at: embedded.path) ?? [] { hash.add(byte) }
            return hash.number
        }
        let file = try ReadableFile(argument: argument)
        guard file.isRepeatable else {
            throw CommandFailure(.badData, "\(file.path): expected a file with --resume, found a pipe")
        }
        while case let piece = try file.read(1 << 18), !piece.isEmpty {
            piece.withUnsafeBytes { hash.add($0) }
        }
        return hash.number
    }

    private static func isFile(_ argument: String) -> Bool {
        argument == InputFile.standardInput || argument.contains("/") || InputFile.exists(at: argument)
            || InputFile.isFolder(at: argument)
    }

    private init(_ file: ReadableFile, _ catalogue: Scenarios.ScenarioCatalogue) throws(CommandFailure) {
        let path = file.path
        let head = try file.read(SessionFormat.prefixLength)
        switch SessionFormat(path: path, head: head) {
        case .scenario:
            let text = try file.rest(after: head)
            self.init(try Self.scenario(text, path: path, catalogue: catalogue), isRepeatable: true)
        case .recording:
            let bytes = try file.rest(after: head)
            self.init(
                SessionSource(try Recording.parse(path, bytes), path: path), isRepeatable: true)
        case .feed:
            self.init(
                file.isRepeatable ? .feed(at: path, catalogue) : .feed(continuing: file, after: head, catalogue),
                isRepeatable: file.isRepeatable)
        }
    }

    init(_ session: SessionSource, isRepeatable: Bool) {
        self.session = session
        self.isRepeatable = isRepeatable
    }

    private static func scenario(
        _ bytes: [UInt8], path: String, catalogue: Scenarios.ScenarioCatalogue
    ) throws(CommandFailure) -> SessionSource {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.badData, "\(path): expected UTF-8 text")
        }
        do throws(ConfigurationError) {
            return SessionSource(try Scenario(text, path: path, catalogue: catalogue), path: path)
        } catch {
            throw CommandFailure(.badData, error.description)
        }
    }

    private static func unknownScenarioFailure(_ argument: String) -> CommandFailure {
        if argument.isEmpty { return CommandFailure(.noInput, "expected a scenario, found an empty name") }
        let hint = Suggestion.hint(for: argument, among: embedded.map(\.name))
        return CommandFailure(.noInput, "\(argument): no such file\(hint)")
    }

    private static var embedded: [(name: String, file: String, path: String)] {
        EmbeddedFiles.scenarios.map { path in
            let file = String(path.split(separator: "/").last ?? "")
            let name = String(file.split(separator: ".").first ?? "")
            return (name, file, path)
        }
    }

    /// The names of the built-in scenarios.
    static var embeddedNames: [String] { embedded.map(\.name) }

    /// Returns the built-in gift kinds in the form in which scenarios use them.
    static func catalogue() throws(CommandFailure) -> Scenarios.ScenarioCatalogue {
        var kinds: [String: Scenarios.ScenarioGift] = [:]
        for gift in try embeddedGifts().catalogue.gifts {
            kinds[gift.id] = Scenarios.ScenarioGift(
                duration: gift.duration, value: gift.value, loop: gift.loop)
        }
        return Scenarios.ScenarioCatalogue(kinds)
    }
}

extension Recording {
    /// Parses the recording with the contents `bytes` of the file at `path`.
    ///
    /// - Throws: `CommandFailure` with exit status 65 if it is not a valid recording.
    static func parse(_ path: String, _ bytes: [UInt8]) throws(CommandFailure) -> Recording {
        do throws(ConfigurationError) {
            return try Recording(bytes, path: path)
        } catch {
            throw CommandFailure(.badData, error.description)
        }
    }
}

/// The format of a session file.
private enum SessionFormat {
    /// A scenario in YAML.
    case scenario
    /// A feed: one JSON object per line with an event.
    case feed
    /// A recording: a feed with a header and with the decisions of the controller.
    case recording

    /// The number of bytes at the start of a file that determine its format if the file name does not.
    static let prefixLength = 1 << 16

    init(path: String, head: [UInt8]) {
        let ending = path.split(separator: "/").last?.split(separator: ".").last.map { $0.lowercased() }
        switch ending {
        case "yaml", "yml": self = .scenario
        case _ where Recording.isRecording(head): self = .recording
        case "ndjson", "jsonl": self = .feed
        // YAML can begin with a brace too, but its first line is not a valid line of a feed.
        default: self = SessionSource.isFeed(head) ? .feed : .scenario
        }
    }
}

extension SessionSource {
    /// Returns a feed from a file that is opened again for each pass.
    ///
    /// - Parameters:
    ///   - name: The name in errors; `nil` for the path.
    ///   - folder: A folder that must exist as long as the session.
    static func feed(
        at path: String, named name: String? = nil, in folder: SpillFolder? = nil,
        _ catalogue: Scenarios.ScenarioCatalogue
    ) -> SessionSource {
        SessionSource(feed: name ?? path, catalogue: catalogue) { () throws(ConfigurationError) in
            do throws(CommandFailure) {
                defer { withExtendedLifetime(folder) {} }
                let file = try ReadableFile(path: path)
                return byteReader(file)
            } catch {
                throw ConfigurationError(.wholeFile(path: path), "cannot be opened any more")
            }
        }
    }

    /// Returns a feed from `file`, whose start `head` has been read and which cannot be read again.
    fileprivate static func feed(
        continuing file: ReadableFile, after head: [UInt8], _ catalogue: Scenarios.ScenarioCatalogue
    ) -> SessionSource {
        let path = file.path
        let passes = PassCounter()
        return SessionSource(feed: path, catalogue: catalogue) { () throws(ConfigurationError) in
            guard passes.beginPass() else {
                throw ConfigurationError(
                    .wholeFile(path: path), "expected a file, found a pipe, which is read only once")
            }
            return byteReader(file, after: head)
        }
    }

    private static func byteReader(_ file: ReadableFile, after head: [UInt8] = []) -> ByteReader {
        var head = head[...]
        return { buffer throws(ConfigurationError) in
            if !head.isEmpty {
                let piece = head.prefix(buffer.count)
                head = head.dropFirst(piece.count)
                buffer.copyBytes(from: piece)
                return piece.count
            }
            do throws(SystemError) {
                return try file.read(into: buffer)
            } catch {
                throw ConfigurationError(.wholeFile(path: file.path), "cannot be read: \(error)")
            }
        }
    }
}

/// A counter for the passes through a file that can be read only once.
private final class PassCounter: Sendable {
    private let count = Atomic(0)

    func beginPass() -> Bool { count.add(1, ordering: .relaxed).oldValue == 0 }
}
