import DotLottie
import ExactNumbers
package import JSON
import LottieDocument
import LottieRenderer

extension Inspection {
    /// The inspection as a JSON value for programs.
    package var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("file", .string(name)), ("bytes", .integer(fileSize)), ("name", .string(composition.name)),
            ("version", composition.version.map { .string($0.description) } ?? .null),
            ("width", .number(composition.width)), ("height", .number(composition.height)),
            ("frameRate", .number(composition.frameRate)), ("inPoint", .number(composition.inPoint)),
            ("outPoint", .number(composition.outPoint)), ("frames", .integer(composition.frameCount)),
            ("duration", .number(composition.duration)),
            ("layers", .object(layers.map { ($0.name, .integer($0.count)) })),
            ("precompositions", .integer(composition.assets.precompositions.count)),
            ("images", .integer(images.count { !$0.isSound })),
            ("markers", .array(composition.markers.map(Self.json))),
            ("slots", .array(composition.slots.map(Self.json))),
            ("fonts", .array(fonts.map(Self.json))), ("pictures", .array(images.map(Self.json))),
            ("features", .object(features.map { ($0.name, .integer($0.count)) })),
            ("expressions", .bool(composition.hasExpressions)),
            ("undrawn", .array(differences.filter { !$0.isDrawn }.map(Self.json))),
            ("unknownToBrowsers", .array(differences.filter(\.isDrawn).map(Self.json))),
        ]
        if let duration = presentation.duration {
            members.append(("plays", Self.json(duration, loop: presentation.loop)))
        }
        if !presentation.insertions.isEmpty {
            members.append(("insertions", .array(presentation.insertions.map(\.json))))
        }
        if !presentation.ineffectiveEntries.isEmpty {
            members.append(("ineffectiveEntries", .array(presentation.ineffectiveEntries.map { .string($0) })))
        }
        if let archive { members.append(("archive", Self.json(archive))) }
        let unapplied = themes.filter { $0.problem != nil }
        if !unapplied.isEmpty { members.append(("unappliedThemes", .array(unapplied.map(Self.json)))) }
        if !stateMachines.isEmpty { members.append(("stateMachines", .array(stateMachines.map(\.json)))) }
        if let rules { members.append(("rules", rules.json)) }
        if let cost { members.append(("cost", json(cost))) }
        members.append(("tree", .array(layerTree.nodes.map(Self.json))))
        if layerTree.omittedCount > 0 { members.append(("omittedLayers", .integer(layerTree.omittedCount))) }
        return .object(members)
    }

    private static func json(_ duration: Nanoseconds, loop: Range<Nanoseconds>?) -> JSONValue {
        func seconds(_ time: Nanoseconds) -> JSONValue { .number(Double(time) / 1e9) }
        let loop = loop.map { loop in
            JSONValue.object([("from", seconds(loop.lowerBound)), ("to", seconds(loop.upperBound))])
        }
        return .object([("duration", seconds(duration)), ("loop", loop ?? .null)])
    }

    private static func json(_ marker: Marker) -> JSONValue {
        .object([
            ("name", .string(marker.name)), ("time", .number(marker.time)), ("duration", .number(marker.duration)),
        ])
    }

    private static func json(_ slot: Slot) -> JSONValue {
        .object([
            ("id", .string(slot.id)), ("kind", slot.kind.map { .string($0.rawValue) } ?? .null),
            ("uses", .integer(slot.uses)), ("defined", .bool(slot.isDefined)),
        ])
    }

    private static func json(_ font: FontUse) -> JSONValue {
        .object([
            ("name", .string(font.font.name)), ("family", .string(font.font.family)),
            ("style", .string(font.font.style)),
            ("texts", .integer(font.textCount)), ("drawn", .string(font.glyphSourceDescription)),
            ("missing", .array(font.missingCharacters.map(JSONValue.string))),
        ])
    }

    private static func json(_ picture: ImageReport) -> JSONValue {
        .object([
            ("id", .string(picture.id)), ("width", picture.size.map { .integer($0.width) } ?? .null),
            ("height", picture.size.map { .integer($0.height) } ?? .null),
            ("format", picture.format.map { .string($0.rawValue) } ?? .null),
            ("bytes", picture.bytes.map { .integer($0) } ?? .null), ("shownWidth", .number(picture.declaredSize.width)),
            ("shownHeight", .number(picture.declaredSize.height)),
            ("problem", picture.problem.map { .string($0) } ?? .null),
        ])
    }

    private static func json(_ deviation: RenderingDifference) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = [("feature", .string(deviation.feature))]
        if let place = deviation.location { members.append(("first", .string(place))) }
        members += [("count", .integer(deviation.count)), ("reason", .string(deviation.reason))]
        return .object(members)
    }

    private static func json(_ archive: DotLottieFile) -> JSONValue {
        .object([
            ("version", .integer(archive.version)), ("generator", .string(archive.generator)),
            ("initialAnimation", .string(archive.initialAnimation.id)),
            ("animations", .array(archive.animations.map { .string($0.id) })),
            ("themes", .array(archive.themes.map { .string($0.id) })),
            ("stateMachines", .array(archive.stateMachines.map { .string($0.id) })),
        ])
    }

    private static func json(_ theme: ThemeReport) -> JSONValue {
        .object([("id", .string(theme.id)), ("problem", theme.problem.map { .string($0) } ?? .null)])
    }

    private func json(_ cost: FrameCost) -> JSONValue {
        let layers = cost.layersByCost.map { index, layer, share in
            JSONValue.object([
                ("layer", .integer(index)), ("name", .string(composition.layers[index].name)),
                ("evaluate_ms", .number(cost.milliseconds(layer.evaluation))),
                ("draw_ms", .number(cost.milliseconds(layer.drawing))), ("share", .number(share)),
            ])
        }
        return .object([
            ("pixels", .string("\(cost.size.width)x\(cost.size.height)")), ("frames", .integer(cost.frames)),
            ("evaluate_ms", .number(cost.evaluation)), ("draw_ms", .number(cost.drawing)), ("layers", .array(layers)),
        ])
    }

    private static func json(_ node: LayerTree.Node) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("layer", .integer(node.index)), ("name", .string(node.layer.name)), ("kind", .string(node.layer.kindName)),
            ("inPoint", .number(node.layer.timing.inPoint)), ("outPoint", .number(node.layer.timing.outPoint)),
            ("hidden", .bool(node.layer.isHidden)), ("parent", node.parent.map { .integer($0.index) } ?? .null),
        ]
        if case .precomposition(let id, _, _) = node.layer.content { members.append(("composition", .string(id))) }
        if !node.children.isEmpty { members.append(("layers", .array(node.children.map(json)))) }
        return .object(members)
    }
}
