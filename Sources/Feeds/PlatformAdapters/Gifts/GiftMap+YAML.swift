public import PlayerSettings
public import RoomEvents

extension GiftMap {
    /// Creates a map from YAML: for each platform, its gifts with the gift kind that represents each, or `none`.
    ///
    ///     twitch: {"bits:100": star, "bits:1000": rocket, sub: crown, "sub:3000": whale}
    ///     tiktok: {5655: rose, Galaxy: whale}
    ///     bilibili: {辣条: none, superchat: rocket, guard: crown}
    ///
    /// - Parameters:
    ///   - yaml: The YAML text.
    ///   - file: The name of the file in errors.
    ///   - kinds: The available gift kinds.
    ///   - allowsUnknownKinds: Whether other kinds can become available later. Then a rule for an unknown kind is no error;
    ///     it applies as soon as the kind is available.
    /// - Throws: `ConfigurationError` with line and column if an entry is not valid.
    public init(
        yaml: String, file: String, kinds: [GiftKind], allowsUnknownKinds: Bool = false
    ) throws(ConfigurationError) {
        guard let document = try YAMLValue.document(yaml, file: file) else {
            self.init(kinds: kinds)
            return
        }
        guard let members = document.members else { throw document.mismatch("gift map", expected: "a mapping") }
        var rules: [Platform: [String: Target]] = [:]
        for (key, value) in members {
            let name = key.text ?? ""
            guard let platform = Platform(rawValue: name) else {
                let known = Platform.allCases.map(\.rawValue)
                throw key.error(Suggestion.unknown("platform", name, among: known))
            }
            rules[platform] = try Self.rules(value, of: platform, among: allowsUnknownKinds ? nil : kinds.map(\.id))
        }
        self.init(kinds: kinds, rules: rules)
    }

    private static func rules(
        _ value: YAMLValue, of platform: Platform, among known: [String]?
    ) throws(ConfigurationError) -> [String: Target] {
        guard let members = value.members else { throw value.mismatch(platform.rawValue, expected: "a mapping") }
        var rules: [String: Target] = [:]
        for (key, value) in members {
            guard let name = key.text, !name.isEmpty else {
                throw key.mismatch(platform.rawValue, expected: "the id or the name of a gift")
            }
            if name.hasPrefix(bitsFrom), Int(name.dropFirst(bitsFrom.count)) == nil {
                throw key.error("\(name): expected a number of bits such as bits:100")
            }
            guard let kind = value.text, !kind.isEmpty else {
                throw value.mismatch(name, expected: "a kind of the catalogue or none")
            }
            guard kind != "none" else {
                rules[name] = .nothing
                continue
            }
            if let known, !known.contains(kind) {
                throw value.error("\(name): \(Suggestion.unknown("kind", kind, among: known))")
            }
            rules[name] = .kind(kind)
        }
        return rules
    }
}
