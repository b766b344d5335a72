import Budgets
public import LottieDocument
public import LottieRenderer
public import PlayerSettings
public import Typography

/// The data of a gift's arrival that its animation can show.
public struct PresentationValues: Sendable, Hashable {
    /// The sender's name.
    public var sender: String
    /// The count.
    public var count: Int
    /// The gift's display name.
    public var gift: String

    /// Creates the data of `count` gifts named `gift` from `sender`.
    public init(sender: String, count: Int, gift: String) {
        self.sender = sender
        self.count = count
        self.gift = gift
    }
}

/// The values that a manifest assigns to an animation, ready for each arrival of the gift.
///
///     properties:
///       "Flame.**.Color": orange              # colors, numbers and positions as for `--property`
///       "Title.Text": "{sender} × {count}"    # texts with {sender}, {count} and {gift}
///       "Badge.Image": "{head}"               # the sender's head as a picture
///       "Cap.Image": images/cap.png           # a picture of the package instead of the original
///       "Ribbon.**.Color": "{head}"           # the color of the sender's head
public struct GiftProperties: Sendable {
    private enum Value: Sendable {
        case fixed(PropertyValue)
        case picture(String)
        case perArrival(ArrivalValue)
    }

    /// A value that depends on the arrival.
    private enum ArrivalValue: Sendable {
        case text(String)
        case headPicture
        case headColor
    }

    private var values: [(path: PropertyPath, value: Value)] = []
    private var pictures = NamedPictures()
    private var insertions: GiftInsertions
    private let fonts: any FontSource

    /// Whether the animation depends on the arrival, so that its frames cannot be reused for another one.
    public var dependsOnArrival: Bool {
        insertions.dependOnArrival || values.contains { if case .perArrival = $0.value { true } else { false } }
    }

    /// Whether the manifest assigns no values and puts nothing inside layers.
    public var isEmpty: Bool { values.isEmpty && insertions.isEmpty }

    /// Resolves the values that `manifest` assigns to properties of `composition`.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - composition: The animation of the package, with its pictures.
    ///   - file: The manifest's name in errors.
    ///   - animations: The animations that the manifest can insert, by their paths in the package.
    ///   - names: The paths of the package's pictures and animations, for suggestions in errors.
    ///   - fonts: The fonts for initials.
    /// - Throws: `ConfigurationError` with line and column, for a path without a property or layer, a value of the wrong
    ///   type, an unknown placeholder, or a file that is missing or invalid.
    public init(
        _ manifest: GiftManifest, of composition: Composition, file: String, animations: [String: [UInt8]] = [:],
        names: [String] = [], fonts: any FontSource = SystemFonts.installed
    ) throws(ConfigurationError) {
        var budget = Budget(.giftPackage)
        try self.init(
            manifest, of: composition, file: file, animations: animations, names: names, fonts: fonts, within: &budget)
    }

    /// Resolves the values that `manifest` assigns to properties, at the expense of `budget`.
    init(
        _ manifest: GiftManifest, of composition: Composition, file: String, animations: [String: [UInt8]] = [:],
        names files: [String], fonts: any FontSource = SystemFonts.installed, within budget: inout Budget
    ) throws(ConfigurationError) {
        self.fonts = fonts
        insertions = try GiftInsertions(
            manifest.insertions, of: composition, manifest: file, files: animations, pictures: &pictures, names: files,
            within: &budget)
        guard !manifest.properties.isEmpty else { return }
        // The renderer only lists the properties, so its size does not matter.
        let known = AnimationRenderer(composition, width: 1, height: 1).properties(at: composition.inPoint)
        let names = known.reduce(0) { $0 + $1.path.segments.count }
        for property in manifest.properties {
            let place = ConfigurationError.Place.file(
                path: file, line: property.value.line, column: property.value.column)
            let path: PropertyPath
            do throws(PropertyPathError) {
                path = try PropertyPath(parsing: property.path)
            } catch {
                throw ConfigurationError(place, "properties: \(property.path): \(error)")
            }
            // Each path is compared with every property of the animation.
            let steps = Self.steps(of: path, properties: known.count, names: names)
            try Self.charge(steps, of: &budget, place)
            let kinds = Set(known.filter { $0.matches(path) }.map(\.kind))
            guard !kinds.isEmpty else {
                // The search for a suggestion costs the same again.
                try Self.charge(steps, of: &budget, place)
                throw ConfigurationError(place, "properties: \(path): \(path.mismatchDescription(among: known))")
            }
            guard case .text(let text) = property.value.content else {
                throw ConfigurationError(place, "properties: \(path): expected \(Self.expectation(kinds))")
            }
            let found = try values(text, kinds, of: composition, place: place, path: path, files: files)
            values += found.map { (path, $0) }
        }
    }

    /// Returns the values for an arrival.
    ///
    /// - Parameters:
    ///   - arrival: The arrival; `nil` gives only the values that do not depend on one.
    ///   - earlier: The values for another arrival, whose pictures are reused: decoding one can take longer than a
    ///     frame.
    public func values(
        for arrival: PresentationValues?, reusing earlier: DynamicProperties = DynamicProperties()
    ) -> DynamicProperties {
        var properties = DynamicProperties()
        for (path, value) in values {
            switch value {
            case .fixed(let value): properties.append(path, value)
            case .picture(let file):
                let picture = earlier.picture(of: path) ?? pictures.decoded(file)
                if let picture { properties.append(path, .image(picture)) }
            case .perArrival(let value): if let arrival { properties.append(path, resolved(value, for: arrival)) }
            }
        }
        properties.insert(insertions.resolved(for: arrival, reusing: earlier, pictures, fonts: fonts))
        return properties
    }

