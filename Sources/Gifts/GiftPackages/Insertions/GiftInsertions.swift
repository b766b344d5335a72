import Budgets
import LottieDocument
public import LottieRenderer
import PlayerSettings
import Typography

/// What a manifest puts inside layers, ready for each arrival of the gift.
struct GiftInsertions: Sendable {
    private enum Content: Sendable {
        case picture(String)
        case animation(Composition)
        case head
    }

    private struct Entry: Sendable {
        let layers: LayerPath
        let content: Content
        let written: ManifestInsertion
    }

    private var entries: [Entry] = []

    /// Whether nothing is inserted.
    var isEmpty: Bool { entries.isEmpty }

    /// Whether something is inserted that depends on the arrival.
    var dependOnArrival: Bool { entries.contains { if case .head = $0.content { true } else { false } } }

    /// Resolves the insertions of a manifest.
    ///
    /// - Parameters:
    ///   - insertions: The insertions.
    ///   - composition: The animation of the package, with its pictures.
    ///   - manifest: The manifest's name in errors.
    ///   - files: The animations that can be inserted, by their paths in the package.
    ///   - pictures: The pictures of the manifest, to which those of insertions are added.
    ///   - names: The paths of the package's files, for suggestions in errors.
    ///   - budget: The budget for reading the animations and for comparing the paths with all layers.
    /// - Throws: `ConfigurationError` for a path without a layer, and for a file that is missing or invalid.
    init(
        _ insertions: [ManifestInsertion], of composition: Composition, manifest: String, files: [String: [UInt8]],
        pictures: inout NamedPictures, names: [String], within budget: inout Budget
    ) throws(ConfigurationError) {
        guard !insertions.isEmpty else { return }
        // The renderer only lists the layers, so its size does not matter.
        let known = AnimationRenderer(composition, width: 1, height: 1).allLayerPaths
        let nameCount = known.reduce(0) { $0 + $1.nameCount }
        var animations: [String: Composition] = [:]
        for insertion in insertions {
            let place = insertion.place.named(manifest)
            let layers: LayerPath
            do throws(PropertyPathError) {
                layers = try LayerPath(parsing: insertion.layers)
            } catch {
                throw ConfigurationError(place, "insert: \(insertion.layers): \(error)")
            }
            let steps = GiftProperties.steps(names: layers.nameCount, properties: known.count, allNames: nameCount)
            try GiftProperties.charge(steps, of: &budget, place, "insert")
            guard known.contains(where: { layers.matches($0) }) else {
                try GiftProperties.charge(steps, of: &budget, place, "insert")
                let hint = Suggestion.hint(for: insertion.layers, among: known.prefix(2_000).map(\.description))
                throw ConfigurationError(place, "insert: \(layers): no layer of that path\(hint)")
            }
            let label = "insert: \(layers)"
            let content: Content
            if insertion.file == ManifestInsertion.head {
                content = .head
            } else if !insertion.isAnimation {
                try Self.load(insertion, of: composition, into: &pictures, place, label, names)
                content = .picture(insertion.file)
            } else if let animation = animations[insertion.file] {
                content = .animation(animation)
            } else {
                let bytes = try Self.bytes(of: insertion, in: files, place, label, names)
                let animation = try InsertedAnimation.composition(
                    bytes, at: place, label, insertion.file, within: &budget)
                animations[insertion.file] = animation
                content = .animation(animation)
            }
            entries.append(Entry(layers: layers, content: content, written: insertion))
        }
    }

    private static func load(
        _ insertion: ManifestInsertion, of composition: Composition, into pictures: inout NamedPictures,
        _ place: ConfigurationError.Place, _ label: String, _ names: [String]
    ) throws(ConfigurationError) {
        do throws(PictureProblem) {
            if try pictures.load(insertion.file, of: composition) { return }
        } catch {
            throw ConfigurationError(place, "\(label): expected \(error.expected), found \"\(insertion.file)\"")
        }
        throw missing(insertion, place, label, names)
    }

    private static func bytes(
        of insertion: ManifestInsertion, in files: [String: [UInt8]], _ place: ConfigurationError.Place,
        _ label: String, _ names: [String]
    ) throws(ConfigurationError) -> [UInt8] {
        if let bytes = files[insertion.file] { return bytes }
        if names.contains(insertion.file), !InsertedAnimation.isValidPath(insertion.file) {
            throw ConfigurationError(
                place,
                "\(label): expected an animation in \(InsertedAnimation.folder) with a name of letters and digits, found "
                    + "\"\(insertion.file)\"")
        }
        throw missing(insertion, place, label, names)
    }

    private static func missing(
        _ insertion: ManifestInsertion, _ place: ConfigurationError.Place, _ label: String, _ names: [String]
    ) -> ConfigurationError {
        let hint = Suggestion.hint(for: insertion.file, among: names)
        return ConfigurationError(
            place,
            "\(label): expected the path of a picture or an animation in the package, or {head}, found "
                + "\"\(insertion.file)\"\(hint)")
    }

    /// Returns what is inserted for an arrival, in the order of the manifest.
    ///
    /// - Parameters:
    ///   - arrival: The arrival; `nil` leaves out the content that depends on one.
    ///   - earlier: The values for another arrival, whose pictures are reused.
    ///   - pictures: The pictures of the manifest.
    ///   - fonts: The fonts for initials.
    func resolved(
        for arrival: PresentationValues?, reusing earlier: DynamicProperties, _ pictures: NamedPictures,
        fonts: any FontSource
    ) -> [GiftInsertion] {
        let made = earlier.insertions
        return entries.enumerated().map { index, entry in
            let content: LayerInsertion.Content?
            switch entry.content {
            case .animation(let animation): content = .animation(animation)
            case .head: content = arrival.map { .picture(SenderHead(name: $0.sender).picture(fonts: fonts)) }
            case .picture(let file):
                content =
                    made.count == entries.count
                    ? made[index].content : pictures.decoded(file).map { .picture($0) }
            }
            return GiftInsertion(
                layers: entry.layers, file: entry.written.file, content: content, order: entry.written.order,
                box: entry.written.box)
        }
    }
}

/// Something that a gift has inside layers of its animation.
public struct GiftInsertion: Sendable {
    /// The layers.
    public let layers: LayerPath
    /// The path of the file in the package, or `{head}`.
    public let file: String
    /// The picture or animation; `nil` for the head of a sender who is not known.
    public let content: LayerInsertion.Content?
    /// The place among the layer's own content.
    public let order: LayerInsertion.Order
    /// The box in the layer's space; `nil` for the one of the layer's content.
    public let box: LayerInsertion.Box?
}

extension DynamicProperties {
    /// Puts what is known of these insertions into their layers.
    mutating func insert(_ insertions: [GiftInsertion]) {
        for insertion in insertions {
            guard let content = insertion.content else { continue }
            insert(LayerInsertion(content, box: insertion.box, order: insertion.order), into: insertion.layers)
        }
    }
}

extension ConfigurationError.Place {
    /// Returns the place with another name of the file.
    fileprivate func named(_ name: String) -> ConfigurationError.Place {
        switch self {
        case .file(_, let line, let column): .file(path: name, line: line, column: column)
        default: self
        }
    }
}
