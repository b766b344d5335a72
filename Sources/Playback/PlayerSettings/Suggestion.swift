/// A search for the name that a misspelt one probably means.
package enum Suggestion {
    /// Returns the candidate most similar to `text`; `nil` if none is similar.
    package static func nearest<Candidates: Sequence<String>>(to text: String, among candidates: Candidates) -> String?
    {
        let wanted = normalized(text)
        // A longer text is no misspelling, and its comparison would be expensive.
        guard wanted.count <= 64 else { return nil }
        let tolerance = max(1, wanted.count / 3)
        return
            candidates
            // Much longer names are not similar.
            .filter { $0.utf8.count <= maxWordLength }
            .map { (name: $0, distance: distance(wanted, of: normalized($0))) }
            .filter { $0.distance <= tolerance }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// The maximum length of a candidate, in bytes.
    private static let maxWordLength = 512

    /// Returns `, did you mean "x"?`, or an empty text.
    package static func hint<Candidates: Sequence<String>>(for text: String, among candidates: Candidates) -> String {
        nearest(to: text, among: candidates).map { ", did you mean \"\($0)\"?" } ?? ""
    }

    /// Returns the error for a name that is not one of the `known`, such as `unknown field "vlaue", did you mean
    /// "value"?`; without a similar name, it lists the known ones.
    ///
    /// - Parameters:
    ///   - subject: What the name stands for, such as `field`.
    ///   - name: The unknown name.
    ///   - known: The known names; a hostile file can have millions, of which only the first are compared.
    ///   - maxListed: The maximum number of known names to list.
    package static func unknown(
        _ subject: String, _ name: String, among known: [String], maxListed: Int = 12
    ) -> String {
        let problem = "unknown \(subject) \"\(name)\""
        let hint = hint(for: name, among: known.prefix(maxCompared))
        guard hint.isEmpty, !known.isEmpty else { return problem + hint }
        let more = known.count > maxListed ? " and \(known.count - maxListed) more" : ""
        return "\(problem), expected \(known.count == 1 ? "" : "one of ")"
            + known.prefix(maxListed).joined(separator: ", ") + more
    }

    /// The maximum number of names to compare with an unknown one.
    private static let maxCompared = 2_000

    /// Returns the distance of `text` from a word; the beginning of a word has a distance of at most 1.
    private static func distance(_ text: [Character], of word: [Character]) -> Int {
        text.count > 1 && word.starts(with: text) ? min(1, word.count - text.count) : editDistance(text, word)
    }

    /// Returns the text in lower case and without word separators.
    private static func normalized(_ text: String) -> [Character] {
        text.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    }

    /// Returns the minimum number of insertions, deletions, replacements and transpositions of neighbours between two
    /// words.
    private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var best = min(current[column] + 1, last[column + 1] + 1, last[column] + (character == other ? 0 : 1))
                if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