    /// Returns what the manifest puts inside layers for an arrival; without one, the sender's head is unknown.
    public func insertions(for arrival: PresentationValues? = nil) -> [GiftInsertion] {
        insertions.resolved(for: arrival, reusing: DynamicProperties(), pictures, fonts: fonts)
    }

    /// Returns the cost, in steps, of comparing a path with all properties: each of its components may be compared with
    /// every name.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - properties: The number of properties.
    ///   - names: The number of names in the paths of all properties together.
    static func steps(of path: PropertyPath, properties: Int, names: Int) -> Int {
        steps(names: path.segments.count, properties: properties, allNames: names)
    }

    /// Returns the cost of comparing a path of so many names.
    static func steps(names: Int, properties: Int, allNames: Int) -> Int { properties * 50 + allNames * (10 + names) }

    /// Spends steps for a search.
    ///
    /// - Throws: `ConfigurationError` at `place`, the value in the manifest, if the budget is exhausted.
    static func charge(
        _ steps: Int, of budget: inout Budget, _ place: ConfigurationError.Place, _ label: String = "properties"
    ) throws(ConfigurationError) {
        guard !budget.consume(steps, of: .steps) else { return }
        throw ConfigurationError(place, "\(label): \(budget.shortage?.problem ?? "expected fewer")")
    }

    private func resolved(_ value: ArrivalValue, for arrival: PresentationValues) -> PropertyValue {
        switch value {
        case .text(let text): .text(Self.replacingPlaceholders(in: text, for: arrival))
        case .headPicture: .image(SenderHead(name: arrival.sender).picture(fonts: fonts))
        case .headColor: .color(SenderHead(name: arrival.sender).color)
        }
    }

    private static func expectation(_ kinds: Set<PropertyKind>) -> String {
        PropertyKind.allCases.filter(kinds.contains).map { kind in
            kind == .image ? "the path of a picture in the package" : kind.expectation
        }.alternatives
    }

    private mutating func values(
        _ text: String, _ kinds: Set<PropertyKind>, of composition: Composition, place: ConfigurationError.Place,
        path: PropertyPath, files: [String]
    ) throws(ConfigurationError) -> [Value] {
        var values: [Value] = []
        for kind in PropertyKind.allCases where kinds.contains(kind) {
            switch kind {
            case .image where text == "{head}": values.append(.perArrival(.headPicture))
            case .color where text == "{head}": values.append(.perArrival(.headColor))
            case .image:
                do throws(PictureProblem) {
                    if try pictures.load(text, of: composition) { values.append(.picture(text)) }
                } catch {
                    throw ConfigurationError(
                        place, "properties: \(path): expected \(error.expected), found \"\(text)\"")
                }
            case .text:
                let names = Self.placeholders(in: text)
                if let unknown = names.first(where: { !Self.placeholders.contains($0) }) {
                    throw ConfigurationError(
                        place,
                        "properties: \(path): \(Suggestion.unknown("placeholder", unknown, among: Self.placeholders))")
                }
                values.append(names.isEmpty ? .fixed(.text(text)) : .perArrival(.text(text)))
            default: if let value = PropertyValue(text: text, for: kind) { values.append(.fixed(value)) }
            }
        }
        guard values.isEmpty else { return values }
        let head = kinds.contains(.image) || kinds.contains(.color) ? " or {head}" : ""
        let expected = Self.expectation(kinds) + head
        // A common error is a file name without its folder.
        let names = files + files.compactMap { $0.split(separator: "/").last.map(String.init) }
        let hint = kinds.contains(.image) ? Suggestion.hint(for: text, among: names) : ""
        throw ConfigurationError(place, "properties: \(path): expected \(expected), found \"\(text)\"\(hint)")
    }

    /// The maximum number of characters of a sender's name in a text; longer names would exceed the designer's space.
    private static let maxNameLength = 16

    private static let placeholders = ["sender", "count", "gift"]

    /// Returns the words in braces.
    private static func placeholders(in text: String) -> [String] {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
            guard let end = rest.firstIndex(of: "}") else { return nil }
            let word = rest[..<end]
            return word.isEmpty || !word.allSatisfy(\.isLetter) ? nil : String(word)
        }
    }

    /// Returns the text with the arrival's data for the placeholders.
    ///
    /// Values are not searched for placeholders, so a sender's name cannot insert one.
    private static func replacingPlaceholders(in text: String, for arrival: PresentationValues) -> String {
        let isLong = arrival.sender.count > maxNameLength
        let sender = isLong ? arrival.sender.prefix(maxNameLength - 1) + "…" : arrival.sender[...]
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
    /// Returns a description of the unmatched path, with a suggestion if a similar name exists.
    fileprivate func mismatchDescription(among known: [AnimationProperty]) -> String {
        let (segment, names, _) = closestMatches(among: known)
        guard case .name(let wanted) = segments[segment],
            let nearest = Suggestion.nearest(to: wanted, among: names.prefix(2_000))
        else { return "no property of that path" }
        return "no property of that path, did you mean \(replacing(segment, with: nearest))?"
    }
}
