import Configuration
import GiftStore
import Playback
import Recordings
import Scenarios
import Synchronization

/// A session that somebody names on the command line: a scenario, one of those that are built in, a feed, or a
/// recorded session.
struct ScenarioSource: Sendable {
    /// What is in it.
    let session: SessionSource
    /// Whether its events can be gone through several times; those that come through a pipe cannot.
    let isRepeatable: Bool

    /// What errors call it: the path as it was given.
    var path: String { session.path }

    /// Opens the session that `argument` names: a file, or, where there is none, a built-in scenario by its name.
    /// - Throws: 66 where there is no such session, 65 where it is wrong.
    init(argument: String, catalogue: Scenarios.GiftCatalogue) throws(CommandFailure) {
        if argument.contains("/") || InputFile.exists(at: argument) || InputFile.isFolder(at: argument) {
            try self.init(file: argument, catalogue: catalogue)
        } else if let embedded = Self.embedded.first(where: { $0.name == argument || $0.file == argument }) {
            let text = EmbeddedFiles.bytes(at: embedded.path) ?? []
            self.init(try Self.scenario(text, path: embedded.file, catalogue: catalogue), isRepeatable: true)
        } else {
            throw Self.unknown(argument)
        }
    }

    /// The same with the built-in gifts as its catalogue.
    init(argument: String) throws(CommandFailure) {
        try self.init(argument: argument, catalogue: try Self.catalogue())
    }

    private init(file path: String, catalogue: Scenarios.GiftCatalogue) throws(CommandFailure) {
        let file = try ReadableFile(path: path)
        let head = try file.read(SessionForm.headLength)
        switch SessionForm(path: path, head: head) {
        case .scenario:
            let text = try InputFile.rest(of: file, behind: head)
            self.init(try Self.scenario(text, path: path, catalogue: catalogue), isRepeatable: true)
        case .recording:
            let bytes = try InputFile.rest(of: file, behind: head)
            self.init(
                SessionSource(try Recording.named(path, bytes), path: path), isRepeatable: true)
        case .feed:
            self.init(
                file.isRepeatable ? .feed(at: path, catalogue) : .feed(goingOnWith: file, behind: head, catalogue),
                isRepeatable: file.isRepeatable)
        }
    }

    private init(_ session: SessionSource, isRepeatable: Bool) {
        self.session = session
        self.isRepeatable = isRepeatable
    }

    private static func scenario(
        _ bytes: [UInt8], path: String, catalogue: Scenarios.GiftCatalogue
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

    private static func unknown(_ argument: String) -> CommandFailure {
        if argument.isEmpty { return CommandFailure(.noInput, "expected a scenario, found an empty name") }
        let hint = Suggestion.phrase(for: argument, among: embedded.map(\.name))
        return CommandFailure(.noInput, "\(argument): no such file\(hint)")
    }

    private static var embedded: [(name: String, file: String, path: String)] {
        EmbeddedFiles.scenarios.map { path in
            let file = String(path.split(separator: "/").last ?? "")
            let name = String(file.split(separator: ".").first ?? "")
            return (name, file, path)
        }
    }

    /// The built-in gifts as scenarios look them up.
    static func catalogue() throws(CommandFailure) -> Scenarios.GiftCatalogue {
        var kinds: [String: Scenarios.GiftKind] = [:]
        for gift in try embeddedGifts().catalogue.gifts {
            kinds[gift.id] = Scenarios.GiftKind(duration: gift.duration, value: gift.value)
        }
        return Scenarios.GiftCatalogue(kinds)
    }
}

extension Recording {
    /// The recording in a file that was read.
    /// - Throws: 65 where it is none.
    static func named(_ path: String, _ bytes: [UInt8]) throws(CommandFailure) -> Recording {
        do throws(ConfigurationError) {
            return try Recording(bytes, path: path)
        } catch {
            throw CommandFailure(.badData, error.description)
        }
    }
}

/// In which form a session is written down.
private enum SessionForm {
    /// YAML with everything in it.
    case scenario
    /// A JSON object a line, with what happened.
    case feed
    /// The same with a header, and with what was decided.
    case recording

    /// How many bytes at the beginning of a file tell its form where the name does not.
    static let headLength = 1 << 16

    init(path: String, head: [UInt8]) {
        let ending = path.split(separator: "/").last?.split(separator: ".").last.map { $0.lowercased() }
        switch ending {
        case "yaml", "yml": self = .scenario
        case _ where Recording.isRecording(head): self = .recording
        case "ndjson", "jsonl": self = .feed
        // YAML may begin with a brace too, but its first line is no line of a feed.
        default: self = SessionSource.isFeed(head) ? .feed : .scenario
        }
    }
}

extension SessionSource {
    /// A feed in a file that is opened anew for each pass.
    fileprivate static func feed(at path: String, _ catalogue: Scenarios.GiftCatalogue) -> SessionSource {
        SessionSource(feed: path, catalogue: catalogue) { () throws(ConfigurationError) in
            do throws(CommandFailure) {
                let file = try ReadableFile(path: path)
                return reading(file)
            } catch {
                throw ConfigurationError(.wholeFile(path: path), "cannot be opened any more")
            }
        }
    }

    /// A feed whose `head` has been read from `file`, which cannot be read again.
    fileprivate static func feed(
        goingOnWith file: ReadableFile, behind head: [UInt8], _ catalogue: Scenarios.GiftCatalogue
    ) -> SessionSource {
        let path = file.path
        let passes = PassCounter()
        return SessionSource(feed: path, catalogue: catalogue) { () throws(ConfigurationError) in
            guard passes.isFirst() else {
                throw ConfigurationError(
                    .wholeFile(path: path), "expected a file, found a pipe, which is read only once")
            }
            return reading(file, behind: head)
        }
    }

    private static func reading(_ file: ReadableFile, behind head: [UInt8] = []) -> ByteReader {
        var head = head[...]
        return { buffer throws(ConfigurationError) in
            if !head.isEmpty {
                let piece = head.prefix(buffer.count)
                head = head.dropFirst(piece.count)
                buffer.copyBytes(from: piece)
                return piece.count
            }
            do throws(CommandFailure) {
                return try file.read(into: buffer)
            } catch {
                throw ConfigurationError(.wholeFile(path: file.path), "cannot be read: \(reasonOfLastError())")
            }
        }
    }
}

/// Counts how often something that can be read only once was begun.
private final class PassCounter: Sendable {
    private let count = Atomic(0)

    func isFirst() -> Bool { count.add(1, ordering: .relaxed).oldValue == 0 }
}
