import Playback
import PlayerSettings
import RoomSession

/// The state of the palette: the query and the chosen hit.
struct Palette: Equatable {
    /// The typed text.
    private(set) var query = ""
    /// The index of the chosen hit; the hits are sorted by score, the best first.
    private(set) var chosen = 0

    /// The maximum length of the query, in Unicode scalars. A single character can have any number of combining marks.
    static let maxQueryLength = 64

    /// A palette entry that matches the query.
    struct Hit {
        /// The command of the entry.
        let command: Command
        /// The name and the indices of its matched characters.
        let name: String
        let positions: [Int]
        /// The synonym that matches in place of the name, with the number of its matched characters.
        var synonym: (text: String, matchCount: Int)?
        /// The first key that starts the same command, if there is one.
        let key: KeyStroke?
        /// The description of the entry.
        let summary: String
        /// Why the entry can do nothing now, or `nil` if it is available.
        let refusal: String?
        /// Whether it is a setting with a value that the setting cannot have, which the refusal says.
        var isWrongValue = false

        /// Whether the entry is available now.
        var isAvailable: Bool { refusal == nil }
    }

    /// Returns the matching entries, the best first; entries that are not available come last.
    ///
    /// Without a query, the commands that the palette ran last come first.
    func hits(among entries: [PaletteEntry], in context: ScreenContext) -> [Hit] {
        var found: [(hit: Hit, score: Int, order: Int)] = []
        var commands: Set<Command> = []
        for (order, entry) in entries.enumerated() where query.isEmpty ? entry.isListed : true {
            guard let (hit, score) = match(entry), commands.insert(entry.command).inserted else { continue }
            let refusal = entry.refusal ?? context.refusal(of: entry.command)
            found.append((hit(refusal), score + bonus(of: entry, in: context), order))
        }
        found.sort { one, other in
            if one.hit.isAvailable != other.hit.isAvailable { return one.hit.isAvailable }
            return one.score != other.score ? one.score > other.score : one.order < other.order
        }
        guard let assignment = assignment(in: context) else { return found.map(\.hit) }
        return [assignment] + found.map(\.hit).filter { $0.command != assignment.command }
    }

    /// Returns what raises the score of an entry: a whole name was typed, it is a command, or it was used lately.
    private func bonus(of entry: PaletteEntry, in context: ScreenContext) -> Int {
        let typed = query.lowercased()
        let isExact = entry.name.lowercased() == typed || entry.synonyms.contains(typed)
        let recency = context.recentCommands.firstIndex(of: entry.command)
        return (isExact ? FuzzyMatch.bonus(characters: 4) : 0)
            + (entry.isListed ? FuzzyMatch.bonus(characters: 2) : 0)
            + (recency.map { FuzzyMatch.bonus(characters: 1) - $0 } ?? 0)
    }

    /// Returns the hit of an entry, without its refusal, and its score, or `nil` if the query does not match it.
    private func match(_ entry: PaletteEntry) -> (hit: (String?) -> Hit, score: Int)? {
        func hit(_ positions: [Int], synonym: (String, Int)? = nil) -> (String?) -> Hit {
            { refusal in
                Hit(
                    command: entry.command, name: entry.name, positions: positions, synonym: synonym, key: entry.key,
                    summary: entry.summary, refusal: refusal)
            }
        }
        guard !query.isEmpty else { return (hit([]), 0) }
        let byName = FuzzyMatch(query, in: entry.name)
        let typed = query.lowercased()
        let synonym = entry.synonyms.first { $0.hasPrefix(typed) }
        if let synonym, let bySynonym = FuzzyMatch(query, in: synonym), bySynonym.score > byName?.score ?? .min {
            return (hit([], synonym: (synonym, typed.count)), bySynonym.score)
        }
        if let byName { return (hit(byName.positions), byName.score) }
        // A match in the description only ranks below every match in a name.
        return isLiteralMatch(in: entry.summary) ? (hit([]), FuzzyMatch.minScore) : nil
    }

    /// Returns whether a description contains all query words literally.
    ///
    /// Descriptions are long: a fuzzy match would find almost any query in them.
    private func isLiteralMatch(in meaning: String) -> Bool {
        let meaning = meaning.lowercased()
        return query.lowercased().split(separator: " ").allSatisfy { meaning.contains($0) }
    }

    /// Returns the assignment of a setting in the query, such as `replaceAt=0.45` or `theme light`, or `nil` if the query
    /// is none.
    ///
    /// The name may be in any case and may be shortened, as long as it means one setting.
    func assignment(in context: ScreenContext) -> Hit? {
        let words = query.split(maxSplits: 1) { $0 == "=" || $0 == " " }.map(String.init)
        guard words.count == 2, let key = Self.key(named: words[0], among: context.session.settings.keys) else {
            return nil
        }
        let typed = String(words[1].drop { $0 == " " || $0 == "=" })
        func hit(_ command: Command, _ name: String, refusal: String?) -> Hit {
            Hit(
                command: command, name: name, positions: Array(0..<key.name.count), key: nil, summary: key.summary,
                refusal: refusal, isWrongValue: refusal != nil)
        }
        do throws(SettingSyntaxError) {
            let value = try key.value(from: typed.filter { $0 != " " })
            return hit(.session(.set(key, value)), "\(key.name) \(value)", refusal: nil)
        } catch {
            guard !typed.isEmpty, key.name.lowercased() == words[0].lowercased() else { return nil }
            // A choice may not be typed to its end yet.
            if case .choice(let values) = key.kind, values.contains(where: { FuzzyMatch(typed, in: $0) != nil }) {
                return nil
            }
            return hit(.editSetting(key), "\(key.name) \(typed)", refusal: error.problem)
        }
    }

    private static func key(named name: String, among keys: [SettingKey]) -> SettingKey? {
        let name = name.lowercased()
        if let exact = keys.first(where: { $0.name.lowercased() == name }) { return exact }
        let found = keys.filter { $0.name.lowercased().hasPrefix(name) }
        return found.count == 1 ? found.first : nil
    }

    /// Appends a character to the query.
    mutating func append(_ character: Character) {
        guard query.unicodeScalars.count + character.unicodeScalars.count <= Self.maxQueryLength else { return }
        query.append(character)
        chosen = 0
    }

    /// Removes the last character of the query.
    mutating func deleteBackward() {
        if !query.isEmpty { query.removeLast() }
        chosen = 0
    }

    /// Clears the query.
    mutating func deleteAll() {
        query = ""
        chosen = 0
    }

    /// Moves the choice in a list of `count` hits.
    mutating func move(_ move: ListMove, count: Int, page: Int) {
        chosen = move.index(from: chosen, count: count, page: page)
    }
}
