public import Configuration
public import Lottie
public import LottieRenderer
public import Typography

/// What is known of a gift when it arrives, for its animation to show.
public struct GiftArrival: Sendable, Hashable {
    /// The sender's name.
    public var sender: String
    /// How many were sent at once.
    public var count: Int
    /// The gift's name.
    public var gift: String

    /// The arrival of `count` gifts called `gift` from `sender`.
    public init(sender: String, count: Int, gift: String) {
        self.sender = sender
        self.count = count
        self.gift = gift
    }
}

/// The values that a manifest gives to an animation, ready for every arrival of the gift.
///
///     properties:
///       "Flame.**.Color": orange              # colours, numbers, positions as `--property` has them
///       "Title.Text": "{sender} × {count}"    # {sender}, {count} and {gift} stand in texts
///       "Badge.Image": "{head}"               # the sender's head, as a picture
///       "Cap.Image": images/cap.png           # or a picture of the package, in the place of the one it replaces
///       "Ribbon.**.Color": "{head}"           # or the colour of it
public struct GiftProperties: Sendable {
    private enum Value: Sendable {
        case fixed(PropertyValue)
        case picture(String)
        case ofArrival(ArrivalValue)
    }

    /// What looks otherwise for each arrival.
    private enum ArrivalValue: Sendable {
        case text(String)
        case headPicture
        case headColor
    }

    private var values: [(path: PropertyPath, value: Value)] = []
    private var pictures = NamedPictures()
    private let fonts: any FontSource

    /// Whether the animation looks otherwise for each arrival, so that its pictures can't be used for another.
    public var dependsOnArrival: Bool {
        values.contains { if case .ofArrival = $0.value { true } else { false } }
    }

    /// Whether the manifest gives no values.
    public var isEmpty: Bool { values.isEmpty }

    /// Finds what `manifest` gives to which properties of `composition`.
    /// - Parameters:
    ///   - composition: the animation of a package, with its pictures.
    ///   - file: the manifest's name in errors.
    ///   - files: the pictures that the manifest may have meant, by their paths in the package.
    ///   - fonts: what initials are set in.
    /// - Throws: `ConfigurationError` for a path that leads nowhere, a value of the wrong kind or an unknown placeholder, with
    ///   its line and column.
    public init(
        _ manifest: GiftManifest, of composition: Composition, file: String, pictures files: [String] = [],
        fonts: any FontSource = SystemFonts.installed
    ) throws(ConfigurationError) {
        self.fonts = fonts
        guard !manifest.properties.isEmpty else { return }
        // Nothing is drawn: the properties are listed.
        let known = AnimationRenderer(composition, width: 1, height: 1).properties(at: composition.inPoint)
        for property in manifest.properties {
            let place = ConfigurationError.Place.file(
                path: file, line: property.value.line, column: property.value.column)
            let path: PropertyPath
            do throws(PropertyPathError) {
                path = try PropertyPath(parsing: property.path)
            } catch {
                throw ConfigurationError(place, "properties: \(property.path): \(error)")
            }
            let kinds = Set(known.filter { $0.matches(path) }.map(\.kind))
            guard !kinds.isEmpty else {
                throw ConfigurationError(place, "properties: \(path): \(path.problem(among: known))")
            }
            guard case .text(let text) = property.value.content else {
                throw ConfigurationError(place, "properties: \(path): expected \(Self.expectation(kinds))")
            }
            let found = try values(text, kinds, of: composition, place: place, path: path, files: files)
            values += found.map { (path, $0) }
        }
    }

    /// The values for an arrival; for the gift as such, which nobody sends, those that are the same for all arrivals.
    /// - Parameter earlier: values for another arrival, whose pictures are used again where they are the same: decoding
    ///   one may take longer than a frame.
    public func values(
        for arrival: GiftArrival?, like earlier: DynamicProperties = DynamicProperties()
    ) -> DynamicProperties {
        var properties = DynamicProperties()
        for (path, value) in values {
            switch value {
            case .fixed(let value): properties.append(path, value)
            case .picture(let file):
                let picture = earlier.picture(of: path) ?? pictures.decoded(file)
                if let picture { properties.append(path, .image(picture)) }
            case .ofArrival(let value): if let arrival { properties.append(path, shown(value, for: arrival)) }
            }
        }
        return properties
    }

