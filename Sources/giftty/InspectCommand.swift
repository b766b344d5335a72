import ArgumentParser
import Lottie
import LottieRenderer
import Pictures
import Typography
import VectorGraphics

/// Says what is in an animation, and what of it is not drawn.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Says what is in an animation, and what of it is not drawn.")

    @Argument(help: ArgumentHelp("A Lottie file, or the id of a gift.", valueName: "file|gift"))
    var animation: String

    @OptionGroup var options: AnimationOptions

    @Option(help: "text or json.")
    var format: ReportFormat = .text

    mutating func run() throws {
        let inspection = Inspection(try OpenedAnimation(argument: animation, options: options))
        var output = Output.standard()
        switch format {
        case .json: try output.line(inspection.json.text)
        case .text: for line in inspection.lines { try output.line(line) }
        }
        try output.flush()
    }
}

/// What is in an animation.
private struct Inspection {
    let name: String
    let composition: Composition
    /// Layers by kind, the most frequent first.
    let layers: [(kind: String, count: Int)]
    let fonts: [FontUse]
    let undrawn: [UndrawnFeature]

    init(_ opened: OpenedAnimation) {
        name = opened.name
        composition = opened.composition
        var counts: [String: Int] = [:]
        let lists = [composition.layers] + composition.precompositions.values
        for layer in lists.joined() { counts[Self.kind(of: layer), default: 0] += 1 }
        layers = counts.map { (kind: $0.key, count: $0.value) }.sorted { ($1.count, $0.kind) < ($0.count, $1.kind) }
        fonts = composition.fontUses()
        undrawn =
            composition.undrawn + Self.brokenPictures(of: composition)
            + fonts.compactMap(UndrawnFeature.init(missingIn:))
    }

    private static func kind(of layer: Layer) -> String {
        switch layer.content {
        case .precomposition: "precomposition"
        case .solid: "solid"
        case .image: "image"
        case .null: "null"
        case .shapes: "shape"
        case .text: "text"
        case .undrawn: "undrawn"
        }
    }

    /// Pictures that are not in the file, or that no decoder takes.
    private static func brokenPictures(of composition: Composition) -> [UndrawnFeature] {
        composition.images.sorted { $0.key < $1.key }.compactMap { id, asset -> UndrawnFeature? in
            let place = "asset \(id)"
            switch asset.source {
            case .external(let path):
                return UndrawnFeature(name: "picture in another file: \(path)", path: place, count: 1)
            case .embedded(let bytes):
                do {
                    _ = try Pixmap(decoding: bytes)
                    return nil
                } catch {
                    return UndrawnFeature(name: "picture: \(error)", path: place, count: 1)
                }
            }
        }
    }

    private var size: String { "\(text(composition.width)) × \(text(composition.height))" }

    private func text(_ number: Double) -> String { JSONValue.number(number).text }

    var lines: [String] {
        var lines = ["animation     \(name)"]
        if !composition.name.isEmpty { lines.append("name          \(composition.name)") }
        lines += [
            "format        \(composition.version?.description ?? "no version")",
            "size          \(size)",
            "frames        \(text(composition.inPoint)) to \(text(composition.outPoint)), \(text(composition.frameRate)) a second",
            "duration      \(text((composition.duration * 1000).rounded() / 1000)) s",
            "layers        " + layers.map { "\($0.count) \($0.kind)" }.joined(separator: ", "),
            "assets        \(composition.precompositions.count) compositions, \(composition.images.count) pictures",
        ]
        for use in fonts { lines.append("font          \(use.font.title): \(use.origin.words)") }
        for marker in composition.markers {
            let length = marker.duration > 0 ? ", \(text(marker.duration)) frames" : ""
            lines.append("marker        \(marker.name) at \(text(marker.time))\(length)")
        }
        if undrawn.isEmpty { lines.append("not drawn     nothing: all of it is drawn") }
        for feature in undrawn {
            lines.append("not drawn     \(feature.name), \(feature.count) ×, first at \(feature.path)")
        }
        return lines
    }

    var json: JSONValue {
        .object([
            ("file", .text(name)), ("name", .text(composition.name)),
            ("version", composition.version.map { .text($0.description) } ?? .null),
            ("width", .number(composition.width)), ("height", .number(composition.height)),
            ("frameRate", .number(composition.frameRate)), ("inPoint", .number(composition.inPoint)),
            ("outPoint", .number(composition.outPoint)), ("frames", .integer(composition.frameCount)),
            ("duration", .number(composition.duration)),
            ("layers", .object(layers.map { ($0.kind, .integer($0.count)) })),
            ("precompositions", .integer(composition.precompositions.count)),
            ("images", .integer(composition.images.count)),
            (
                "fonts",
                .list(
                    fonts.map { use in
                        .object([
                            ("name", .text(use.font.name)), ("family", .text(use.font.family)),
                            ("style", .text(use.font.style)), ("texts", .integer(use.texts)),
                            ("drawn", .text(use.origin.words)), ("missing", .list(use.missing.map(JSONValue.text))),
                        ])
                    })
            ),
            (
                "markers",
                .list(
                    composition.markers.map { marker in
                        .object([
                            ("name", .text(marker.name)), ("time", .number(marker.time)),
                            ("duration", .number(marker.duration)),
                        ])
                    })
            ),
            (
                "undrawn",
                .list(
                    undrawn.map { feature in
                        .object([
                            ("feature", .text(feature.name)), ("first", .text(feature.path)),
                            ("count", .integer(feature.count)),
                        ])
                    })
            ),
        ])
    }
}

extension Font {
    /// The family and style, or whatever name there is.
    fileprivate var title: String {
        let names = [family, style].filter { !$0.isEmpty }
        return names.isEmpty ? (name.isEmpty ? "without a name" : name) : names.joined(separator: " ")
    }
}

extension FontUse.Origin {
    /// What letters are drawn with.
    fileprivate var words: String {
        switch self {
        case .outlines: "outlines in the file"
        case .nowhere: "no font found"
        case .face(let face):
            face.isEmbedded
                ? "the file's own font"
                : face.isSubstitute ? "replaced by \(face.family) \(face.style)" : "\(face.family) \(face.style)"
        }
    }
}

extension UndrawnFeature {
    /// The letters that nothing has outlines of; nil where there are none.
    fileprivate init?(missingIn use: FontUse) {
        if use.origin == .nowhere {
            self.init(name: "text: no font found", path: "font \(use.font.title)", count: use.texts)
        } else if !use.missing.isEmpty {
            let letters = use.missing.joined()
            self.init(name: "letters \(letters)", path: "font \(use.font.title)", count: use.missing.count)
        } else {
            return nil
        }
    }
}
