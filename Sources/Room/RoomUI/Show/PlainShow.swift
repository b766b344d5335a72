public import ExactNumbers
import Playback
import PlayerSettings
import RoomSession
public import Terminal

/// A show that also runs without a picture, by keys and words.
public protocol PlainShow: Show {
    /// Handles what was typed, and returns the lines that answer it. What the session decides is not part of them.
    mutating func handle(_ input: TypedInput.Item, at time: Nanoseconds) -> [String]

    /// The sentences about the promises that the session has broken so far, in order of time.
    var brokenPromises: [(at: Nanoseconds, text: String)] { get }

    /// An error of the recording or of the configuration file, until it is right again; `nil` without one.
    var problem: String? { get }
}

extension RoomSession {
    fileprivate var brokenPromises: [(at: Nanoseconds, text: String)] {
        narration.brokenPromiseSentences.map { ($0.at, $0.text) }
    }
}

extension RoomShow: PlainShow {
    /// The sentences about the promises that the session has broken so far, in order of time.
    public var brokenPromises: [(at: Nanoseconds, text: String)] { session.brokenPromises }

    /// Handles a key of the room or words such as `send rose`, `theme light` or `replaceAt 0.5`.
    public mutating func handle(_ input: TypedInput.Item, at time: Nanoseconds) -> [String] {
        advance(to: time)
        guard !session.hasEnded else { return [] }
        let context = interface.context(session, at: time)
        let answer =
            switch input {
            case .key(let event): context.plainAnswer(to: event)
            case .words(let words): context.plainAnswer(to: words)
            }
        switch answer {
        case .lines(let lines): return lines
        case .command(let command, let key):
            if let reason = context.refusal(of: command) { return [reason] }
            perform(RoomInterface.SessionRequest(command: command, key: key), at: time)
            return []
        }
    }
}

extension ReplayShow: PlainShow {
    /// The sentences about the promises that the session has broken so far, in order of time.
    public var brokenPromises: [(at: Nanoseconds, text: String)] { session.brokenPromises }

    /// A replay neither records nor reads the configuration file.
    public var problem: String? { nil }

    /// Handles the keys of a replay that need no picture: `q`, space, `<`, `>` and `=`.
    public mutating func handle(_ input: TypedInput.Item, at time: Nanoseconds) -> [String] {
        switch input {
        case .key(.character(let key)) where " <>=q".contains(key): handle(.character(key), at: time)
        case .words("quit"), .words("exit"): handle(.character("q"), at: time)
        default: return ["not in a replay; space pauses and resumes, < > = change the speed, q quits"]
        }
        return []
    }
}

/// The answer to what was typed into a show without a picture.
private enum PlainAnswer {
    case lines([String])
    /// A command for the session, with the label of the key that becomes the origin of a changed setting.
    case command(Command, key: String)
}

extension ScreenContext {
    private static let maxNames = 6
    private static let listedGifts = 10

    fileprivate func plainAnswer(to event: InputEvent) -> PlainAnswer {
        guard let entry = commands.entries.first(where: { $0.keys.contains { $0.event == event } }) else {
            return .lines([refusal(ofUnused: event) ?? "this key does nothing"])
        }
        return answer(entry.command, key: KeyStroke(event: event)?.label(symbols) ?? "")
    }

    /// Returns the answer to words: a setting with a value, or the name of a command or its beginning.
    fileprivate func plainAnswer(to words: String) -> PlainAnswer {
        var typed = words.lowercased()
        // The threshold is what viewers call the setting.
        if typed.hasPrefix("threshold ") { typed = "replaceat" + typed.dropFirst("threshold".count) }
        var palette = Palette()
        for character in typed { palette.append(character) }
        if let hit = palette.assignment(in: self) {
            return hit.refusal.map { .lines(["\(hit.name): \($0)"]) }
                ?? .command(hit.command, key: String(TypedInput.lineStart))
        }
        let entries = paletteEntries.filter(\.isPlain)
        if let exact = entries.first(where: { $0.isNamed(typed) }) {
            return answer(exact.command, key: String(TypedInput.lineStart))
        }
        let found = entries.filter { $0.matches(typed.split(separator: " ")) }
        guard let first = found.first else { return .lines(["no matches for \"\(words)\"; help lists the commands"]) }
        guard found.count > 1 else { return answer(first.command, key: String(TypedInput.lineStart)) }
        let names = found.prefix(Self.maxNames).map(\.name).joined(separator: ", ")
        return .lines(["\"\(words)\" can be: \(names)\(found.count > Self.maxNames ? ", …" : "")"])
    }

    private func answer(_ command: Command, key: String) -> PlainAnswer {
        switch command.fromPalette {
        case .toggle(.help): .lines(plainHelp)
        case .toggle(.giftList): .lines(plainGifts)
        case .session: .command(command.fromPalette, key: key)
        default: .lines(["this needs the stage, which --plain does not show"])
        }
    }

    /// The keys and what they do, and how words are typed.
    private var plainHelp: [String] {
        let keys = commands.entries.filter { $0.command.isPlain && !$0.keys.isEmpty }.map { entry in
            entry.keys.map { $0.label(symbols) }.joined(separator: " or ") + ": " + entry.summary
        }
        let examples = "send \(commands.firstGiftName), close, mode replace, threshold 50%"
        return keys + ["words, on a terminal after a colon: \(examples)"]
    }

    /// The last gifts with their outcomes, the latest last.
    private var plainGifts: [String] {
        let entries = session.giftLog.entries.suffix(Self.listedGifts)
        guard !entries.isEmpty else { return ["no gift has arrived"] }
        return entries.map { entry in
            let isRunning = session.controller.running?.gift.number == entry.number
            let state = entry.ending?.outcome.summary ?? (isRunning ? "playing" : "waiting")
            return "\(entry.number)  \(entry.arrival.name) from \(entry.arrival.from.name): \(state)"
        }
    }
}

extension Command {
    /// Whether the command does something in a show without a picture.
    fileprivate var isPlain: Bool {
        switch self {
        case .session, .quit, .toggle(.help), .toggle(.giftList): true
        default: false
        }
    }
}

extension CommandList {
    /// The name of the first kind that can be sent, in lower case.
    fileprivate var firstGiftName: String {
        entries.lazy.compactMap { entry in
            if case .session(.send) = entry.command { entry.name.lowercased().dropFirst("send ".count) } else { nil }
        }.first.map(String.init) ?? "heart"
    }
}

extension PaletteEntry {
    fileprivate var isPlain: Bool { command.isPlain }

    /// Returns whether the entry has a name, in lower case.
    fileprivate func isNamed(_ name: String) -> Bool { self.name.lowercased() == name || synonyms.contains(name) }

    /// Returns whether each typed word begins a word of one name of the entry.
    fileprivate func matches(_ words: [Substring]) -> Bool {
        ([name.lowercased()] + synonyms).contains { name in
            let parts = name.split(separator: " ")
            return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
        }
    }
}