    private func shown(_ value: ArrivalValue, for arrival: GiftArrival) -> PropertyValue {
        switch value {
        case .text(let text): .text(Self.filled(text, for: arrival))
        case .headPicture: .image(SenderHead(name: arrival.sender).picture(fonts: fonts))
        case .headColor: .color(SenderHead(name: arrival.sender).color)
        }
    }

    private static func expectation(_ kinds: Set<PropertyKind>) -> String {
        PropertyKind.allCases.filter(kinds.contains).map { kind in
            kind == .image ? "the path of a picture in the package" : kind.expectation
        }.joined(separator: " or ")
    }

    private mutating func values(
        _ text: String, _ kinds: Set<PropertyKind>, of composition: Composition, place: ConfigurationError.Place,
        path: PropertyPath, files: [String]
    ) throws(ConfigurationError) -> [Value] {
        var values: [Value] = []
        for kind in PropertyKind.allCases where kinds.contains(kind) {
            switch kind {
            case .image where text == "{head}": values.append(.ofArrival(.headPicture))
            case .color where text == "{head}": values.append(.ofArrival(.headColor))
            case .image:
                do throws(PictureProblem) {
                    if try pictures.note(text, of: composition) { values.append(.picture(text)) }
                } catch {
                    throw ConfigurationError(
                        place, "properties: \(path): expected \(error.expected), found \"\(text)\"")
                }
            case .text:
                let names = Self.placeholders(in: text)
                if let unknown = names.first(where: { !Self.placeholders.contains($0) }) {
                    let hint = Suggestion.phrase(for: unknown, among: Self.placeholders)
                    throw ConfigurationError(place, "properties: \(path): unknown placeholder {\(unknown)}\(hint)")
                }
                values.append(names.isEmpty ? .fixed(.text(text)) : .ofArrival(.text(text)))
            default: if let value = PropertyValue(text: text, for: kind) { values.append(.fixed(value)) }
            }
        }
        guard values.isEmpty else { return values }
        let head = kinds.contains(.image) || kinds.contains(.color) ? " or {head}" : ""
        let expected = Self.expectation(kinds) + head
        // Many write the file's name alone.
        let names = files + files.compactMap { $0.split(separator: "/").last.map(String.init) }
        let hint = kinds.contains(.image) ? Suggestion.phrase(for: text, among: names) : ""
        throw ConfigurationError(place, "properties: \(path): expected \(expected), found \"\(text)\"\(hint)")
    }

    /// Characters of a name that a text shows: longer ones would leave the place that designers have for them.
    private static let longestName = 16

    private static let placeholders = ["sender", "count", "gift"]

    /// The words in braces.
    private static func placeholders(in text: String) -> [String] {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
            guard let end = rest.firstIndex(of: "}") else { return nil }
            let word = rest[..<end]
            return word.isEmpty || !word.allSatisfy(\.isLetter) ? nil : String(word)
        }
    }

    /// The text with what is known of the arrival in it; names that look like placeholders are left alone.
    private static func filled(_ text: String, for arrival: GiftArrival) -> String {
        let isLong = arrival.sender.count > longestName
        let sender = isLong ? arrival.sender.prefix(longestName - 1) + "…" : arrival.sender[...]
        let known = ["sender": String(sender), "count": String(arrival.count), "gift": arrival.gift]
        var filled = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "{") {
            filled += rest[..<start]
            let inner = rest[rest.index(after: start)...]
            if let end = inner.firstIndex(of: "}"), let value = known[String(inner[..<end])] {
                filled += value
                rest = inner[inner.index(after: end)...]
            } else {
                filled.append("{")
                rest = inner
            }
        }
        return filled + rest
    }
}

extension PropertyPath {
    /// Why it leads nowhere, and what may have been meant.
    fileprivate func problem(among known: [AnimationProperty]) -> String {
        let (segment, names) = nearMisses(among: known)
        guard case .name(let wanted) = segments[segment], let nearest = Suggestion.nearest(to: wanted, among: names)
        else { return "no property of that path" }
        return "no property of that path, did you mean \(replacing(segment, with: nearest))?"
    }
}
