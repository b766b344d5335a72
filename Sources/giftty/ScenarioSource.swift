import Configuration
import GiftStore
import Playback
import Scenarios

/// A scenario that somebody names on the command line: a file, or one of those that are built in.
struct ScenarioSource {
    /// What errors call it: the path as it was given.
    let path: String
    /// What is in it.
    let scenario: Scenario

    /// Reads the scenario that `argument` names: a file, or, where there is none, a built-in one by its name.
    /// - Throws: 66 where there is no such scenario, 65 where it is wrong.
    init(argument: String) throws(CommandFailure) {
        let text: String
        if argument.contains("/") || InputFile.exists(at: argument) || InputFile.isFolder(at: argument) {
            (path, text) = (argument, try Self.text(ofFile: argument))
        } else if let embedded = Self.embedded.first(where: { $0.name == argument || $0.file == argument }) {
            (path, text) = (embedded.file, EmbeddedFiles.text(at: embedded.path) ?? "")
        } else {
            throw Self.unknown(argument)
        }
        let catalogue = try Self.catalogue()
        do {
            scenario = try Scenario(text, path: path, catalogue: catalogue)
        } catch {
            throw CommandFailure(.badData, error.description)
        }
    }

    private static func text(ofFile path: String) throws(CommandFailure) -> String {
        let bytes = try InputFile.bytes(at: path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.badData, "\(path): expected UTF-8 text")
        }
        return text
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
    private static func catalogue() throws(CommandFailure) -> Scenarios.GiftCatalogue {
        var kinds: [String: Scenarios.GiftKind] = [:]
        for gift in try embeddedGifts().catalogue.gifts {
            kinds[gift.id] = Scenarios.GiftKind(duration: gift.duration, value: gift.value)
        }
        return Scenarios.GiftCatalogue(kinds)
    }
}
