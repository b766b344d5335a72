/// The words for a key in the key line.
struct KeyHint: Equatable {
    /// How long a key stays in the line as the terminal becomes narrower.
    enum Importance: Int {
        case low, normal, high
        /// To the end: the way to all other keys.
        case essential
    }

    /// One to three words; adjacent bindings with the same words share an entry of the line.
    let words: String
    let importance: Importance

    init(_ words: String, _ importance: Importance = .normal) {
        self.words = words
        self.importance = importance
    }
}
