/// How well a text answers to what somebody types who looks for it: all letters typed stand in the text in that order,
/// perhaps with others between.
///
/// What counts: the beginning of the text, beginnings of words, letters next to each other, and few letters left out.
/// Case and accents don't. Words typed apart may stand anywhere and in any order.
struct FuzzyMatch: Equatable {
    /// The greater, the better; only matches for the same query can be compared.
    let score: Int
    /// Which characters of the text were found, counted from 0, in rising order.
    let places: [Int]

    /// Longest query and longest text that are looked at: nobody types more, and work grows with the product.
    private static let longest = (query: 64, text: 256)

    private enum Points {
        static let letter = 16
        static let textStart = 24
        static let wordStart = 20
        static let neighbour = 18
        /// For a gap, and for each character of it; a gap of any length takes no more than the last.
        static let gap = 4
        static let gapLetter = 1
        static let longestGap = 8
    }

    /// Matches `query` with `text`; nil where something typed is not there. An empty query finds everything.
    init?(_ query: String, in text: String) {
        let original = Array(text.prefix(Self.longest.text))
        let characters = original.map(Self.folded)
        let isWordStart = original.indices.map { $0 == 0 || Self.isWordStart(original[$0], after: original[$0 - 1]) }
        var score = 0
        var places: Set<Int> = []
        for term in query.prefix(Self.longest.query).split(separator: " ") {
            guard let found = Self.best(term.map(Self.folded), in: characters, isWordStart) else { return nil }
            score += found.score
            places.formUnion(found.places)
        }
        // Of two that match alike, the shorter one is meant.
        self.score = score * Self.longest.text - characters.count
        self.places = places.sorted()
    }

    /// Whether a word begins with a character: after what is no letter, or as names in camel case do.
    private static func isWordStart(_ character: Character, after earlier: Character) -> Bool {
        if !earlier.isLetter && !earlier.isNumber { return true }
        return character.isUppercase && earlier.isLowercase
    }

    /// A character without its case and its accents.
    private static func folded(_ character: Character) -> Character {
        let lower = character.lowercased()
        let single = lower.count == 1 ? Character(lower) : character
        return single.isASCII ? single : bases[single] ?? single
    }

    /// The bases of Latin letters with one mark. Characters are equal by canonical equivalence, so these are found in
    /// whatever form they are written.
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

    /// The places of all letters of a term with the most points: those of each letter at each place follow from those of
    /// the letter before it.
    private static func best(
        _ term: [Character], in text: [Character], _ isWordStart: [Bool]
    ) -> (score: Int, places: [Int])? {
        guard !term.isEmpty, term.count <= text.count else { return nil }
        var scores: [Int?] = []
        var origins: [[Int]] = []
        for (number, letter) in term.enumerated() {
            var row = [Int?](repeating: nil, count: text.count)
            var from = [Int](repeating: -1, count: text.count)
            for place in number..<text.count where text[place] == letter {
                let own =
                    Points.letter
                    + (place == 0 ? Points.textStart : isWordStart[place] ? Points.wordStart : 0)
                if number == 0 {
                    row[place] = own - gapCost(place)
                    continue
                }
                for before in (number - 1)..<place {
                    guard let earlier = scores[before] else { continue }
                    let step = before == place - 1 ? Points.neighbour : -gapCost(place - before - 1)
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
        length == 0 ? 0 : Points.gap + Points.gapLetter * min(length, Points.longestGap)
    }
}
