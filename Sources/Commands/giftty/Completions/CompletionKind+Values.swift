import ArgumentParser

/// What shells offer for arguments whose values the program knows.
extension CompletionKind {
    /// Ids of gifts.
    static let gifts = words { _, _, _ in CompletionWords.gifts }
    /// Animations: ids of gifts, and files.
    static let animations = words { _, _, prefix in
        CompletionWords.gifts + CompletionWords.files(prefix, ["json", "lottie", "tgs", "zip"])
    }
    /// Sessions: built-in scenarios, and files of scenarios, feeds and recordings.
    static let scenarios = words { _, _, prefix in
        CompletionWords.scenarios + CompletionWords.files(prefix, ["yaml", "yml", "ndjson", "jsonl"])
    }
    /// Ids of rooms.
    static let rooms = words { _, _, _ in CompletionWords.rooms }
    /// Names of settings.
    static let settingNames = words { _, _, _ in CompletionWords.settingNames }
    /// Values of the setting that the word before names.
    static let settingValues = words { words, index, prefix in
        words.indices.contains(index - 1) ? CompletionWords.values(ofSetting: words[index - 1], prefix) : []
    }
    /// Settings with a value: `mode=queue`.
    static let assignments = words { _, _, prefix in CompletionWords.assignments(prefix) }
    /// Policies: modes and settings with commas between, after a name.
    static let policies = words { _, _, prefix in CompletionWords.policies(prefix) }
    /// The requests of `giftty control` with their values.
    static let requests = words { words, _, prefix in CompletionWords.requests(words, prefix) }
    /// Files of configurations and other YAML files.
    static let yamlFiles = file(extensions: ["yaml", "yml"])
    /// Sessions that can be replayed or read as a feed.
    static let sessionFiles = file(extensions: ["jsonl", "ndjson"])
    /// The modes.
    static let modes = words { _, _, prefix in CompletionWords.values(ofSetting: "mode", prefix) }
    /// The themes of the controls.
    static let themes = words { _, _, prefix in CompletionWords.values(ofSetting: "theme", prefix) }
    /// The characters of pictures.
    static let glyphs = words { _, _, prefix in CompletionWords.values(ofSetting: "glyphs", prefix) }
    /// The transitions between scenes.
    static let transitions = words { _, _, prefix in CompletionWords.values(ofSetting: "transition", prefix) }
    /// What plays for a gift whose animation has not come.
    static let fallbacks = words { _, _, prefix in CompletionWords.values(ofSetting: "fallback", prefix) }

    /// Offers the words that `find` returns; zsh would take what follows a colon for the explanation of a word.
    private static func words(
        _ find: @escaping @Sendable ([String], Int, String) -> [String]
    ) -> CompletionKind {
        custom { words, index, prefix in
            let found = find(words, index, prefix)
            return CompletionShell.requesting == .zsh ? found.map { $0.replacing(":", with: "\\:") } : found
        }
    }
}
