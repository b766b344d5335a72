/// A fuzzy match between a query and a text.
///
/// A text matches if it contains all characters of each query word in order, possibly with other characters between
/// them. Query words are separated by spaces; each may match anywhere in the text, in any order.
///
/// The score rewards matches at the start of the text, at word starts and on adjacent characters. It penalises gaps.
/// Case and accents are ignored.
struct FuzzyMatch: Equatable {
    /// The score; higher is better.
    ///
    /// Only scores of the same query are comparable.
    let score: Int
    /// The indices of the matched characters in the text, counted from 0, in ascending order.
    let positions: [Int]

    /// A score below that of every match.
    static let minScore = Int.min / 2

    /// Returns what raises a score as much as a number of further matched characters would.
    static func bonus(characters: Int) -> Int { characters * Scores.letter * maxLengths.text }

    /// The number of characters that are considered of a query and of a text.
    ///
    /// The work grows with the product of both lengths.
    private static let maxLengths = (query: 64, text: 256)

    private enum Scores {
        static let letter = 16
        static let textStart = 24
        static let wordStart = 20
        static let adjacent = 18
        /// The penalty of a gap: `gapPenalty` once, plus `gapLetterPenalty` for each character up to `maxGapLength` characters.
        static let gapPenalty = 4
        static let gapLetterPenalty = 1
        static let maxGapLength = 8
    }

    /// Creates the match of `query` in `text`, or returns `nil` if a query word has no match.
    ///
    /// An empty query matches every text.
    init?(_ query: String, in text: String) {
        let original = Array(text.prefix(Self.maxLengths.text))
        let characters = original.map(Self.folded)
        let isWordStart = original.indices.map { $0 == 0 || Self.isWordStart(original[$0], after: original[$0 - 1]) }
        var score = 0
        var places: Set<Int> = []
        for term in query.prefix(Self.maxLengths.query).split(separator: " ") {
            guard let found = Self.best(term.map(Self.folded), in: characters, isWordStart) else { return nil }
            score += found.score
            places.formUnion(found.places)
        }
        // Among equal matches the shorter text ranks higher.
        self.score = score * Self.maxLengths.text - characters.count
        self.positions = places.sorted()
    }

    /// Returns whether a word starts at a character.
    ///
    /// A word starts after a character that is neither a letter nor a number, and at an upper-case letter after a
    /// lower-case letter (camel case).
    private static func isWordStart(_ character: Character, after earlier: Character) -> Bool {
        if !earlier.isLetter && !earlier.isNumber { return true }
        return character.isUppercase && earlier.isLowercase
    }

    /// Returns a character without case and accents.
    private static func folded(_ character: Character) -> Character {
        let lower = character.lowercased()
        let single = lower.count == 1 ? Character(lower) : character
        return single.isASCII ? single : bases[single] ?? single
    }

    /// The base letters of Latin letters with one combining mark.
    ///
    /// `Character` compares by canonical equivalence, so the lookup finds composed and decomposed forms.
    private static let bases: [Character: Character] = {
        var result: [Character: Character] = [:]
        for base in "abcdefghijklmnopqrstuvwxyz" {
            for mark in (0x0300...0x0328).compactMap({ Unicode.Scalar($0 as UInt32) }) {
                var text = String(base)
                text.unicodeScalars.append(mark)
                result[Character(text)] = base
            }
        }
        return result
    }()

    /// Returns the placement of all characters of a query word with the highest score, or `nil` if there is none.
    ///
    /// Dynamic programming: the best score for each character at each index follows from the best scores of the
    /// character before it.
    private static func best(
        _ term: [Character], in text: [Character], _ isWordStart: [Bool]
    ) -> (score: Int, places: [Int])? {
        guard !term.isEmpty, term.count <= text.count else { return nil }
        var scores: [Int?] = []
        var origins: [[Int]] = []
        for (number, letter) in term.enumerated() {
            var row = [Int?](repeating: nil, count: text.count)
            var from = [Int](repeating: -1, count: text.count)
            // The best earlier index at a distance of `maxGapLength` or more; all such gaps cost the same.
            var far: (score: Int, place: Int)?
            for place in number..<text.count {
                let next = place - 1 - Scores.maxGapLength
                if next >= number - 1, let earlier = scores.indices.contains(next) ? scores[next] : nil,
                    far.map({ earlier > $0.score }) ?? true
                {
                    far = (earlier, next)
                }
                guard text[place] == letter else { continue }
                let own =
                    Scores.letter
                    + (place == 0 ? Scores.textStart : isWordStart[place] ? Scores.wordStart : 0)
                if number == 0 {
                    row[place] = own - gapCost(place)
                    continue
                }
                if let far {
                    row[place] = far.score + own - gapCost(Scores.maxGapLength)
                    from[place] = far.place
                }
                for before in max(number - 1, place - Scores.maxGapLength)..<place {
                    guard let earlier = scores[before] else { continue }
                    let step = before == place - 1 ? Scores.adjacent : -gapCost(place - before - 1)
                    if row[place].map({ earlier + own + step > $0 }) ?? true {
                        row[place] = earlier + own + step
                        from[place] = before
                    }
                }
            }
            scores = row
            origins.append(from)
        }
        guard let end = scores.indices.filter({ scores[$0] != nil }).max(by: { (scores[$0] ?? 0) < (scores[$1] ?? 0) }),
            let score = scores[end]
        else { return nil }
        var places = [end]
        for from in origins.dropFirst().reversed() { places.append(from[places[places.count - 1]]) }
        return (score, places.reversed())
    }

    private static func gapCost(_ length: Int) -> Int {
        length == 0 ? 0 : Scores.gapPenalty + Scores.gapLetterPenalty * min(length, Scores.maxGapLength)
    }
}
