public import LottieRenderer
import PlayerSettings

/// What a manifest puts inside layers of the animation, as `insert:` in `gift.yaml` says.
///
///     insert:
///       Balloon: images/face.png                # above the layer's content, in the box of that content
///       Flag: {file: animations/wave.json, order: below}
///       Sign: {file: "{head}", box: [10, 10, 40, 40]}    # the sender's head; left, top, width and height
///       "**.Star": [images/glow.png, animations/spark.lottie]
public struct ManifestInsertion: Sendable, Equatable {
    /// The key path of the layers.
    public var layers: String
    /// The path of a picture or an animation in the package, or `{head}`.
    public var file: String
    /// The place among the layer's own content.
    public var order: LayerInsertion.Order
    /// The box in the layer's space; `nil` for the one of the layer's content.
    public var box: LayerInsertion.Box?
    /// The place of the file's name in the manifest.
    var place: ConfigurationError.Place

    /// The text that stands for a picture of the sender's head.
    static let head = "{head}"
    /// The maximum number of insertions: each of them is searched in the whole animation.
    private static let maxCount = 100
    /// The largest coordinate of a box; larger ones have no exact pixels.
    private static let maxCoordinate = 100_000.0

    /// Whether the file is an animation, by its name.
    var isAnimation: Bool { Self.isAnimation(file) }

    /// Returns whether a file is an animation, by its name.
    static func isAnimation(_ path: String) -> Bool {
        [".json", ".lottie", ".tgs"].contains { path.lowercased().hasSuffix($0) }
    }

    /// Reads all insertions of a manifest, in file order.
    static func all(_ value: YAMLValue) throws(ConfigurationError) -> [ManifestInsertion] {
        guard let members = value.members else { throw value.mismatch("insert", expected: "a mapping") }
        var insertions: [ManifestInsertion] = []
        for (key, value) in members {
            guard let layers = key.text, !layers.isEmpty else {
                throw key.mismatch("insert", expected: "a key path of layers")
            }
            for element in value.elements ?? [value] {
                guard insertions.count < maxCount else {
                    throw element.error("insert: expected at most \(maxCount) files")
                }
                insertions.append(try ManifestInsertion(element, into: layers))
            }
        }
        return insertions
    }

    private init(_ value: YAMLValue, into layers: String) throws(ConfigurationError) {
        self.layers = layers
        guard value.members != nil else {
            file = try value.nonEmptyText("insert")
            order = .above
            place = value.place
            return
        }
        let fields = try YAMLFields(value, name: "insert", known: ["file", "order", "box"])
        let name = try fields.required("file")
        file = try name.nonEmptyText("file")
        place = name.place
        order = try fields["order"]?.choice("order", LayerInsertion.Order.self) ?? .above
        box = try fields["box"].map { value throws(ConfigurationError) in try Self.box(value) }
    }

    private static func box(_ value: YAMLValue) throws(ConfigurationError) -> LayerInsertion.Box {
        let numbers = (value.elements ?? []).compactMap { $0.text.flatMap(Double.init) }
        guard numbers.count == 4, value.elements?.count == 4, numbers.allSatisfy({ abs($0) <= maxCoordinate }),
            numbers[2] > 0, numbers[3] > 0
        else {
            throw value.mismatch("box", expected: "[left, top, width, height], the last two above 0")
        }
        return LayerInsertion.Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}

extension GiftManifest {
    /// The paths of the animations that the manifest puts inside layers.
    public var insertedAnimationPaths: Set<String> { Set(insertions.filter(\.isAnimation).map(\.file)) }
}
