import DotLottie
import Lottie
import LottieRenderer
package import ReportText

extension Inspection {
    /// The inspection as a JSON value for programs.
    package var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("file", .text(name)), ("bytes", .integer(fileSize)), ("name", .text(composition.name)),
            ("version", composition.version.map { .text($0.description) } ?? .null),
            ("width", .number(composition.width)), ("height", .number(composition.height)),
            ("frameRate", .number(composition.frameRate)), ("inPoint", .number(composition.inPoint)),
            ("outPoint", .number(composition.outPoint)), ("frames", .integer(composition.frameCount)),
            ("duration", .number(composition.duration)),
            ("layers", .object(layers.map { ($0.name, .integer($0.count)) })),
            ("precompositions", .integer(composition.precompositions.count)),
            ("images", .integer(composition.images.count)),
            ("markers", .list(composition.markers.map(Self.json))), ("slots", .list(composition.slots.map(Self.json))),
            ("fonts", .list(fonts.map(Self.json))), ("pictures", .list(pictures.map(Self.json))),
            ("features", .object(features.map { ($0.name, .integer($0.count)) })),
            ("expressions", .flag(composition.hasExpressions)),
            ("undrawn", .list(deviations.filter { !$0.isDrawn }.map(Self.json))),
            ("drawnOnlyHere", .list(deviations.filter(\.isDrawn).map(Self.json))),
        ]
        if let archive { members.append(("archive", Self.json(archive))) }
        if let cost { members.append(("cost", json(cost))) }
        members.append(("tree", .list(tree.nodes.map(Self.json))))
        if tree.omitted > 0 { members.append(("omittedLayers", .integer(tree.omitted))) }
        return .object(members)
    }

    private static func json(_ marker: Marker) -> JSONValue {
        .object([
            ("name", .text(marker.name)), ("time", .number(marker.time)), ("duration", .number(marker.duration)),
        ])
    }

    private static func json(_ slot: Slot) -> JSONValue {
        .object([
            ("id", .text(slot.id)), ("kind", slot.kind.map { .text($0.rawValue) } ?? .null),
            ("uses", .integer(slot.uses)), ("defined", .flag(slot.isDefined)),
        ])
    }

    private static func json(_ font: FontUse) -> JSONValue {
        .object([
            ("name", .text(font.font.name)), ("family", .text(font.font.family)), ("style", .text(font.font.style)),
            ("texts", .integer(font.texts)), ("drawn", .text(font.drawnWith)),
            ("missing", .list(font.missing.map(JSONValue.text))),
        ])
    }

    private static func json(_ picture: PictureFacts) -> JSONValue {
        .object([
            ("id", .text(picture.id)), ("width", picture.size.map { .integer($0.width) } ?? .null),
            ("height", picture.size.map { .integer($0.height) } ?? .null),
            ("format", picture.format.map { .text($0.rawValue) } ?? .null),
            ("bytes", picture.bytes.map { .integer($0) } ?? .null), ("shownWidth", .number(picture.box.width)),
            ("shownHeight", .number(picture.box.height)), ("problem", picture.problem.map { .text($0) } ?? .null),
        ])
    }

    private static func json(_ deviation: Deviation) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = [("feature", .text(deviation.feature))]
        if let place = deviation.place { members.append(("first", .text(place))) }
        members += [("count", .integer(deviation.count)), ("reason", .text(deviation.reason))]
        return .object(members)
    }

    private static func json(_ archive: DotLottieFile) -> JSONValue {
        .object([
            ("version", .integer(archive.version)), ("generator", .text(archive.generator)),
            ("initialAnimation", .text(archive.initialAnimation.id)),
            ("animations", .list(archive.animations.map { .text($0.id) })),
            ("themes", .list(archive.themes.map { .text($0.id) })),
            ("stateMachines", .list(archive.stateMachines.map { .text($0.id) })),
        ])
    }

    private func json(_ cost: FrameCost) -> JSONValue {
        let layers = cost.dearest.map { index, layer, share in
            JSONValue.object([
                ("layer", .integer(index)), ("name", .text(composition.layers[index].name)),
                ("evaluate_ms", .number(cost.milliseconds(layer.evaluation))),
                ("draw_ms", .number(cost.milliseconds(layer.drawing))), ("share", .number(share)),
            ])
        }
        return .object([
            ("pixels", .text("\(cost.size.width)x\(cost.size.height)")), ("frames", .integer(cost.frames)),
            ("evaluate_ms", .number(cost.evaluation)), ("draw_ms", .number(cost.drawing)), ("layers", .list(layers)),
        ])
    }

    private static func json(_ node: LayerTree.Node) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("layer", .integer(node.index)), ("name", .text(node.layer.name)), ("kind", .text(node.layer.kindName)),
            ("inPoint", .number(node.layer.inPoint)), ("outPoint", .number(node.layer.outPoint)),
            ("hidden", .flag(node.layer.isHidden)), ("parent", node.layer.parent.map { .integer($0) } ?? .null),
        ]
        if case .precomposition(let id, _, _) = node.layer.content { members.append(("composition", .text(id))) }
        if !node.children.isEmpty { members.append(("layers", .list(node.children.map(json)))) }
        return .object(members)
    }
}
