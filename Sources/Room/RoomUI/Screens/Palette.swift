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
        /// The first key that starts the same command, if there is one.
        let key: KeyStroke?
        /// The description of the entry.
        let summary: String
        /// Whether the entry is available now.
        let isAvailable: Bool
    }

    /// Returns the matching entries, the best first; entries that are not available come last.
    func hits(in list: CommandList, isAvailable: (CommandDescriptor) -> Bool) -> [Hit] {
        var found: [(hit: Hit, score: Int, order: Int)] = []
        for (order, entry) in list.entries.enumerated() where entry.command != .toggle(.palette) {
            // A match in the description only ranks below every match in a name.
            let byName = FuzzyMatch(query, in: entry.name)
            guard byName != nil || isLiteralMatch(in: entry.summary) else { continue }
            let hit = Hit(
                command: entry.command, name: entry.name, positions: byName?.positions ?? [],
                key: entry.keys.first, summary: entry.summary, isAvailable: isAvailable(entry))
            found.append((hit, query.isEmpty ? 0 : byName?.score ?? Int.min, order))
        }
        found.sort { one, other in
            if one.hit.isAvailable != other.hit.isAvailable { return one.hit.isAvailable }
            return one.score != other.score ? one.score > other.score : one.order < other.order
        }
        return assignment.map { [$0] + found.map(\.hit) } ?? found.map(\.hit)
    }

    /// Returns whether a description contains all query words literally.
    ///
    /// Descriptions are long: a fuzzy match would find almost any query in them.
    private func isLiteralMatch(in meaning: String) -> Bool {
        let meaning = meaning.lowercased()
        return query.lowercased().split(separator: " ").allSatisfy { meaning.contains($0) }
    }

    /// The assignment of a setting in the query, such as `replaceAt=0.45` or `gap 2s`, or `nil` if the query is none.
    private var assignment: Hit? {
        let words = query.split(maxSplits: 1) { $0 == "=" || $0 == " " }.map(String.init)
        guard words.count == 2, let key = SettingKey.playback.first(where: { $0.name == words[0] }),
            let value = try? key.value(fromInput: words[1].filter { $0 != " " })
        else { return nil }
        return Hit(
            command: .session(.set(key, value)), name: "\(key.name) = \(value)", positions: [], key: nil,
            summary: key.summary,
            isAvailable: true)
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
